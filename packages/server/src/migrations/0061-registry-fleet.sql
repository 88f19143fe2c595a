-- The shape of the stored answers has changed.
TRUNCATE registry_facts;

-- What the whole fleet owes to the host of a registry: how many questions at a time, how many a second, and when none at all.
-- Everything stands in one row, so that who takes a pass locks and sees all of it. Leases: pass id → until when it is held.
CREATE UNLOGGED TABLE registry_hosts (
  host text PRIMARY KEY,
  tokens float8 NOT NULL,
  tokens_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  leases jsonb NOT NULL DEFAULT '{}',
  paused_until timestamptz NOT NULL DEFAULT '-infinity',
  failures_in_row integer NOT NULL DEFAULT 0,
  pauses_in_row integer NOT NULL DEFAULT 0
);

-- Domains whose registry could not be asked within a job's budget: it is asked later, the most wanted first.
CREATE TABLE registry_wanted (
  name text PRIMARY KEY,
  -- The last label: registries are asked side by side.
  suffix text NOT NULL,
  -- How many rows would have liked to know.
  wanted bigint NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX registry_wanted_by_suffix ON registry_wanted (suffix, wanted DESC);

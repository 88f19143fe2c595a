-- Probes of mailboxes by SMTP (docs/decisions/0046-polite-probe.md). Empty unless PROBE=on.

-- The accounts that the operator lets probe.
CREATE TABLE probe_accounts (
  account_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  allowed_at timestamptz NOT NULL DEFAULT now()
);

-- Requested probes, those that ended included, so that none is repeated soon.
CREATE TABLE probes (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Keyed hash of the normalized address, as in mailbox_evidence.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- Until the probe has ended.
  address text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- Conversations so far, and the start of the last one.
  tries integer NOT NULL DEFAULT 0,
  asked_at timestamptz,
  ended_at timestamptz,
  -- Why the mailbox is still unknown; null where it is not.
  reason text,
  PRIMARY KEY (account_id, hash),
  CHECK ((address IS NULL) = (ended_at IS NOT NULL))
);
CREATE INDEX probes_ended_at ON probes (ended_at);

-- Every conversation, noted before it begins. No address is in it.
CREATE TABLE probe_log (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  id uuid NOT NULL,
  hash bytea,
  domain text NOT NULL,
  mail_host text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null while it runs, and where its process ended before it did.
  outcome text,
  reply_code integer,
  status_code text,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX probe_log_started_at ON probe_log (started_at);

-- Whether a mail host accepts names of a domain that no person has. The name stays until it has an answer: greylisting wants the same one again.
CREATE TABLE probed_domains (
  domain text NOT NULL,
  mail_host text NOT NULL,
  random_name text NOT NULL,
  accepts_any boolean,
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (domain, mail_host)
);

-- Conversations of each day in UTC. Earlier days decide how many are allowed.
CREATE TABLE probe_days (
  day date PRIMARY KEY,
  used integer NOT NULL
);

-- The last self-test of each identity: its HELO name, sender and address.
CREATE TABLE probe_self_tests (
  identity text PRIMARY KEY,
  tested_at timestamptz NOT NULL DEFAULT now(),
  problems jsonb NOT NULL
);

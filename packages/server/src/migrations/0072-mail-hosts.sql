-- Which mail hosts serve throw-away domains only, as far as the operator's own look-ups show. One row for each host that is
-- the first choice of some domain; the domains themselves are not kept.
CREATE TABLE mail_hosts (
  host text PRIMARY KEY COLLATE "C",
  -- Hashes of the listed domains it served, as many as decide.
  listed bytea[] NOT NULL,
  serves_others boolean NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_hosts_last_seen_at ON mail_hosts (last_seen_at);

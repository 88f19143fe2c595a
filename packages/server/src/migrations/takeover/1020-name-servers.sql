-- Which name servers serve only disposable domains, as far as the operator's own lookups show, by the registrable domain of the server.
CREATE TABLE name_servers (
  host text PRIMARY KEY COLLATE "C",
  -- Hashes of the listed domains it served, as many as decide.
  listed bytea[] NOT NULL,
  serves_others boolean NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX name_servers_last_seen_at ON name_servers (last_seen_at);

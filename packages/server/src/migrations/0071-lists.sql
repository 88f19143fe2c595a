-- Lists of throw-away domains that are fetched while the service runs, once for the fleet. A fetch that fails changes
-- nothing but `outcome` and `checked_at`.
CREATE TABLE domain_lists (
  url text PRIMARY KEY,
  etag text,
  -- When the content was last known to be good. The names of that content carry the same time.
  fetched_at timestamptz,
  checked_at timestamptz NOT NULL DEFAULT now(),
  outcome text NOT NULL,
  name_count integer NOT NULL DEFAULT 0
);

CREATE TABLE listed_domains (
  url text NOT NULL REFERENCES domain_lists ON DELETE CASCADE,
  domain text NOT NULL COLLATE "C",
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (url, domain)
);
CREATE INDEX listed_domains_last_seen_at ON listed_domains (last_seen_at);

-- Changes with every change of the names: one small question tells a process whether to read them again.
CREATE TABLE domain_lists_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO domain_lists_version (version) VALUES (0);

-- What DNS and the registries said about domains, shared by all processes. A row without an answer is a look-up under
-- way; the holder of its lease asks. fresh_until: until then no process asks again. usable_until: until then a late answer is
-- better than none.

-- DNS answers live for minutes and are asked again in milliseconds: they are not worth a write-ahead log.
CREATE UNLOGGED TABLE dns_facts (
  name text PRIMARY KEY,
  answer json,
  fresh_until timestamptz,
  usable_until timestamptz,
  leased_until timestamptz
);

-- Registry answers live for a day, and registries do not like to be asked twice: a crash must not lose them.
CREATE TABLE registry_facts (
  name text PRIMARY KEY,
  answer json,
  fresh_until timestamptz,
  usable_until timestamptz,
  leased_until timestamptz
);

-- IANA's bootstrap file (RFC 9224): which RDAP server answers for which suffix.
CREATE TABLE rdap_servers (
  suffix text PRIMARY KEY,
  server text NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now()
);

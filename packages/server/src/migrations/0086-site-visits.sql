-- Whose turn it is at a company's sites, so that they get one request at a time from the whole fleet. The registrable domain is kept as
-- its SHA-256. A turn that was not given back ends by itself.
CREATE TABLE site_visits (
  root bytea PRIMARY KEY,
  task_id bigint NOT NULL,
  until timestamptz NOT NULL
);

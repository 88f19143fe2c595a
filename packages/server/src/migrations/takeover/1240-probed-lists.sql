-- Probes of the addresses of a list whose mailbox is unknown (docs/guides/probe.md). The last request of each list.
CREATE TABLE probe_lists (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  list_id uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- The number of probes that was agreed to.
  probes_max integer NOT NULL,
  -- Null until a worker has chosen the addresses.
  selected_at timestamptz,
  PRIMARY KEY (account_id, list_id)
);

ALTER TABLE probes ADD COLUMN list_id uuid;
CREATE INDEX probes_list ON probes (account_id, list_id) WHERE list_id IS NOT NULL;

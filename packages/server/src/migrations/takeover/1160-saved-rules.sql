-- Named policies, and the addresses and domains that an account always allows or always denies.

CREATE TABLE policies (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  preset text NOT NULL,
  allow text[] NOT NULL,
  caution text[] NOT NULL,
  refuse text[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, name)
);

CREATE TABLE list_entries (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The normalized address or the ASCII form of the domain: an entry is on one list.
  key text NOT NULL,
  id uuid NOT NULL,
  list text NOT NULL CHECK (list IN ('allow', 'deny')),
  entry text NOT NULL,
  note text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key),
  UNIQUE (account_id, id)
);

-- A change of many things says how many: `deny: 12`. Rows from before have no number, so none needs to be checked.
ALTER TABLE audit_events DROP CONSTRAINT audit_events_detail_check,
  ADD CONSTRAINT audit_events_detail_check CHECK (detail ~ '^[a-z_]{1,40}(: [0-9]{1,12})?$') NOT VALID;

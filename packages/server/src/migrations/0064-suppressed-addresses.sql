-- Addresses that must not become contacts again. Only a hash is kept, keyed with the service's secret: the table alone tells no address.
CREATE TABLE suppressed_addresses (
  hash bytea NOT NULL,
  -- Whose contacts; null for all accounts.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- Which secret was the key. A row whose secret is gone can match nothing.
  key_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX suppressed_addresses_once
  ON suppressed_addresses (hash, coalesce(user_id, '00000000-0000-0000-0000-000000000000'));
CREATE INDEX suppressed_addresses_of_user ON suppressed_addresses (user_id) WHERE user_id IS NOT NULL;

-- For the filter and the order by domain of an account's contacts.
CREATE INDEX contacts_by_domain ON contacts (user_id, domain, position);

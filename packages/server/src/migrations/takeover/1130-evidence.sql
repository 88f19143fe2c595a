-- What bounces, deliveries, probes and people say about mailboxes, per account (docs/contract.md §10.30).

-- No address: only hashes, keyed with SECRET.
CREATE TABLE mailbox_evidence (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  source text NOT NULL CHECK (source IN ('bounce', 'delivery', 'probe', 'manual')),
  -- Keyed hash of the message id, so that a report counts once. Empty where only the newest statement of a source is kept.
  report bytea NOT NULL,
  class text NOT NULL,
  -- RFC 3463, such as 5.1.1.
  status_code text,
  happened_at timestamptz NOT NULL,
  -- The end of its effect. The row stays longer, so that older evidence does not return.
  expires_at timestamptz NOT NULL,
  key_version integer NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, hash, source, report)
);
CREATE INDEX mailbox_evidence_happened_at ON mailbox_evidence (happened_at);
CREATE INDEX mailbox_evidence_of_account ON mailbox_evidence (account_id, happened_at);

-- Addresses that an account must not mail. Once an address is forgotten, only its hash is left.
CREATE TABLE suppressions (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  email text,
  reason text NOT NULL CHECK (reason IN ('bounce', 'complaint', 'unsubscribe', 'manual')),
  key_version integer NOT NULL,
  suppressed_at timestamptz NOT NULL DEFAULT now(),
  -- Of bounces, which age out; null for ever.
  expires_at timestamptz,
  PRIMARY KEY (account_id, hash)
);
CREATE INDEX suppressions_by_time ON suppressions (account_id, suppressed_at, hash);
CREATE INDEX suppressions_expires_at ON suppressions (expires_at) WHERE expires_at IS NOT NULL;

-- Where reports come from: each has a secret path or recipient address, of which only the hash is stored.
CREATE TABLE bounce_sources (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  -- The key that verifies signatures, encrypted.
  sealed_key text,
  -- The topic of Amazon SNS that may report.
  topic text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_report_at timestamptz
);
CREATE INDEX bounce_sources_account_id ON bounce_sources (account_id);

-- Every validated address for 35 days, packed: 8 bytes of its keyed hash and 4 bytes of its verdict's flags.
CREATE TABLE validated_addresses (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  id uuid NOT NULL,
  packed bytea NOT NULL,
  validated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX validated_addresses_validated_at ON validated_addresses (validated_at);
-- Hashes do not compress.
ALTER TABLE validated_addresses ALTER COLUMN packed SET STORAGE EXTERNAL;

-- How many of the validated addresses bounced, as of the last count.
CREATE TABLE calibrations (
  account_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  counted_at timestamptz NOT NULL,
  body jsonb NOT NULL
);

-- What an account has under way. Its row is the lock that orders the account's submissions, and the CHECK is the limit of
-- §8 itself: no race can pass it.
CREATE TABLE bulk_accounts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  unfinished integer NOT NULL DEFAULT 0 CHECK (unfinished BETWEEN 0 AND 3),
  -- Units of jobs that cleanup has removed: jobs + removed = ledger, for ever.
  removed_units bigint NOT NULL DEFAULT 0
);

-- processed = success + errors; it is not stored, so it cannot disagree.
CREATE TABLE bulk_jobs (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'expired')),
  validate_domain boolean NOT NULL,
  -- SHA-256 of the canonical request, by which anyone can prove that the inputs are stored as they were sent.
  fingerprint bytea,
  total integer NOT NULL CHECK (total > 0),
  success integer NOT NULL DEFAULT 0 CHECK (success >= 0),
  errors integer NOT NULL DEFAULT 0 CHECK (errors >= 0),
  chunks_left integer NOT NULL CHECK (chunks_left >= 0),
  failure text,
  -- The finished CSV: its object exists, with this content, once these are set.
  csv_key text,
  csv_sha256 bytea,
  csv_bytes bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK (success + errors <= total),
  CHECK (status <> 'completed' OR (success + errors = total AND csv_key IS NOT NULL))
);
CREATE INDEX bulk_jobs_expires_at ON bulk_jobs (expires_at);
CREATE INDEX bulk_jobs_unfinished ON bulk_jobs (user_id) WHERE status IN ('pending', 'processing');

-- About a thousand rows of a job: one task, one transaction. Inputs wait here (bulk/inputs.ts) until the results, which hold
-- them too (the engine's packing), take their place. Both are compressed by us, so the database need not try again.
CREATE TABLE bulk_chunks (
  id uuid PRIMARY KEY,
  job_id uuid NOT NULL REFERENCES bulk_jobs ON DELETE CASCADE,
  first_index integer NOT NULL CHECK (first_index >= 0),
  row_count integer NOT NULL CHECK (row_count > 0),
  inputs bytea,
  results bytea,
  done_at timestamptz,
  UNIQUE (job_id, first_index),
  CHECK ((results IS NULL) = (done_at IS NULL) AND (inputs IS NULL) = (done_at IS NOT NULL))
);
ALTER TABLE bulk_chunks ALTER COLUMN inputs SET STORAGE EXTERNAL, ALTER COLUMN results SET STORAGE EXTERNAL;

-- Idempotency keys. Submissions and uploads have scopes of their own (§4.1).
CREATE TABLE bulk_keys (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  scope text NOT NULL CHECK (scope IN ('submission', 'upload')),
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  resource_id uuid NOT NULL,
  reserved_until timestamptz NOT NULL,
  PRIMARY KEY (user_id, scope, key)
);
CREATE INDEX bulk_keys_reserved_until ON bulk_keys (reserved_until);

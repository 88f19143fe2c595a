-- A prepared upload (§4.1). Its bytes lie in the blob store and never change.
CREATE TABLE bulk_uploads (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A JSON string: a name may hold what PostgreSQL's text cannot.
  filename text NOT NULL,
  size_bytes integer NOT NULL,
  claimed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When the object of an unclaimed upload was deleted.
  removed_at timestamptz
);
CREATE INDEX bulk_uploads_unclaimed ON bulk_uploads (user_id, expires_at) WHERE claimed_at IS NULL;

CREATE TABLE bulk_groups (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  upload_id uuid NOT NULL UNIQUE REFERENCES bulk_uploads ON DELETE CASCADE,
  -- The object as it was when it was claimed; other bytes would have another version.
  upload_version text NOT NULL,
  -- A JSON string, as in bulk_uploads.
  email_column text NOT NULL,
  validate_domain boolean NOT NULL,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'parsing', 'processing', 'finalizing', 'completed', 'partial', 'failed', 'expired')),
  total integer NOT NULL DEFAULT 0,
  children_left integer NOT NULL DEFAULT 0 CHECK (children_left >= 0),
  failure text,
  -- What the export needs to know about the original file: set when it has been read.
  delimiter text,
  header_end integer,
  result_prefix text,
  csv_key text,
  csv_sha256 bytea,
  csv_bytes bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK (status NOT IN ('completed', 'partial') OR csv_key IS NOT NULL)
);
CREATE INDEX bulk_groups_by_user ON bulk_groups (user_id, created_at DESC, id DESC);
CREATE INDEX bulk_groups_expires_at ON bulk_groups (expires_at);

ALTER TABLE bulk_jobs
  ADD COLUMN group_id uuid REFERENCES bulk_groups ON DELETE CASCADE,
  ADD COLUMN ordinal integer,
  ADD COLUMN row_offset integer,
  ADD UNIQUE (group_id, ordinal),
  ADD CHECK ((group_id IS NULL) = (ordinal IS NULL) AND (group_id IS NULL) = (row_offset IS NULL));
CREATE INDEX bulk_jobs_by_user ON bulk_jobs (user_id, created_at DESC, id DESC) WHERE group_id IS NULL;

-- Where each record of the chunk ends in the uploaded file, packed by bulk/record-ends.ts.
ALTER TABLE bulk_chunks ADD COLUMN record_ends bytea;
ALTER TABLE bulk_chunks ALTER COLUMN record_ends SET STORAGE EXTERNAL;

-- What an account stores is summed up with each submission, from these alone.
CREATE INDEX bulk_uploads_stored ON bulk_uploads (user_id) INCLUDE (size_bytes) WHERE removed_at IS NULL;
CREATE INDEX bulk_jobs_stored ON bulk_jobs (user_id) INCLUDE (csv_bytes) WHERE csv_bytes IS NOT NULL;
CREATE INDEX bulk_groups_stored ON bulk_groups (user_id) INCLUDE (csv_bytes) WHERE csv_bytes IS NOT NULL;

-- The files of failed groups are looked for every minute.
CREATE INDEX bulk_groups_failed ON bulk_groups (updated_at) WHERE status = 'failed';

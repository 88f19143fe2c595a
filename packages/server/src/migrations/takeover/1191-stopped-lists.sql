-- Lists that their owner stopped (bulk/lists/stop.ts): chunks that run finish, no other one starts.
ALTER TABLE bulk_lists ADD COLUMN stopped_at timestamptz;
ALTER TABLE bulk_groups ADD COLUMN stopped_at timestamptz;
-- For jobs without a group; children follow their group.
ALTER TABLE bulk_jobs ADD COLUMN stopped_at timestamptz;
-- Since when a worker validates the chunk; null again when it waits for another attempt. Nodes of 0.1.0 do not write it.
ALTER TABLE bulk_chunks ADD COLUMN started_at timestamptz;
-- Keys of deleted lists stay reserved, and lead to nothing.
ALTER TABLE bulk_keys ADD COLUMN removed_at timestamptz;

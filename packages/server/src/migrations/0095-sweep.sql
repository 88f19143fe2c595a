-- A submission that is removed takes its keys along; without this, every removal reads all keys.
CREATE INDEX bulk_keys_by_resource ON bulk_keys (resource_id);

-- What has expired stays for a week. The sweep of every minute looks only at the rest, the removal of every hour only at that.
DROP INDEX bulk_jobs_expires_at;
CREATE INDEX bulk_jobs_to_expire ON bulk_jobs (expires_at) WHERE status <> 'expired';
CREATE INDEX bulk_jobs_to_remove ON bulk_jobs (expires_at) WHERE status = 'expired';
DROP INDEX bulk_groups_expires_at;
CREATE INDEX bulk_groups_to_expire ON bulk_groups (expires_at) WHERE status <> 'expired';
CREATE INDEX bulk_groups_to_remove ON bulk_groups (expires_at) WHERE status = 'expired';

-- How Mailsift's tables are distributed by account with Citus. NOT RUN by Mailsift or its tests: no Debian release has Citus. It is what
-- docs/scale.md and packages/server/test/scale prepare; try it on a copy, with all nodes stopped, and run `npm run verify` afterwards.
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction -f deploy/citus.sql
--
-- Rules of Citus that this follows: a primary key or unique index of a distributed table contains its distribution column; a foreign key
-- between distributed tables does, too, and both are colocated; distributed tables may reference reference tables; a statement whose every
-- distributed table is bound to one value of the distribution column runs on one server, with all of SQL.

CREATE EXTENSION IF NOT EXISTS citus;

-- Accounts are few rows each, are found by token, session or address, and are on every server.
SELECT create_reference_table('users');
SELECT create_reference_table('people');
SELECT create_reference_table('members');
SELECT create_reference_table('invitations');
SELECT create_reference_table('removed_members');
SELECT create_reference_table('account_allowances');
SELECT create_reference_table('billing_customers');
SELECT create_reference_table('sessions');
SELECT create_reference_table('sign_in_links');
SELECT create_reference_table('identities');
SELECT create_reference_table('session_identities');
SELECT create_reference_table('sign_in_attempts');
SELECT create_reference_table('passkeys');
SELECT create_reference_table('api_tokens');
SELECT create_reference_table('site_keys');
SELECT create_reference_table('subscriptions');
SELECT create_reference_table('suppressed_addresses');
SELECT create_reference_table('bounce_sources');

-- Keys that contain the account. The ids stay unique: they are random.
ALTER TABLE bulk_chunks DROP CONSTRAINT bulk_chunks_job_id_fkey;
ALTER TABLE bulk_jobs DROP CONSTRAINT bulk_jobs_group_id_fkey;
ALTER TABLE bulk_groups DROP CONSTRAINT bulk_groups_upload_id_fkey;

ALTER TABLE bulk_uploads DROP CONSTRAINT bulk_uploads_pkey, ADD PRIMARY KEY (user_id, id);
ALTER TABLE bulk_groups DROP CONSTRAINT bulk_groups_pkey, ADD PRIMARY KEY (user_id, id),
  DROP CONSTRAINT bulk_groups_upload_id_key, ADD UNIQUE (user_id, upload_id);
ALTER TABLE bulk_jobs DROP CONSTRAINT bulk_jobs_pkey, ADD PRIMARY KEY (user_id, id),
  DROP CONSTRAINT bulk_jobs_group_id_ordinal_key, ADD UNIQUE (user_id, group_id, ordinal);
ALTER TABLE bulk_chunks ALTER COLUMN account_id SET NOT NULL,
  DROP CONSTRAINT bulk_chunks_pkey, ADD PRIMARY KEY (account_id, id),
  DROP CONSTRAINT bulk_chunks_job_id_first_index_key, ADD UNIQUE (account_id, job_id, first_index);
ALTER TABLE contacts DROP CONSTRAINT contacts_pkey, ADD PRIMARY KEY (user_id, id);
ALTER TABLE outbox_events DROP CONSTRAINT outbox_events_pkey, ADD PRIMARY KEY (user_id, id);
DELETE FROM outbox_deliveries WHERE account_id IS NULL;
ALTER TABLE outbox_deliveries ALTER COLUMN account_id SET NOT NULL,
  DROP CONSTRAINT outbox_deliveries_pkey, ADD PRIMARY KEY (account_id, listener, event_id);

-- All in one colocation group: the rows of an account are on one server.
SELECT create_distributed_table('bulk_accounts', 'user_id');
SELECT create_distributed_table('bulk_uploads', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_groups', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_jobs', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_chunks', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_lists', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_list_parts', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_keys', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_turns', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_totals', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bulk_job_times', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('contact_counts', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('contact_gaps', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('contacts', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('outbox_events', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('outbox_deliveries', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('usage_daily', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('quotas', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('quota_reservations', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('verdict_daily', 'user_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('mailbox_evidence', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('bounce_bursts', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('probe_accounts', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('probes', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('probe_log', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('suppressions', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('validated_addresses', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('calibrations', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('policies', 'account_id', colocate_with => 'bulk_accounts');
SELECT create_distributed_table('list_entries', 'account_id', colocate_with => 'bulk_accounts');

ALTER TABLE bulk_groups ADD FOREIGN KEY (user_id, upload_id) REFERENCES bulk_uploads (user_id, id) ON DELETE CASCADE;
ALTER TABLE bulk_jobs ADD FOREIGN KEY (user_id, group_id) REFERENCES bulk_groups (user_id, id) ON DELETE CASCADE;
ALTER TABLE bulk_chunks ADD FOREIGN KEY (account_id, job_id) REFERENCES bulk_jobs (user_id, id) ON DELETE CASCADE;

-- Everything else, the queue, audit_events and billing_hours included, stays on the coordinator.

-- A database of the schema before 0.1.0 gets the tables, columns and names of the baseline beside this folder. Views, functions and triggers are dropped
-- here and created again from the baseline (platform/database/takeover.ts).

DROP VIEW first_owners, bulk_job_resources, bulk_group_resources;
DROP FUNCTION announce_account_change, keep_audit_trail, note_audit_event, audit_user, audit_password, audit_sign_in_link, audit_token, audit_token_change,
  audit_token_roll_over, audit_site_key, audit_subscription, audit_member, audit_invitation, audit_confirmed_address, audit_operator,
  count_listed_jobs, count_removed_jobs, count_listed_groups, count_removed_groups, remove_list_part,
  delete_contacts_of_user, delete_events_of_user, add_owner, note_joined_account, fill_account_of_chunk, fill_account_of_delivery,
  quota_period, count_quota, return_quota, restart_quota, add_pending_units CASCADE;

-- Sessions and users of the earliest version knew one account for each user.
UPDATE sessions SET user_id = people.user_id FROM people WHERE people.id = sessions.person_id AND sessions.user_id IS NULL;
DELETE FROM sessions WHERE user_id IS NULL;
ALTER TABLE sessions ALTER COLUMN user_id SET NOT NULL;
ALTER TABLE people DROP COLUMN user_id;

-- A delivery whose event is gone has no effect.
DELETE FROM outbox_deliveries WHERE account_id IS NULL;
ALTER TABLE outbox_deliveries ALTER COLUMN account_id SET NOT NULL;
ALTER TABLE bulk_chunks ALTER COLUMN account_id SET NOT NULL;

-- Checks that were added for new rows alone. No stored row can violate them.
ALTER TABLE audit_events VALIDATE CONSTRAINT audit_events_detail_check;
ALTER TABLE api_tokens VALIDATE CONSTRAINT api_tokens_scopes_check;

CREATE TABLE learned_hosts (
  kind text CHECK (kind IN ('mail_host', 'name_server')),
  host text COLLATE "C",
  listed bytea[] NOT NULL,
  serves_others boolean NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, host)
);
CREATE INDEX learned_hosts_last_seen_at ON learned_hosts (last_seen_at);
INSERT INTO learned_hosts (kind, host, listed, serves_others, last_seen_at)
  SELECT 'mail_host', host, listed, serves_others, last_seen_at FROM mail_hosts
  UNION ALL SELECT 'name_server', host, listed, serves_others, last_seen_at FROM name_servers;
DROP TABLE mail_hosts, name_servers;

-- Names.
ALTER TABLE users RENAME TO accounts;
ALTER TABLE people RENAME TO users;
ALTER TABLE suppressed_addresses RENAME TO contact_blocklist;
ALTER TABLE registry_hosts RENAME TO host_limits;
ALTER TABLE bulk_lists RENAME TO saved_lists;
ALTER TABLE bulk_list_parts RENAME TO saved_list_parts;

ALTER TABLE api_tokens RENAME COLUMN user_id TO account_id;
ALTER TABLE audit_events RENAME COLUMN person_id TO user_id;
ALTER TABLE bulk_accounts RENAME COLUMN user_id TO account_id;
ALTER TABLE bulk_groups RENAME COLUMN user_id TO account_id;
ALTER TABLE bulk_job_times RENAME COLUMN user_id TO account_id;
ALTER TABLE bulk_jobs RENAME COLUMN user_id TO account_id;
ALTER TABLE bulk_keys RENAME COLUMN user_id TO account_id;
ALTER TABLE saved_list_parts RENAME COLUMN user_id TO account_id;
ALTER TABLE saved_lists RENAME COLUMN user_id TO account_id;
ALTER TABLE bulk_totals RENAME COLUMN user_id TO account_id;
ALTER TABLE bulk_turns RENAME COLUMN user_id TO account_id;
ALTER TABLE bulk_uploads RENAME COLUMN user_id TO account_id;
ALTER TABLE contact_counts RENAME COLUMN user_id TO account_id;
ALTER TABLE contact_gaps RENAME COLUMN user_id TO account_id;
ALTER TABLE contacts RENAME COLUMN user_id TO account_id;
ALTER TABLE devices RENAME COLUMN person_id TO user_id;
ALTER TABLE identities RENAME COLUMN person_id TO user_id;
ALTER TABLE invitations RENAME COLUMN user_id TO account_id;
ALTER TABLE members RENAME COLUMN user_id TO account_id;
ALTER TABLE members RENAME COLUMN person_id TO user_id;
ALTER TABLE outbox_events RENAME COLUMN user_id TO account_id;
ALTER TABLE passkeys RENAME COLUMN person_id TO user_id;
ALTER TABLE removed_members RENAME COLUMN user_id TO account_id;
ALTER TABLE sessions RENAME COLUMN user_id TO account_id;
ALTER TABLE sessions RENAME COLUMN person_id TO user_id;
ALTER TABLE sign_in_links RENAME COLUMN person_id TO user_id;
ALTER TABLE site_keys RENAME COLUMN user_id TO account_id;
ALTER TABLE subscriptions RENAME COLUMN user_id TO account_id;
ALTER TABLE contact_blocklist RENAME COLUMN user_id TO account_id;
ALTER TABLE usage_daily RENAME COLUMN user_id TO account_id;
ALTER TABLE verdict_daily RENAME COLUMN user_id TO account_id;

ALTER TABLE api_tokens RENAME CONSTRAINT api_tokens_user_id_fkey TO api_tokens_account_id_fkey;
ALTER TABLE bulk_accounts RENAME CONSTRAINT bulk_accounts_user_id_fkey TO bulk_accounts_account_id_fkey;
ALTER TABLE bulk_groups RENAME CONSTRAINT bulk_groups_user_id_fkey TO bulk_groups_account_id_fkey;
ALTER TABLE bulk_job_times RENAME CONSTRAINT bulk_job_times_user_id_fkey TO bulk_job_times_account_id_fkey;
ALTER TABLE bulk_jobs RENAME CONSTRAINT bulk_jobs_user_id_fkey TO bulk_jobs_account_id_fkey;
ALTER TABLE bulk_keys RENAME CONSTRAINT bulk_keys_user_id_fkey TO bulk_keys_account_id_fkey;
ALTER TABLE saved_list_parts RENAME CONSTRAINT bulk_list_parts_check TO saved_list_parts_check;
ALTER TABLE saved_list_parts RENAME CONSTRAINT bulk_list_parts_pkey TO saved_list_parts_pkey;
ALTER TABLE saved_list_parts RENAME CONSTRAINT bulk_list_parts_round_check TO saved_list_parts_round_check;
ALTER TABLE saved_list_parts RENAME CONSTRAINT bulk_list_parts_user_id_list_id_fkey TO saved_list_parts_account_id_list_id_fkey;
ALTER TABLE saved_list_parts RENAME CONSTRAINT bulk_list_parts_user_id_list_id_round_part_key TO saved_list_parts_account_id_list_id_round_part_key;
ALTER TABLE saved_lists RENAME CONSTRAINT bulk_lists_parts_check TO saved_lists_parts_check;
ALTER TABLE saved_lists RENAME CONSTRAINT bulk_lists_pkey TO saved_lists_pkey;
ALTER TABLE saved_lists RENAME CONSTRAINT bulk_lists_total_check TO saved_lists_total_check;
ALTER TABLE saved_lists RENAME CONSTRAINT bulk_lists_user_id_fkey TO saved_lists_account_id_fkey;
ALTER TABLE bulk_totals RENAME CONSTRAINT bulk_totals_user_id_fkey TO bulk_totals_account_id_fkey;
ALTER TABLE bulk_turns RENAME CONSTRAINT bulk_turns_user_id_fkey TO bulk_turns_account_id_fkey;
ALTER TABLE bulk_uploads RENAME CONSTRAINT bulk_uploads_user_id_fkey TO bulk_uploads_account_id_fkey;
ALTER TABLE contact_counts RENAME CONSTRAINT contact_counts_user_id_fkey TO contact_counts_account_id_fkey;
ALTER TABLE contact_gaps RENAME CONSTRAINT contact_gaps_user_id_fkey TO contact_gaps_account_id_fkey;
ALTER TABLE devices RENAME CONSTRAINT devices_person_id_fkey TO devices_user_id_fkey;
ALTER TABLE identities RENAME CONSTRAINT identities_person_id_fkey TO identities_user_id_fkey;
ALTER TABLE invitations RENAME CONSTRAINT invitations_user_id_fkey TO invitations_account_id_fkey;
ALTER TABLE members RENAME CONSTRAINT members_user_id_fkey TO members_account_id_fkey;
ALTER TABLE members RENAME CONSTRAINT members_person_id_fkey TO members_user_id_fkey;
ALTER TABLE passkeys RENAME CONSTRAINT passkeys_person_id_fkey TO passkeys_user_id_fkey;
ALTER TABLE users RENAME CONSTRAINT people_check TO users_check;
ALTER TABLE users RENAME CONSTRAINT people_email_check TO users_email_check;
ALTER TABLE users RENAME CONSTRAINT people_email_key TO users_email_key;
ALTER TABLE host_limits RENAME CONSTRAINT registry_hosts_pkey TO host_limits_pkey;
ALTER TABLE removed_members RENAME CONSTRAINT removed_members_user_id_fkey TO removed_members_account_id_fkey;
ALTER TABLE sessions RENAME CONSTRAINT sessions_user_id_fkey TO sessions_account_id_fkey;
ALTER TABLE sessions RENAME CONSTRAINT sessions_person_id_fkey TO sessions_user_id_fkey;
ALTER TABLE sign_in_links RENAME CONSTRAINT sign_in_links_person_id_fkey TO sign_in_links_user_id_fkey;
ALTER TABLE site_keys RENAME CONSTRAINT site_keys_user_id_fkey TO site_keys_account_id_fkey;
ALTER TABLE subscriptions RENAME CONSTRAINT subscriptions_user_id_fkey TO subscriptions_account_id_fkey;
ALTER TABLE contact_blocklist RENAME CONSTRAINT suppressed_addresses_user_id_fkey TO contact_blocklist_account_id_fkey;
ALTER TABLE usage_daily RENAME CONSTRAINT usage_daily_user_id_fkey TO usage_daily_account_id_fkey;
ALTER TABLE accounts RENAME CONSTRAINT users_pkey TO accounts_pkey;
ALTER TABLE users RENAME CONSTRAINT people_pkey TO users_pkey;
ALTER TABLE verdict_daily RENAME CONSTRAINT verdict_daily_user_id_fkey TO verdict_daily_account_id_fkey;
ALTER INDEX api_tokens_user_id RENAME TO api_tokens_account_id;
ALTER INDEX bulk_groups_by_user RENAME TO bulk_groups_by_account;
ALTER INDEX bulk_jobs_by_user RENAME TO bulk_jobs_by_account;
ALTER INDEX bulk_lists_by_fingerprint RENAME TO saved_lists_by_fingerprint;
ALTER INDEX bulk_lists_by_time RENAME TO saved_lists_by_time;
ALTER INDEX contacts_due_by_user RENAME TO contacts_due_by_account;
ALTER INDEX identities_person_id RENAME TO identities_user_id;
ALTER INDEX invitations_user_id RENAME TO invitations_account_id;
ALTER INDEX members_person_id RENAME TO members_user_id;
ALTER INDEX passkeys_person_id RENAME TO passkeys_user_id;
ALTER INDEX sessions_user_id RENAME TO sessions_account_id;
ALTER INDEX sessions_person_id RENAME TO sessions_user_id;
ALTER INDEX sign_in_links_person_id RENAME TO sign_in_links_user_id;
ALTER INDEX site_keys_by_user RENAME TO site_keys_by_account;
ALTER INDEX suppressed_addresses_of_user RENAME TO contact_blocklist_of_account;
ALTER INDEX suppressed_addresses_once RENAME TO contact_blocklist_once;

-- Stored texts of events name the account as the columns do.
UPDATE outbox_events SET body = body - 'userId' || jsonb_build_object('accountId', body->'userId') WHERE body ? 'userId';

-- Tables and columns under the names that the documents and the code use.
ALTER TABLE registry_wanted RENAME TO registry_backlog;
ALTER TABLE registry_backlog RENAME COLUMN wanted TO row_count;
ALTER TABLE registry_backlog RENAME COLUMN tries TO attempts;
ALTER TABLE registry_backlog RENAME COLUMN not_before TO due_at;
ALTER INDEX registry_wanted_pkey RENAME TO registry_backlog_pkey;
ALTER INDEX registry_wanted_by_suffix RENAME TO registry_backlog_by_suffix;

ALTER TABLE registry_hosts RENAME COLUMN failures_in_row TO consecutive_failures;
ALTER TABLE registry_hosts RENAME COLUMN pauses_in_row TO consecutive_pauses;

ALTER TABLE site_visits RENAME TO site_leases;
ALTER TABLE site_leases RENAME COLUMN until TO leased_until;
ALTER INDEX site_visits_pkey RENAME TO site_leases_pkey;

ALTER TABLE contacts RENAME COLUMN awaited TO pending_sources;

ALTER TABLE verified RENAME TO verify_checkpoints;
ALTER INDEX verified_pkey RENAME TO verify_checkpoints_pkey;

ALTER FUNCTION forget_events_of_user() RENAME TO delete_events_of_user;
ALTER TRIGGER users_forget_events ON users RENAME TO users_delete_events;

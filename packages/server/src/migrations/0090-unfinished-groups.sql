-- How many groups are under way is asked whenever metrics are read, however long the history is.
CREATE INDEX bulk_groups_unfinished ON bulk_groups (status) WHERE status IN ('queued', 'parsing', 'processing', 'finalizing');

-- A process may take tasks by more than one queue, each under its own pool_id.
ALTER TABLE queue_processes ADD COLUMN process text NOT NULL DEFAULT gen_random_uuid()::text;

-- Liveness is a heartbeat alone: a row whose seen_at is old belongs to a dead worker. PostgreSQL empties the table after a crash,
-- and every worker is back in it a few seconds later.
ALTER TABLE queue_processes RENAME TO heartbeats;
ALTER TABLE heartbeats RENAME CONSTRAINT queue_processes_pkey TO heartbeats_pkey;
ALTER TABLE heartbeats RENAME COLUMN pool_id TO worker_id;
ALTER TABLE heartbeats RENAME COLUMN beat_at TO seen_at;
ALTER TABLE heartbeats DROP COLUMN lock_id;
ALTER TABLE heartbeats SET UNLOGGED;

-- Tasks that no worker runs until an operator retries them: each ended its process several times.
ALTER TABLE tasks_set_aside RENAME TO quarantine;
ALTER TABLE quarantine RENAME CONSTRAINT tasks_set_aside_pkey TO quarantine_pkey;
ALTER TABLE quarantine RENAME CONSTRAINT tasks_set_aside_task_payload_key TO quarantine_task_payload_key;
ALTER TABLE quarantine RENAME COLUMN deaths TO interruptions;
ALTER TABLE quarantine RENAME COLUMN set_aside_at TO quarantined_at;
ALTER SEQUENCE tasks_set_aside_id_seq RENAME TO quarantine_id_seq;

-- Items (rows of a chunk, events of the outbox) that an isolated task is trying, written before each trial: an item that is
-- still here after its process ended may be what ended it.
CREATE TABLE isolation_trials (
  subject text NOT NULL,
  item text NOT NULL,
  trials smallint NOT NULL DEFAULT 1,
  tried_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject, item)
);

-- The queue counts interruptions in the priority of a task and keeps the last reason as its last_error.
DROP TABLE task_deaths;
ALTER TABLE outbox_deliveries DROP COLUMN deaths;

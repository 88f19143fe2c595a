-- Why a process ended, where its own doing ended it: the event loop stood still, or it crashed.
ALTER TABLE queue_processes ADD COLUMN ended_by text;

-- How often a task was under way in a process that ended so.
CREATE TABLE task_deaths (
  task_id bigint PRIMARY KEY,
  count integer NOT NULL,
  reason text NOT NULL,
  died_at timestamptz NOT NULL DEFAULT now()
);

-- Tasks that are not run any more, until an operator says so: each has ended its process several times.
CREATE TABLE tasks_set_aside (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  task text NOT NULL,
  payload jsonb NOT NULL,
  deaths integer NOT NULL,
  reason text NOT NULL,
  set_aside_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (task, payload)
);

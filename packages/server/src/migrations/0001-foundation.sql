-- Small facts about this installation, by name.
CREATE TABLE settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- The processes that take tasks. Each holds an advisory lock on its lock_id for as long as it lives.
CREATE TABLE queue_processes (
  pool_id text PRIMARY KEY,
  lock_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  beat_at timestamptz NOT NULL DEFAULT now()
);

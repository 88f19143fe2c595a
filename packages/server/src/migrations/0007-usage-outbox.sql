-- What happened, written in the transaction in which it happened. One row may stand for many validations.
-- user_id is no foreign key: many users' validations are committed together, and one who is just being deleted must not
-- make the commit of the others fail. A trigger removes the events of a deleted user instead.
CREATE TABLE outbox_events (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  body jsonb NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_events_by_time ON outbox_events (recorded_at);

CREATE FUNCTION forget_events_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM outbox_events WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_forget_events AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_events_of_user();

-- Who has yet to be told. A row goes in the same transaction as its effect; one whose event is gone has no effect.
CREATE TABLE outbox_deliveries (
  listener text NOT NULL,
  event_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (listener, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The ledger: units by user, day (UTC) and kind ('single' or 'bulk').
CREATE TABLE usage_daily (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL,
  units bigint NOT NULL,
  PRIMARY KEY (user_id, day, kind)
);

-- How many of a day's validations carried each flag of §2.3.
CREATE TABLE verdict_daily (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  flag text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (user_id, day, flag)
);

-- Tickets that were used, until they would have lapsed anyway.
CREATE TABLE playground_used_tickets (
  nonce bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- Uses by network and day (UTC). The network is kept as a keyed hash only.
CREATE TABLE playground_daily (
  network bytea NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (network, day)
);

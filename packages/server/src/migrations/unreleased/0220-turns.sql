-- How accounts take turns in the queue (bulk/state/turns.ts).
-- The turn that the workers have reached. A sequence, because its writers do not wait for one another.
CREATE SEQUENCE bulk_turn;

-- The last turn of an account's waiting tasks, with lookups and without.
CREATE TABLE bulk_turns (
  user_id uuid REFERENCES users ON DELETE CASCADE,
  validate_domain boolean,
  last_turn bigint NOT NULL,
  PRIMARY KEY (user_id, validate_domain)
);

-- How much of a user waits to be enriched: its tasks are dated by that, so that others get their turn.
CREATE INDEX contacts_due_by_user ON contacts (user_id) WHERE due_at IS NOT NULL;

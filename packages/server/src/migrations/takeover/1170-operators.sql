-- Operators see the whole installation in the admin area of the console, across accounts. The command line alone makes a person one.

ALTER TABLE people ADD COLUMN is_operator boolean NOT NULL DEFAULT false;

CREATE FUNCTION audit_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NULL, CASE WHEN NEW.is_operator THEN 'operator_granted' ELSE 'operator_revoked' END, NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER people_audit_operator AFTER UPDATE OF is_operator ON people
  FOR EACH ROW WHEN (OLD.is_operator <> NEW.is_operator) EXECUTE FUNCTION audit_operator();

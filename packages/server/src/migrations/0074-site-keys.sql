-- Keys that web pages carry for all to see. They are no secrets, so they stand here as they are.
CREATE TABLE site_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  origins text[] NOT NULL CHECK (cardinality(origins) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX site_keys_by_user ON site_keys (user_id, id);

CREATE FUNCTION audit_site_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(
    NEW.user_id, CASE WHEN TG_OP = 'INSERT' THEN 'site_key_made' ELSE 'site_key_revoked' END, NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER site_keys_audit_made AFTER INSERT ON site_keys FOR EACH ROW EXECUTE FUNCTION audit_site_key();
CREATE TRIGGER site_keys_audit_revoked AFTER UPDATE OF revoked_at ON site_keys
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_site_key();

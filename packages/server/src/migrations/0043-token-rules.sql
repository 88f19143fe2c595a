-- What a token may be used for, from where, and how often.
ALTER TABLE api_tokens
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{validate,bulk,contacts}'
    CHECK (cardinality(scopes) > 0 AND scopes <@ '{validate,bulk,contacts}'),
  -- Ranges such as 192.0.2.0/24; none means anywhere.
  ADD COLUMN networks text[] NOT NULL DEFAULT '{}',
  ADD COLUMN limit_requests integer CHECK (limit_requests > 0),
  ADD COLUMN limit_window_seconds integer CHECK (limit_window_seconds > 0),
  -- The token that takes its place: this one ends with the overlap.
  ADD COLUMN replaced_by uuid,
  ADD CHECK ((limit_requests IS NULL) = (limit_window_seconds IS NULL));

-- How much of a token's allowance processes have taken in the current window. Windows are numbered from the epoch.
CREATE TABLE token_allowances (
  token_id uuid PRIMARY KEY REFERENCES api_tokens ON DELETE CASCADE,
  window_seconds integer NOT NULL,
  window_number bigint NOT NULL,
  taken integer NOT NULL,
  -- What the last process took.
  granted integer NOT NULL
);

DROP TRIGGER api_tokens_announce ON api_tokens;
CREATE TRIGGER api_tokens_announce
  AFTER DELETE OR UPDATE OF user_id, sha256, permission, expires_at, revoked_at, scopes, networks, limit_requests,
    limit_window_seconds ON api_tokens
  FOR EACH ROW EXECUTE FUNCTION announce_account_change();

CREATE FUNCTION audit_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'token_changed', NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER api_tokens_audit_change
  AFTER UPDATE OF name, scopes, networks, limit_requests, limit_window_seconds ON api_tokens
  FOR EACH ROW WHEN (
    (OLD.name, OLD.scopes, OLD.networks, OLD.limit_requests, OLD.limit_window_seconds)
    IS DISTINCT FROM (NEW.name, NEW.scopes, NEW.networks, NEW.limit_requests, NEW.limit_window_seconds))
  EXECUTE FUNCTION audit_token_change();

CREATE FUNCTION audit_token_roll_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'token_rolled_over', NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER api_tokens_audit_roll_over AFTER UPDATE OF replaced_by ON api_tokens
  FOR EACH ROW WHEN (NEW.replaced_by IS NOT NULL) EXECUTE FUNCTION audit_token_roll_over();

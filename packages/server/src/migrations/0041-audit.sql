-- Who did what to which account, kept for a year. No column can hold an address or a name: ids, words of ours, and the
-- network of a request. account_id references nothing on purpose: the trail outlives the account, and then holds no name.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  account_id uuid,
  action text NOT NULL CHECK (action ~ '^[a-z_]{1,40}$'),
  actor text NOT NULL CHECK (actor IN ('account', 'administration', 'service', 'database')),
  -- The token or session that it was about.
  subject_id uuid,
  detail text CHECK (detail ~ '^[a-z_]{1,40}$'),
  network inet
);
CREATE INDEX audit_events_by_account ON audit_events (account_id, at DESC, id DESC);
CREATE INDEX audit_events_by_time ON audit_events (at DESC, id DESC);

-- Append-only. What may happen to a row later: its network is forgotten (with its account), and it goes after a year.
CREATE FUNCTION keep_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN
    RETURN OLD;
  ELSIF TG_OP = 'UPDATE' AND NEW.network IS NULL AND to_jsonb(NEW) - 'network' = to_jsonb(OLD) - 'network' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only';
END $$;

CREATE TRIGGER audit_events_keep BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION keep_audit_trail();
CREATE TRIGGER audit_events_keep_all BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_trail();

-- Changes note themselves, in their own transaction, whichever way they are made: a route, a command, an operator's psql.
-- Who makes them stands in the settings mailsift.actor and mailsift.network of the transaction (accounts/audit/trail.ts),
-- or in the name of the connection.
CREATE FUNCTION note_audit_event(account_id uuid, action text, subject_id uuid, detail text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO audit_events (account_id, action, actor, subject_id, detail, network)
  VALUES (
    account_id, action,
    coalesce(
      nullif(current_setting('mailsift.actor', true), ''),
      CASE
        WHEN current_setting('application_name') = 'mailsift administration' THEN 'administration'
        WHEN current_setting('application_name') LIKE 'mailsift%' THEN 'service'
        ELSE 'database'
      END
    ),
    subject_id, detail, nullif(current_setting('mailsift.network', true), '')::inet
  )
$$;

CREATE FUNCTION audit_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit_event(NEW.id, 'account_created', NULL, NULL);
  ELSE
    PERFORM note_audit_event(OLD.id, 'account_deleted', NULL, NULL);
    UPDATE audit_events SET network = NULL WHERE account_id = OLD.id AND network IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_audit AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION audit_user();

CREATE FUNCTION audit_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'password_set', NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER credentials_audit AFTER INSERT OR UPDATE OF password ON credentials
  FOR EACH ROW WHEN (NEW.password IS NOT NULL) EXECUTE FUNCTION audit_credential();

CREATE FUNCTION audit_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit_event(NEW.user_id, 'token_issued', NEW.id, NEW.permission);
  ELSE
    PERFORM note_audit_event(OLD.user_id, 'token_revoked', OLD.id, OLD.permission);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER api_tokens_audit_issue AFTER INSERT ON api_tokens FOR EACH ROW EXECUTE FUNCTION audit_token();
CREATE TRIGGER api_tokens_audit_revoke AFTER UPDATE OF revoked_at ON api_tokens
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_token();
-- Cleaning removes only tokens that ended long ago.
CREATE TRIGGER api_tokens_audit_removal AFTER DELETE ON api_tokens
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND (OLD.expires_at IS NULL OR OLD.expires_at > now()))
  EXECUTE FUNCTION audit_token();

CREATE FUNCTION audit_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'subscription_set', NULL, NEW.status);
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_audit AFTER INSERT OR UPDATE ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION audit_subscription();

-- The second factor: better-auth's columns under names of our own. Secret and backup codes are encrypted by SECRET.
ALTER TABLE users ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;
CREATE TABLE two_factors (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  failed_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);

-- RFC 6238 §5.2: a code counts once, although it is shown for half a minute.
CREATE TABLE used_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code text NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, code)
);

-- Links that sign in once or set a password once. Only the hash of the secret is kept.
CREATE TABLE sign_in_links (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'password_reset')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_links_user_id ON sign_in_links (user_id);

CREATE FUNCTION audit_sign_in_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'link_made', NULL, NEW.purpose);
  RETURN NULL;
END $$;
CREATE TRIGGER sign_in_links_audit AFTER INSERT ON sign_in_links
  FOR EACH ROW EXECUTE FUNCTION audit_sign_in_link();

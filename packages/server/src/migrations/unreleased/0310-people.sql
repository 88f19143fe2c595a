-- Sign-in in plain tables. A row of users is an account: the id that jobs, tokens and contacts belong to. A row of people is a person who
-- signs in to it. Today an account has one person; membership in several accounts needs one more table and no change of these.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  -- A PHC string, which names its algorithm and cost. Null for a person who signs in by links alone.
  password_hash text,
  -- The second factor, encrypted by SECRET (accounts/users/sealed.ts). It is set up first, and on once it is confirmed.
  totp_secret text,
  backup_codes text,
  totp_confirmed boolean NOT NULL DEFAULT false CHECK (NOT totp_confirmed OR (totp_secret, backup_codes) IS NOT NULL),
  -- RFC 6238 §5.2: a code is accepted once. Codes of this half minute (counted from the epoch) and of earlier ones are spent.
  totp_last_step bigint NOT NULL DEFAULT 0,
  failed_codes integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Hashes were "salt:key" in hexadecimal, whose salt is the text itself; the cost was always the same.
INSERT INTO people (id, user_id, email, name, password_hash, totp_secret, backup_codes, totp_confirmed, totp_last_step, failed_codes,
  locked_until, created_at)
SELECT u.id, u.id, u.email, u.name,
  CASE WHEN c.password ~ '^[0-9a-f]+:[0-9a-f]{128}$' THEN
    '$scrypt$ln=14,r=16,p=1$' || rtrim(encode(convert_to(split_part(c.password, ':', 1), 'UTF8'), 'base64'), '=')
    || '$' || rtrim(translate(encode(decode(split_part(c.password, ':', 2), 'hex'), 'base64'), E'\n', ''), '=')
  END,
  regexp_replace(f.secret, '^\$ba\$(\d+)\$', 'v1.\1.'),
  regexp_replace(f.backup_codes, '^\$ba\$(\d+)\$', 'v1.\1.'),
  u.two_factor_enabled AND f.id IS NOT NULL,
  coalesce((SELECT floor(extract(epoch FROM max(used_at)) / 30) + 1 FROM used_codes WHERE user_id = u.id), 0),
  coalesce(f.failed_count, 0), f.locked_until, u.created_at
FROM users u
LEFT JOIN credentials c ON c.user_id = u.id AND c.provider_id = 'credential'
LEFT JOIN two_factors f ON f.user_id = u.id;

-- A session is found by the hash of its token, as an API token is: nothing that is stored signs in.
ALTER TABLE sessions DROP CONSTRAINT sessions_user_id_fkey;
ALTER TABLE sessions RENAME COLUMN user_id TO person_id;
ALTER TABLE sessions RENAME COLUMN updated_at TO last_used_at;
ALTER INDEX sessions_user_id RENAME TO sessions_person_id;
ALTER TABLE sessions
  ADD COLUMN sha256 bytea UNIQUE CHECK (octet_length(sha256) = 32),
  ADD FOREIGN KEY (person_id) REFERENCES people ON DELETE CASCADE;
UPDATE sessions SET sha256 = sha256(convert_to(token, 'UTF8'));
ALTER TABLE sessions
  ALTER COLUMN sha256 SET NOT NULL,
  DROP COLUMN token,
  DROP COLUMN ip_address,
  DROP COLUMN user_agent;

ALTER TABLE sign_in_links DROP CONSTRAINT sign_in_links_user_id_fkey;
ALTER TABLE sign_in_links RENAME COLUMN user_id TO person_id;
ALTER INDEX sign_in_links_user_id RENAME TO sign_in_links_person_id;
ALTER TABLE sign_in_links ADD FOREIGN KEY (person_id) REFERENCES people ON DELETE CASCADE;
CREATE OR REPLACE FUNCTION audit_sign_in_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event((SELECT user_id FROM people WHERE id = NEW.person_id), 'link_made', NULL, NEW.purpose);
  RETURN NULL;
END $$;

DROP TABLE credentials, two_factors, used_codes, verifications;
DROP FUNCTION audit_credential;
ALTER TABLE users
  DROP COLUMN email,
  DROP COLUMN email_verified,
  DROP COLUMN name,
  DROP COLUMN image,
  DROP COLUMN two_factor_enabled,
  DROP COLUMN updated_at;

CREATE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'password_set', NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER people_audit_password AFTER INSERT OR UPDATE OF password_hash ON people
  FOR EACH ROW WHEN (NEW.password_hash IS NOT NULL) EXECUTE FUNCTION audit_password();

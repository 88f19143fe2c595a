-- People are members of accounts, and a person can belong to several. people.user_id stays for nodes of 0.1.0, which know one account for each
-- person: it is the account that the person was created with, and null for people who joined by invitation.

CREATE TABLE members (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, person_id)
);
CREATE INDEX members_person_id ON members (person_id);

INSERT INTO members (user_id, person_id, role, created_at) SELECT user_id, id, 'owner', created_at FROM people;

ALTER TABLE people ALTER COLUMN user_id DROP NOT NULL;

-- Whoever is created with an account owns it. Its name precedes those of the triggers that note events for the accounts of a person.
CREATE FUNCTION add_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO members (user_id, person_id, role) VALUES (NEW.user_id, NEW.id, 'owner');
  RETURN NULL;
END $$;
CREATE TRIGGER people_add_owner AFTER INSERT ON people
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION add_owner();

-- The first owner of each account: its address and name represent the account where one line has to.
CREATE VIEW first_owners AS
  SELECT DISTINCT ON (m.user_id) m.user_id, p.id AS person_id, p.email, p.name
  FROM members m JOIN people p ON p.id = m.person_id
  WHERE m.role = 'owner'
  ORDER BY m.user_id, m.created_at, m.person_id;

-- Null: the account is shown by the address of its first owner.
ALTER TABLE users ADD COLUMN name text;

-- The account that the session works in; null for sessions of 0.1.0, which work in people.user_id.
ALTER TABLE sessions ADD COLUMN user_id uuid REFERENCES users ON DELETE CASCADE;
CREATE INDEX sessions_user_id ON sessions (user_id);

ALTER TABLE api_tokens ADD COLUMN created_by uuid REFERENCES people ON DELETE SET NULL;
CREATE INDEX api_tokens_created_by ON api_tokens (created_by);

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Only the hash of the link's secret is stored.
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  -- Only this address can accept; null for any.
  email text CHECK (email = lower(email)),
  invited_by uuid REFERENCES people ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX invitations_user_id ON invitations (user_id);
CREATE INDEX invitations_invited_by ON invitations (invited_by);

-- The person who acted, if one did: an id that outlives the person, as account_id outlives the account.
ALTER TABLE audit_events ADD COLUMN person_id uuid;

CREATE OR REPLACE FUNCTION note_audit_event(account_id uuid, action text, subject_id uuid, detail text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO audit_events (account_id, action, actor, subject_id, detail, network, person_id)
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
    subject_id, detail, nullif(current_setting('mailsift.network', true), '')::inet,
    nullif(current_setting('mailsift.person', true), '')::uuid
  )
$$;

-- A password and a link open every account of the person.
CREATE OR REPLACE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(user_id, 'password_set', NEW.id, NULL) FROM members WHERE person_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION audit_sign_in_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(user_id, 'link_made', NEW.person_id, NEW.purpose) FROM members WHERE person_id = NEW.person_id;
  RETURN NULL;
END $$;

-- Members who come or go with their account are not noted: the account's own event says so.
CREATE FUNCTION audit_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_audit_event(OLD.user_id, 'member_removed', OLD.person_id, OLD.role);
  ELSE
    PERFORM note_audit_event(
      NEW.user_id, CASE TG_OP WHEN 'INSERT' THEN 'member_added' ELSE 'role_changed' END, NEW.person_id, NEW.role);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER members_audit AFTER INSERT OR DELETE OR UPDATE OF role ON members
  FOR EACH ROW EXECUTE FUNCTION audit_member();

CREATE FUNCTION audit_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'invitation_made', NEW.id, NEW.role);
  RETURN NULL;
END $$;
CREATE TRIGGER invitations_audit AFTER INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION audit_invitation();

-- Who has proved that an address is theirs: by a mail to it, by an identity provider that verified it, or through the administration. A person
-- who joined by a link alone has not, and works only in the account that they joined first (docs/decisions/0051-confirmed-addresses.md).

ALTER TABLE people
  ADD COLUMN address_confirmed boolean NOT NULL DEFAULT false,
  -- The account that the person joined first. It references nothing: after it is gone, an unconfirmed person works in no other account.
  ADD COLUMN joined_account uuid;

-- People who were created with their account came by a mailed link or through the administration. What is stored of all others proves nothing:
-- whoever made their invitation had its link, too.
UPDATE people SET
  address_confirmed = user_id IS NOT NULL,
  joined_account = (SELECT m.user_id FROM members m WHERE m.person_id = people.id ORDER BY m.created_at, m.user_id LIMIT 1);

CREATE FUNCTION note_joined_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE people SET joined_account = NEW.user_id WHERE id = NEW.person_id AND joined_account IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER members_note_joined_account AFTER INSERT ON members FOR EACH ROW EXECUTE FUNCTION note_joined_account();

CREATE FUNCTION audit_confirmed_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(user_id, 'address_confirmed', NEW.id, NULL) FROM members WHERE person_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER people_audit_confirmed_address AFTER UPDATE OF address_confirmed ON people
  FOR EACH ROW WHEN (NOT OLD.address_confirmed AND NEW.address_confirmed) EXECUTE FUNCTION audit_confirmed_address();

-- The second secret of an invitation, which is only in its mail: whoever has it reads the mailbox of the address. Null: it was not mailed.
ALTER TABLE invitations ADD COLUMN proof_sha256 bytea CHECK (octet_length(proof_sha256) = 32);

-- Whether using the link proves the address: it was mailed there and shown to nobody else, or the administration has made it.
ALTER TABLE sign_in_links ADD COLUMN confirms boolean NOT NULL DEFAULT false;
ALTER TABLE sign_in_links DROP CONSTRAINT IF EXISTS sign_in_links_purpose_check,
  ADD CONSTRAINT sign_in_links_purpose_check CHECK (purpose IN ('sign_in', 'password_reset', 'confirm_address'));

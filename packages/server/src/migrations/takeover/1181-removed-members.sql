-- Who was removed from an account by another member: single sign-on does not bring them back, an invitation does. A removed person without
-- another account is deleted, so that the rows hold hashes of the address and of the identities (accounts/members/removed-members.ts).
CREATE TABLE removed_members (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, sha256)
);

-- Devices that a person has signed in from, each by the hash of its cookie: a sign-in from another one is reported by mail.
CREATE TABLE devices (
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, sha256)
);

-- Whether the person gets a mail when a long list is done.
ALTER TABLE people ADD COLUMN notify_list_completed boolean NOT NULL DEFAULT false;

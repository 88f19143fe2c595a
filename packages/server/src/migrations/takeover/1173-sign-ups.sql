-- Sign-ups that wait for their confirmation by mail. Only the hash of the link's secret is stored.
CREATE TABLE sign_ups (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  email text NOT NULL CHECK (email = lower(email)),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ups_email ON sign_ups (email);

-- Challenges whose proof of work was used, until they would have expired.
CREATE TABLE used_challenges (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  expires_at timestamptz NOT NULL
);

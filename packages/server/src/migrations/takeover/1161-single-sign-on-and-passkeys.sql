-- Single sign-on by OpenID Connect, and passkeys. Both belong to people, and are gone with them.

-- An identity is the issuer and the subject that it names, never the address: addresses change hands. Only the hash of the subject is
-- stored, because some providers use an address as the subject.
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  -- The id of the provider in OIDC_PROVIDERS.
  provider text NOT NULL,
  issuer text NOT NULL,
  subject_sha256 bytea NOT NULL CHECK (octet_length(subject_sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  UNIQUE (issuer, subject_sha256)
);
CREATE INDEX identities_person_id ON identities (person_id);

-- The session at the provider that a session began with: the provider ends both, and so does the person.
CREATE TABLE session_identities (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  identity_id uuid NOT NULL REFERENCES identities ON DELETE CASCADE,
  -- The hash of the provider's own session id, where it names one.
  sid_sha256 bytea,
  -- Encrypted by SECRET (platform/sealed.ts): the hint for signing out at the provider.
  id_token text
);
CREATE INDEX session_identities_identity_id ON session_identities (identity_id);

-- What a browser has begun and not finished: a visit to a provider, its result, or a challenge for a passkey. Each is used once, by the
-- browser or the session that began it.
CREATE TABLE sign_in_attempts (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  purpose text NOT NULL CHECK (purpose ~ '^[a-z_]{1,40}$'),
  browser_sha256 bytea NOT NULL CHECK (octet_length(browser_sha256) = 32),
  -- Only this session can finish it; null where no one is signed in yet.
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  content jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_expires_at ON sign_in_attempts (expires_at);
CREATE INDEX sign_in_attempts_session_id ON sign_in_attempts (session_id);

-- Logout tokens that were received: each is accepted once.
CREATE TABLE used_logout_tokens (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  expires_at timestamptz NOT NULL
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- COSE, as the authenticator sent it.
  public_key bytea NOT NULL,
  -- Counts up with each use, unless the authenticator does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  -- Whether it is synchronized between devices.
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_person_id ON passkeys (person_id);

-- Who may call. Everything a user has references users ON DELETE CASCADE, here and in every later migration:
-- deleting the user deletes it all.

-- users, sessions, credentials and verifications are better-auth's tables under names of our own.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  image text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- A password is the credential of provider 'credential'; the token columns are for outside identity providers.
CREATE TABLE credentials (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX credentials_user_id ON credentials (user_id);

CREATE TABLE verifications (
  id uuid PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_identifier ON verifications (identifier);

CREATE TABLE api_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  permission text NOT NULL CHECK (permission IN ('read', 'write')),
  name text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_tokens_user_id ON api_tokens (user_id);

CREATE TABLE subscriptions (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  plan text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'past_due', 'canceled')),
  period_end timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Every process keeps token look-ups for seconds. Whatever makes one stale is announced by the database itself, so that
-- no way of changing the rows (a route, a command, a cascade, an operator's psql) can forget to.
CREATE FUNCTION announce_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changed', coalesce(NEW.user_id, OLD.user_id)::text);
  RETURN NULL;
END $$;

-- last_used_at is left out: it changes all the time and decides nothing.
CREATE TRIGGER api_tokens_announce
  AFTER DELETE OR UPDATE OF user_id, sha256, permission, expires_at, revoked_at ON api_tokens
  FOR EACH ROW EXECUTE FUNCTION announce_account_change();

CREATE TRIGGER subscriptions_announce
  AFTER INSERT OR UPDATE OR DELETE ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION announce_account_change();

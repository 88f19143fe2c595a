-- Accounts whose members need a second factor.
ALTER TABLE users ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;
-- Sessions that began with two factors at once: a passkey, or an identity provider that says so. People with an authenticator app need no mark.
ALTER TABLE sessions ADD COLUMN multi_factor boolean NOT NULL DEFAULT false;

-- Sources whose bounces are picked up from an IMAP mailbox (docs/guides/bounces.md). The password is sealed_key.
ALTER TABLE bounce_sources ADD COLUMN mailbox jsonb;
-- The messages of the folder up to this one are read (RFC 9051 §2.3.1.1).
ALTER TABLE bounce_sources ADD COLUMN uid_validity bigint;
ALTER TABLE bounce_sources ADD COLUMN last_uid bigint NOT NULL DEFAULT 0;
-- When it was last read to its end, why it was not, and how often in a row the sign-in failed.
ALTER TABLE bounce_sources ADD COLUMN picked_up_at timestamptz;
ALTER TABLE bounce_sources ADD COLUMN problem text;
ALTER TABLE bounce_sources ADD COLUMN sign_in_failures integer NOT NULL DEFAULT 0;

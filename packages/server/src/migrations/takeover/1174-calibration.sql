-- How many of the validated addresses bounced (docs/contract.md §10.30): both sides carry the same short hash.

-- 8 bytes of a keyed hash that is cheap enough for every validated address; null for evidence from before.
ALTER TABLE mailbox_evidence ADD COLUMN short_hash bytea CHECK (octet_length(short_hash) = 8);

-- Format 1: entries of 12 bytes, 8 of the short hash and 4 of the verdict.
ALTER TABLE validated_addresses ADD COLUMN format smallint NOT NULL DEFAULT 1;
-- Of the secret that keys the hashes.
ALTER TABLE validated_addresses ADD COLUMN key_version integer NOT NULL DEFAULT 0;

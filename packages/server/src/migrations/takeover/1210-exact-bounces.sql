-- A bounce belongs to the exact address, with the server's words; bounces can be undone, and bursts of them are held (docs/decisions/0055-exact-bounces.md).

-- `hash` is now that of the mailbox: of karl+shop@ itself, unless its provider is known to deliver tags to karl@.
-- `person_hash` is that of the normalized address, so that everything about a person can be found. Null: written by an earlier version.
ALTER TABLE mailbox_evidence ADD COLUMN person_hash bytea CHECK (octet_length(person_hash) = 32);
-- counts | held: part of a burst that nobody has decided on | discarded: of such a burst | undone: by a person | unassigned: written by an earlier version, which did not
-- know the exact address. Only what counts has an effect.
ALTER TABLE mailbox_evidence ADD COLUMN state text NOT NULL DEFAULT 'counts'
  CHECK (state IN ('counts', 'held', 'discarded', 'undone', 'unassigned'));
ALTER TABLE mailbox_evidence ADD COLUMN state_at timestamptz;
-- The server's words; addresses are replaced.
ALTER TABLE mailbox_evidence ADD COLUMN reply text CHECK (length(reply) <= 500);
-- upload | events | person | probe, or the id of a bounce source, which may have been removed since.
ALTER TABLE mailbox_evidence ADD COLUMN origin text;
-- Keyed hashes by which a burst is found: of the words without addresses and hosts, the recipient's domain, and the operator of its mail. Null for what can be in none.
ALTER TABLE mailbox_evidence ADD COLUMN text_hash bytea CHECK (octet_length(text_hash) = 32);
ALTER TABLE mailbox_evidence ADD COLUMN domain_hash bytea;
ALTER TABLE mailbox_evidence ADD COLUMN operator_hash bytea;
ALTER TABLE mailbox_evidence ADD COLUMN burst_id uuid;
-- Only while it is held, so that the address can be suppressed when a person applies the burst.
ALTER TABLE mailbox_evidence ADD COLUMN address text CHECK (address IS NULL OR state = 'held');
CREATE INDEX mailbox_evidence_text ON mailbox_evidence (account_id, text_hash, happened_at) WHERE text_hash IS NOT NULL;
CREATE INDEX mailbox_evidence_burst ON mailbox_evidence (account_id, burst_id) WHERE burst_id IS NOT NULL;
CREATE INDEX mailbox_evidence_person ON mailbox_evidence (person_hash) WHERE person_hash IS NOT NULL;

-- As in mailbox_evidence. A bounce without a person_hash was written by an earlier version and does not count.
ALTER TABLE suppressions ADD COLUMN person_hash bytea CHECK (octet_length(person_hash) = 32);
ALTER TABLE suppressions ADD COLUMN origin text;
CREATE INDEX suppressions_person ON suppressions (person_hash) WHERE person_hash IS NOT NULL;

-- A suppression has the address as the report wrote it: without a tag, that is the exact address. Yahoo's tags begin with a hyphen.
UPDATE suppressions SET person_hash = hash
WHERE reason = 'bounce' AND email !~ '[+].*@' AND NOT (email ~ '-.*@' AND email ~* '@(yahoo|ymail|rocketmail|myyahoo)[.]');
DELETE FROM suppressions WHERE reason = 'bounce' AND person_hash IS NULL;
-- What speaks against a mailbox and cannot be tied to its exact address loses its effect.
UPDATE mailbox_evidence AS e SET state = 'unassigned', state_at = now()
WHERE class IN ('no_such_mailbox', 'domain_gone', 'mailbox_full') AND NOT EXISTS (
  SELECT FROM suppressions s WHERE s.account_id = e.account_id AND s.hash = e.hash AND s.reason = 'bounce');
ALTER TABLE mailbox_evidence ALTER COLUMN state SET DEFAULT 'unassigned';

-- Many bounces with one text from many operators within an hour: a fault of the sender, more likely than so many missing mailboxes.
CREATE TABLE bounce_bursts (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  id uuid NOT NULL,
  text_hash bytea NOT NULL CHECK (octet_length(text_hash) = 32),
  -- The words of its first report.
  reply text NOT NULL CHECK (length(reply) <= 500),
  state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'applied', 'discarded')),
  -- When its first and last report happened.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  held_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  PRIMARY KEY (account_id, id),
  CHECK ((state = 'held') = (decided_at IS NULL))
);
CREATE INDEX bounce_bursts_text ON bounce_bursts (account_id, text_hash);
CREATE INDEX bounce_bursts_held_at ON bounce_bursts (held_at);

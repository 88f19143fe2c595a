-- Mails of a source that had no effect, because they name too many recipients or could not be read in time (docs/contract.md §10.31).
ALTER TABLE bounce_sources ADD COLUMN ignored_count integer NOT NULL DEFAULT 0;
ALTER TABLE bounce_sources ADD COLUMN ignored_at timestamptz;

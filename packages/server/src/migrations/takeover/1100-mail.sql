-- The keys of mails that were queued, so that none is sent twice. The mails themselves are encrypted tasks of the queue.
CREATE TABLE queued_mails (
  key_sha256 bytea PRIMARY KEY CHECK (octet_length(key_sha256) = 32),
  queued_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX queued_mails_queued_at ON queued_mails (queued_at);

-- Chunks and deliveries name their account, so that every statement can find its rows by account, as a database that is distributed by
-- account requires (docs/scale.md). The column is not named user_id: statements of 0.1.0 join chunks with jobs and use that name without a
-- table, which would become ambiguous.

ALTER TABLE bulk_chunks ADD COLUMN account_id uuid;
ALTER TABLE outbox_deliveries ADD COLUMN account_id uuid;

UPDATE bulk_chunks SET account_id = job.user_id FROM bulk_jobs job WHERE job.id = bulk_chunks.job_id;
UPDATE outbox_deliveries SET account_id = event.user_id FROM outbox_events event WHERE event.id = outbox_deliveries.event_id;

-- Nodes of 0.1.0 insert without the column.
CREATE FUNCTION fill_account_of_chunk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := (SELECT user_id FROM bulk_jobs WHERE id = NEW.job_id);
  RETURN NEW;
END $$;
CREATE TRIGGER bulk_chunks_fill_account BEFORE INSERT ON bulk_chunks
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_chunk();

-- An event that is gone leaves its deliveries without an account; they have no effect.
CREATE FUNCTION fill_account_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := (SELECT user_id FROM outbox_events WHERE id = NEW.event_id);
  RETURN NEW;
END $$;
CREATE TRIGGER outbox_deliveries_fill_account BEFORE INSERT ON outbox_deliveries
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_delivery();

-- The same columns as before. The children of a group are those of its account.
CREATE OR REPLACE VIEW bulk_group_resources AS
SELECT g.id, g.user_id, g.upload_id, g.email_column, g.validate_domain,
  CASE WHEN g.expires_at <= now() THEN 'expired' ELSE g.status END AS status,
  g.total, coalesce(children.success, 0) AS success, coalesce(children.errors, 0) AS errors, g.failure, g.result_prefix,
  g.csv_key IS NOT NULL AND g.expires_at > now() AS download_ready,
  g.created_at, greatest(g.updated_at, children.updated_at) AS updated_at, g.expires_at
FROM bulk_groups g CROSS JOIN LATERAL (
  SELECT sum(success) AS success, sum(errors) AS errors, max(updated_at) AS updated_at
  FROM bulk_jobs WHERE group_id = g.id AND bulk_jobs.user_id = g.user_id
) AS children;

-- The job and group resources (§2.4, §2.6) as the API shows them. A submission is expired from the moment its time is up, not
-- from the minute in which the sweep stores it.
CREATE VIEW bulk_job_resources AS
SELECT id, user_id, group_id, ordinal, row_offset, validate_domain,
  CASE WHEN expires_at <= now() THEN 'expired' ELSE status END AS status,
  total, success, errors, failure, csv_key IS NOT NULL AND expires_at > now() AS download_ready,
  created_at, updated_at, expires_at
FROM bulk_jobs;

-- The counters are those of the children at this moment: there is no second copy that could disagree.
CREATE VIEW bulk_group_resources AS
SELECT g.id, g.user_id, g.upload_id, g.email_column, g.validate_domain,
  CASE WHEN g.expires_at <= now() THEN 'expired' ELSE g.status END AS status,
  g.total, coalesce(children.success, 0) AS success, coalesce(children.errors, 0) AS errors, g.failure, g.result_prefix,
  g.csv_key IS NOT NULL AND g.expires_at > now() AS download_ready,
  g.created_at, greatest(g.updated_at, children.updated_at) AS updated_at, g.expires_at
FROM bulk_groups g CROSS JOIN LATERAL (
  SELECT sum(success) AS success, sum(errors) AS errors, max(updated_at) AS updated_at
  FROM bulk_jobs WHERE group_id = g.id
) AS children;

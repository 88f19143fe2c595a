-- How many jobs an account's list has in each ten minutes. The list is paged by number, and its middle would otherwise be found by
-- counting every job before it: with these, the page's ten minutes are found first.
CREATE TABLE bulk_job_times (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  span timestamptz NOT NULL,
  jobs integer NOT NULL,
  PRIMARY KEY (user_id, span)
);

-- Children of groups are not in the list.
INSERT INTO bulk_job_times (user_id, span, jobs)
SELECT user_id, date_bin('10 minutes', created_at, 'epoch'), count(*) FROM bulk_jobs WHERE group_id IS NULL GROUP BY 1, 2;

CREATE FUNCTION count_listed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_job_times AS listed (user_id, span, jobs)
  SELECT user_id, date_bin('10 minutes', created_at, 'epoch'), count(*) FROM made WHERE group_id IS NULL
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (user_id, span) DO UPDATE SET jobs = listed.jobs + excluded.jobs;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_jobs_listed AFTER INSERT ON bulk_jobs REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed_jobs();

CREATE FUNCTION count_removed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two removals do not wait for one another.
  PERFORM FROM bulk_job_times WHERE (user_id, span) IN (
    SELECT user_id, date_bin('10 minutes', created_at, 'epoch') FROM gone WHERE group_id IS NULL)
  ORDER BY user_id, span FOR UPDATE;
  UPDATE bulk_job_times AS listed SET jobs = listed.jobs - removed.jobs FROM (
    SELECT user_id, date_bin('10 minutes', created_at, 'epoch') AS span, count(*) AS jobs FROM gone
    WHERE group_id IS NULL GROUP BY 1, 2) AS removed
  WHERE listed.user_id = removed.user_id AND listed.span = removed.span;
  DELETE FROM bulk_job_times WHERE jobs = 0 AND (user_id, span) IN (
    SELECT user_id, date_bin('10 minutes', created_at, 'epoch') FROM gone);
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_jobs_removed AFTER DELETE ON bulk_jobs REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_jobs();

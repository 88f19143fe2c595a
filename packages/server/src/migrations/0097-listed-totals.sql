-- How many jobs an account's list has in all: every page says so, and summing up its ten minutes takes longer with each day.
CREATE TABLE bulk_job_totals (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  jobs integer NOT NULL
);
INSERT INTO bulk_job_totals (user_id, jobs) SELECT user_id, sum(jobs) FROM bulk_job_times GROUP BY 1;

CREATE OR REPLACE FUNCTION count_listed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_job_totals AS total (user_id, jobs)
  SELECT user_id, count(*) FROM made WHERE group_id IS NULL GROUP BY 1 ORDER BY 1
  ON CONFLICT (user_id) DO UPDATE SET jobs = total.jobs + excluded.jobs;
  INSERT INTO bulk_job_times AS listed (user_id, span, jobs)
  SELECT user_id, date_bin('10 minutes', created_at, 'epoch'), count(*) FROM made WHERE group_id IS NULL
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (user_id, span) DO UPDATE SET jobs = listed.jobs + excluded.jobs;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_removed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two removals do not wait for one another.
  PERFORM FROM bulk_job_totals WHERE user_id IN (SELECT user_id FROM gone WHERE group_id IS NULL) ORDER BY user_id FOR UPDATE;
  UPDATE bulk_job_totals AS total SET jobs = total.jobs - removed.jobs FROM (
    SELECT user_id, count(*) AS jobs FROM gone WHERE group_id IS NULL GROUP BY 1) AS removed
  WHERE total.user_id = removed.user_id;
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

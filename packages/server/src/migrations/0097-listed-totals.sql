-- How many jobs and groups an account's lists have in all: every page says so, and counting them takes longer with each day.
CREATE TABLE bulk_totals (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  jobs integer NOT NULL DEFAULT 0,
  groups integer NOT NULL DEFAULT 0
);
INSERT INTO bulk_totals (user_id, jobs) SELECT user_id, sum(jobs) FROM bulk_job_times GROUP BY 1;
INSERT INTO bulk_totals AS total (user_id, groups) SELECT user_id, count(*) FROM bulk_groups GROUP BY 1
ON CONFLICT (user_id) DO UPDATE SET groups = excluded.groups;

CREATE FUNCTION count_listed_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_totals AS total (user_id, groups) SELECT user_id, count(*) FROM made GROUP BY 1 ORDER BY 1
  ON CONFLICT (user_id) DO UPDATE SET groups = total.groups + excluded.groups;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_groups_listed AFTER INSERT ON bulk_groups REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed_groups();

CREATE FUNCTION count_removed_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM bulk_totals WHERE user_id IN (SELECT user_id FROM gone) ORDER BY user_id FOR UPDATE;
  UPDATE bulk_totals AS total SET groups = total.groups - removed.groups FROM (
    SELECT user_id, count(*) AS groups FROM gone GROUP BY 1) AS removed
  WHERE total.user_id = removed.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_groups_removed AFTER DELETE ON bulk_groups REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_groups();

CREATE OR REPLACE FUNCTION count_listed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_totals AS total (user_id, jobs)
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
  PERFORM FROM bulk_totals WHERE user_id IN (SELECT user_id FROM gone WHERE group_id IS NULL) ORDER BY user_id FOR UPDATE;
  UPDATE bulk_totals AS total SET jobs = total.jobs - removed.jobs FROM (
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

-- Credits that an account may use in a month, where its plan limits them. Plans are configuration; the database knows only what is used.

-- The day of the month on which credits renew. Null: the first.
ALTER TABLE subscriptions ADD COLUMN anchor date;
-- Until when an account whose payment is overdue keeps its access. Null: it has none.
ALTER TABLE subscriptions ADD COLUMN grace_until timestamptz;

-- The month of an account that contains `today`. A month that has no such day starts on its last.
CREATE FUNCTION quota_period(anchor date, today date, OUT period_start date, OUT period_end date) LANGUAGE sql IMMUTABLE AS $$
  SELECT (first + make_interval(months => n))::date, (first + make_interval(months => n + 1))::date
  FROM (SELECT coalesce(anchor, date_trunc('month', today)::date) AS first) AS given,
    LATERAL (SELECT ((extract(year FROM today) - extract(year FROM first)) * 12 + extract(month FROM today) - extract(month FROM first))::int AS months) AS passed,
    LATERAL (SELECT CASE WHEN (first + make_interval(months => months))::date <= today THEN months ELSE months - 1 END AS n) AS found
$$;

-- What an account has used in its month: a sum of its usage that is kept for admission. The ledger and the outbox are the truth, by which
-- it is made and corrected (usage/quota/state.ts). Its row is the lock of all reservations of the account.
CREATE TABLE quotas (
  account_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  period_start date NOT NULL,
  period_end date NOT NULL,
  used bigint NOT NULL,
  warned boolean NOT NULL DEFAULT false
);

-- Credits that are set aside: for a list, until it ends; for an API process, until it has used or returned them, or has ended.
CREATE TABLE quota_reservations (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A job, a group, or the share of an API process.
  id uuid NOT NULL,
  units bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX quota_reservations_expires_at ON quota_reservations (expires_at);

-- An event of an account with limited credits names its reservation. It counts in the transaction that stores it, and only once, as the
-- event itself does. Events of other accounts are not touched.
CREATE FUNCTION count_quota() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  more bigint := (NEW.body->>'units')::bigint;
  day date := (NEW.recorded_at AT TIME ZONE 'UTC')::date;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    more := more - (OLD.body->>'units')::bigint;
  END IF;
  UPDATE quotas SET used = used + more WHERE account_id = NEW.user_id AND day >= period_start AND day < period_end;
  UPDATE quota_reservations SET units = units - more WHERE account_id = NEW.user_id AND id = (NEW.body->>'quota')::uuid;
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_events_count_quota AFTER INSERT ON outbox_events
  FOR EACH ROW WHEN (NEW.body ? 'quota') EXECUTE FUNCTION count_quota();
CREATE TRIGGER outbox_events_recount_quota AFTER UPDATE OF body ON outbox_events
  FOR EACH ROW WHEN (NEW.body ? 'quota' AND OLD.body->'units' <> NEW.body->'units') EXECUTE FUNCTION count_quota();

-- What a list has not used is returned when it ends, however it ends.
CREATE FUNCTION return_quota() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM quota_reservations WHERE account_id = NEW.user_id AND id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_jobs_return_quota AFTER UPDATE OF status ON bulk_jobs
  FOR EACH ROW WHEN (NEW.group_id IS NULL AND OLD.status IN ('pending', 'processing') AND NEW.status NOT IN ('pending', 'processing'))
  EXECUTE FUNCTION return_quota();
CREATE TRIGGER bulk_groups_return_quota AFTER UPDATE OF status ON bulk_groups
  FOR EACH ROW WHEN (OLD.status IN ('queued', 'parsing', 'processing', 'finalizing')
    AND NEW.status NOT IN ('queued', 'parsing', 'processing', 'finalizing'))
  EXECUTE FUNCTION return_quota();

-- Usage of an account without a limit is not counted here. Under another plan, the sum is made again when it is first needed.
CREATE FUNCTION restart_quota() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM quotas WHERE account_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_restart_quota AFTER UPDATE OF plan, anchor ON subscriptions
  FOR EACH ROW WHEN ((OLD.plan, OLD.anchor) IS DISTINCT FROM (NEW.plan, NEW.anchor)) EXECUTE FUNCTION restart_quota();

-- How many requests of an account's minute processes have taken, where its plan limits them; as token_allowances for tokens.
CREATE TABLE account_allowances (
  account_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  window_seconds integer NOT NULL,
  window_number bigint NOT NULL,
  taken integer NOT NULL,
  granted integer NOT NULL
);

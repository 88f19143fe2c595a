-- The schema of Mailsift 0.1.0. Later releases add files beside this one, which is never changed: its checksum is in every database.
--
-- Each table of an account references users ON DELETE CASCADE: deleting the user deletes everything the user has. Where a reference would
-- cost too much, a trigger deletes the rows instead.


-- Installation

-- Small facts about this installation, by name.
CREATE TABLE settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- What `npm run verify` has checked and what can no longer change: it is not checked again.
CREATE TABLE verify_checkpoints (
  subject text PRIMARY KEY,
  -- At the time of the check; a subject in another state is checked again.
  state text NOT NULL
);


-- Queue (graphile-worker keeps its own tables in the schema graphile_worker)

-- The workers that run tasks. One whose seen_at is old is dead, and its tasks are released. PostgreSQL empties the table after a crash, and
-- every worker is back in it a few seconds later.
CREATE UNLOGGED TABLE heartbeats (
  worker_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- Why a process ended, where it ended itself: the event loop stalled, or it crashed.
  ended_by text,
  -- A process may run several workers, each under its own worker_id.
  process text NOT NULL DEFAULT gen_random_uuid()::text
);

-- Tasks that no worker runs until an operator retries them: each ended its process several times.
CREATE TABLE quarantine (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  task text NOT NULL,
  payload jsonb NOT NULL,
  interruptions integer NOT NULL,
  reason text NOT NULL,
  quarantined_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (task, payload)
);

-- Items (rows of a chunk, events of the outbox) that an isolated task is trying, written before each trial: an item that is
-- still here after its process ended may be what ended it.
CREATE TABLE isolation_trials (
  subject text NOT NULL,
  item text NOT NULL,
  trials smallint NOT NULL DEFAULT 1,
  tried_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject, item)
);


-- Accounts

-- A row of users is an account: the id that jobs, tokens and contacts belong to.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A person who signs in to an account. An account has one person; membership in several accounts needs one more table and no change of
-- these two.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  -- A PHC string, which names its algorithm and cost. Null for a person who signs in by links alone.
  password_hash text,
  -- The second factor, encrypted by SECRET (accounts/users/sealed.ts). It is set up first, and on once it is confirmed.
  totp_secret text,
  backup_codes text,
  totp_confirmed boolean NOT NULL DEFAULT false CHECK (NOT totp_confirmed OR (totp_secret, backup_codes) IS NOT NULL),
  -- RFC 6238 §5.2: a code is accepted once. Codes of this half minute (counted from the epoch) and of earlier ones are spent.
  totp_last_step bigint NOT NULL DEFAULT 0,
  failed_codes integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A session is found by the hash of its token, as an API token is: nothing that is stored signs in.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32)
);
CREATE INDEX sessions_person_id ON sessions (person_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Links that sign in once or set a password once. Only the hash of the secret is stored.
CREATE TABLE sign_in_links (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'password_reset')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_links_person_id ON sign_in_links (person_id);

CREATE TABLE api_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  permission text NOT NULL CHECK (permission IN ('read', 'write')),
  name text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  scopes text[] NOT NULL DEFAULT '{validate,bulk,contacts}'
    CHECK (cardinality(scopes) > 0 AND scopes <@ '{validate,bulk,contacts}'),
  -- Ranges such as 192.0.2.0/24; none means anywhere.
  networks text[] NOT NULL DEFAULT '{}',
  limit_requests integer CHECK (limit_requests > 0),
  limit_window_seconds integer CHECK (limit_window_seconds > 0),
  -- The token that replaces it: this one ends with the overlap.
  replaced_by uuid,
  CHECK ((limit_requests IS NULL) = (limit_window_seconds IS NULL))
);
CREATE INDEX api_tokens_user_id ON api_tokens (user_id);

-- How much of a token's allowance processes have taken in the current window. Windows are numbered from the epoch.
CREATE TABLE token_allowances (
  token_id uuid PRIMARY KEY REFERENCES api_tokens ON DELETE CASCADE,
  window_seconds integer NOT NULL,
  window_number bigint NOT NULL,
  taken integer NOT NULL,
  -- The share that the last process took.
  granted integer NOT NULL
);

-- Keys that web pages show to every visitor: they are no secrets, so they are stored in the clear.
CREATE TABLE site_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  origins text[] NOT NULL CHECK (cardinality(origins) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX site_keys_by_user ON site_keys (user_id, id);

CREATE TABLE subscriptions (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  plan text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'past_due', 'canceled')),
  period_end timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Every process caches token lookups for seconds. The database announces each change that makes one stale, so no way of changing the rows
-- (a route, a command, a cascade, psql) can forget to.
CREATE FUNCTION announce_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changed', coalesce(NEW.user_id, OLD.user_id)::text);
  RETURN NULL;
END $$;

-- last_used_at is not among the columns: it changes all the time and decides nothing.
CREATE TRIGGER api_tokens_announce
  AFTER DELETE OR UPDATE OF user_id, sha256, permission, expires_at, revoked_at, scopes, networks, limit_requests,
    limit_window_seconds ON api_tokens
  FOR EACH ROW EXECUTE FUNCTION announce_account_change();

CREATE TRIGGER subscriptions_announce
  AFTER INSERT OR UPDATE OR DELETE ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION announce_account_change();

-- How often each caller has used what is limited, for all processes of a fleet. The layout is that of the package
-- rate-limiter-flexible. Keys are HMACs: no address can be read from them. Counts need not survive a crash.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- Milliseconds since the epoch.
  expire bigint
);


-- Audit trail

-- Who did what to which account, for a year. No column can hold an address or a name: only ids, our own words, and the network of a request.
-- account_id references nothing: the trail outlives the account.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  account_id uuid,
  action text NOT NULL CHECK (action ~ '^[a-z_]{1,40}$'),
  actor text NOT NULL CHECK (actor IN ('account', 'administration', 'service', 'database')),
  -- The token or session that it was about.
  subject_id uuid,
  detail text CHECK (detail ~ '^[a-z_]{1,40}$'),
  network inet
);
CREATE INDEX audit_events_by_account ON audit_events (account_id, at DESC, id DESC);
CREATE INDEX audit_events_by_time ON audit_events (at DESC, id DESC);

-- Append-only. Only two changes are possible later: a row's network is removed (with its account), and a row goes after a year.
CREATE FUNCTION keep_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN
    RETURN OLD;
  ELSIF TG_OP = 'UPDATE' AND NEW.network IS NULL AND to_jsonb(NEW) - 'network' = to_jsonb(OLD) - 'network' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only';
END $$;

CREATE TRIGGER audit_events_keep BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION keep_audit_trail();
CREATE TRIGGER audit_events_keep_all BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_trail();

-- Changes write their own events, in their own transaction, however they are made: a route, a command, psql. The actor comes from the
-- transaction's settings mailsift.actor and mailsift.network (audit/audit.ts), or from the name of the connection.
CREATE FUNCTION note_audit_event(account_id uuid, action text, subject_id uuid, detail text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO audit_events (account_id, action, actor, subject_id, detail, network)
  VALUES (
    account_id, action,
    coalesce(
      nullif(current_setting('mailsift.actor', true), ''),
      CASE
        WHEN current_setting('application_name') = 'mailsift administration' THEN 'administration'
        WHEN current_setting('application_name') LIKE 'mailsift%' THEN 'service'
        ELSE 'database'
      END
    ),
    subject_id, detail, nullif(current_setting('mailsift.network', true), '')::inet
  )
$$;

CREATE FUNCTION audit_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit_event(NEW.id, 'account_created', NULL, NULL);
  ELSE
    PERFORM note_audit_event(OLD.id, 'account_deleted', NULL, NULL);
    UPDATE audit_events SET network = NULL WHERE account_id = OLD.id AND network IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_audit AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION audit_user();

CREATE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'password_set', NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER people_audit_password AFTER INSERT OR UPDATE OF password_hash ON people
  FOR EACH ROW WHEN (NEW.password_hash IS NOT NULL) EXECUTE FUNCTION audit_password();

CREATE FUNCTION audit_sign_in_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event((SELECT user_id FROM people WHERE id = NEW.person_id), 'link_made', NULL, NEW.purpose);
  RETURN NULL;
END $$;
CREATE TRIGGER sign_in_links_audit AFTER INSERT ON sign_in_links
  FOR EACH ROW EXECUTE FUNCTION audit_sign_in_link();

CREATE FUNCTION audit_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit_event(NEW.user_id, 'token_issued', NEW.id, NEW.permission);
  ELSE
    PERFORM note_audit_event(OLD.user_id, 'token_revoked', OLD.id, OLD.permission);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER api_tokens_audit_issue AFTER INSERT ON api_tokens FOR EACH ROW EXECUTE FUNCTION audit_token();
CREATE TRIGGER api_tokens_audit_revoke AFTER UPDATE OF revoked_at ON api_tokens
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_token();
-- Retention only removes tokens that ended long ago.
CREATE TRIGGER api_tokens_audit_removal AFTER DELETE ON api_tokens
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND (OLD.expires_at IS NULL OR OLD.expires_at > now()))
  EXECUTE FUNCTION audit_token();

CREATE FUNCTION audit_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'token_changed', NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER api_tokens_audit_change
  AFTER UPDATE OF name, scopes, networks, limit_requests, limit_window_seconds ON api_tokens
  FOR EACH ROW WHEN (
    (OLD.name, OLD.scopes, OLD.networks, OLD.limit_requests, OLD.limit_window_seconds)
    IS DISTINCT FROM (NEW.name, NEW.scopes, NEW.networks, NEW.limit_requests, NEW.limit_window_seconds))
  EXECUTE FUNCTION audit_token_change();

CREATE FUNCTION audit_token_roll_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'token_rolled_over', NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER api_tokens_audit_roll_over AFTER UPDATE OF replaced_by ON api_tokens
  FOR EACH ROW WHEN (NEW.replaced_by IS NOT NULL) EXECUTE FUNCTION audit_token_roll_over();

CREATE FUNCTION audit_site_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(
    NEW.user_id, CASE WHEN TG_OP = 'INSERT' THEN 'site_key_made' ELSE 'site_key_revoked' END, NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER site_keys_audit_made AFTER INSERT ON site_keys FOR EACH ROW EXECUTE FUNCTION audit_site_key();
CREATE TRIGGER site_keys_audit_revoked AFTER UPDATE OF revoked_at ON site_keys
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_site_key();

CREATE FUNCTION audit_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.user_id, 'subscription_set', NULL, NEW.status);
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_audit AFTER INSERT OR UPDATE ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION audit_subscription();


-- Domains: what DNS and the registries say, shared by all processes. A row without an answer is a lookup that runs; the holder of its lease
-- runs it. Until fresh_until no process asks again; until usable_until an old answer is better than none.

-- DNS answers live for minutes and are fetched again in milliseconds: they are not worth a write-ahead log.
CREATE UNLOGGED TABLE dns_facts (
  name text PRIMARY KEY,
  answer json,
  fresh_until timestamptz,
  usable_until timestamptz,
  leased_until timestamptz
);

-- Registry answers live for a day, and registries limit requests: a crash must not lose them.
CREATE TABLE registry_facts (
  name text PRIMARY KEY,
  answer json,
  fresh_until timestamptz,
  usable_until timestamptz,
  leased_until timestamptz
);

-- IANA's bootstrap file (RFC 9224): which RDAP server is responsible for which suffix.
CREATE TABLE rdap_servers (
  suffix text PRIMARY KEY,
  server text NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now()
);

-- The rate limit of each registry host for the whole fleet. Everything is in one row, so a process that takes a permit locks and sees all
-- of it. Leases: permit id → until when it is held.
CREATE UNLOGGED TABLE registry_hosts (
  host text PRIMARY KEY,
  tokens float8 NOT NULL,
  tokens_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  leases jsonb NOT NULL DEFAULT '{}',
  paused_until timestamptz NOT NULL DEFAULT '-infinity',
  consecutive_failures integer NOT NULL DEFAULT 0,
  consecutive_pauses integer NOT NULL DEFAULT 0
);

-- Domains whose registry lookup did not fit into a job's budget: it runs later, the most wanted first.
CREATE TABLE registry_backlog (
  name text PRIMARY KEY,
  -- The last label: registries are queried in parallel.
  suffix text NOT NULL,
  -- The number of rows that lack the answer.
  row_count bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX registry_backlog_by_suffix ON registry_backlog (suffix, row_count DESC);


-- Lists of disposable domains

-- Fetched while the service runs, once for the fleet. A fetch that fails changes only `outcome` and `checked_at`.
CREATE TABLE domain_lists (
  url text PRIMARY KEY,
  etag text,
  -- When the content was last known to be good. The names of that content carry the same time.
  fetched_at timestamptz,
  checked_at timestamptz NOT NULL DEFAULT now(),
  outcome text NOT NULL,
  name_count integer NOT NULL DEFAULT 0,
  -- Since when a list has had less than half of the names of its last good content, and how many it had then.
  shrunk_since timestamptz,
  shrunk_count integer
);

CREATE TABLE listed_domains (
  url text NOT NULL REFERENCES domain_lists ON DELETE CASCADE,
  domain text NOT NULL COLLATE "C",
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (url, domain)
);
CREATE INDEX listed_domains_last_seen_at ON listed_domains (last_seen_at);

-- Changes with every change of the names: one small query tells a process whether to read them again.
CREATE TABLE domain_lists_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO domain_lists_version (version) VALUES (0);

-- Which mail hosts serve only disposable domains, as far as the operator's own lookups show. One row for each host that is
-- the first choice of some domain; the domains themselves are not stored.
CREATE TABLE mail_hosts (
  host text PRIMARY KEY COLLATE "C",
  -- Hashes of the listed domains it served, as many as decide.
  listed bytea[] NOT NULL,
  serves_others boolean NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_hosts_last_seen_at ON mail_hosts (last_seen_at);


-- Bulk jobs

-- The unfinished submissions of an account. Its row is the lock that orders the account's submissions, and the CHECK is the limit of §8
-- itself: no race can pass it.
CREATE TABLE bulk_accounts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  unfinished integer NOT NULL DEFAULT 0 CHECK (unfinished BETWEEN 0 AND 3),
  -- Units of jobs that retention has removed: jobs + removed = ledger, always.
  removed_units bigint NOT NULL DEFAULT 0
);

-- A prepared upload (§4.1). Its bytes are in the blob store and never change.
CREATE TABLE bulk_uploads (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A JSON string: a name may contain characters that PostgreSQL's text cannot.
  filename text NOT NULL,
  size_bytes integer NOT NULL,
  claimed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When the object of an unclaimed upload was deleted.
  removed_at timestamptz
);
CREATE INDEX bulk_uploads_unclaimed ON bulk_uploads (user_id, expires_at) WHERE claimed_at IS NULL;
-- The stored bytes of an account are summed up with each submission, from this index alone.
CREATE INDEX bulk_uploads_stored ON bulk_uploads (user_id) INCLUDE (size_bytes) WHERE removed_at IS NULL;

-- A CSV file. Its rows are in the jobs with its group_id.
CREATE TABLE bulk_groups (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  upload_id uuid NOT NULL UNIQUE REFERENCES bulk_uploads ON DELETE CASCADE,
  -- The object at the time of the claim; other bytes would have another version.
  upload_version text NOT NULL,
  -- A JSON string, as in bulk_uploads.
  email_column text NOT NULL,
  validate_domain boolean NOT NULL,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'parsing', 'processing', 'finalizing', 'completed', 'partial', 'failed', 'expired')),
  total integer NOT NULL DEFAULT 0,
  children_left integer NOT NULL DEFAULT 0 CHECK (children_left >= 0),
  failure text,
  -- What the export needs to know about the uploaded file: set when the file has been read.
  delimiter text,
  header_end integer,
  result_prefix text,
  csv_key text,
  csv_sha256 bytea,
  csv_bytes bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK (status NOT IN ('completed', 'partial') OR csv_key IS NOT NULL)
);
CREATE INDEX bulk_groups_by_user ON bulk_groups (user_id, created_at DESC, id DESC);
CREATE INDEX bulk_groups_stored ON bulk_groups (user_id) INCLUDE (csv_bytes) WHERE csv_bytes IS NOT NULL;
-- Files of failed groups are removed after an hour, and the groups are looked for every few minutes.
CREATE INDEX bulk_groups_failed ON bulk_groups (updated_at) WHERE status = 'failed';
-- Metrics count unfinished groups, however long the history is.
CREATE INDEX bulk_groups_unfinished ON bulk_groups (status) WHERE status IN ('queued', 'parsing', 'processing', 'finalizing');
-- Expired groups stay for a week. The sweep of every minute looks only at the others, the removal of every hour only at them.
CREATE INDEX bulk_groups_to_expire ON bulk_groups (expires_at) WHERE status <> 'expired';
CREATE INDEX bulk_groups_to_remove ON bulk_groups (expires_at) WHERE status = 'expired';

-- A list, or up to 10,000 rows of a group. processed = success + errors; it is not stored, so it cannot disagree.
CREATE TABLE bulk_jobs (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'expired')),
  validate_domain boolean NOT NULL,
  -- SHA-256 of the canonical request: proves that the inputs are stored as they were sent.
  fingerprint bytea,
  total integer NOT NULL CHECK (total > 0),
  success integer NOT NULL DEFAULT 0 CHECK (success >= 0),
  errors integer NOT NULL DEFAULT 0 CHECK (errors >= 0),
  chunks_left integer NOT NULL CHECK (chunks_left >= 0),
  failure text,
  -- The finished CSV: its object exists, with this content, once these and csv_written are set.
  csv_key text,
  csv_sha256 bytea,
  csv_bytes bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  group_id uuid REFERENCES bulk_groups ON DELETE CASCADE,
  ordinal integer,
  row_offset integer,
  -- The CSV of a list of one chunk is named, with its size and hash, when the job ends, and written at the first download.
  csv_written boolean NOT NULL DEFAULT true,
  UNIQUE (group_id, ordinal),
  CHECK (success + errors <= total),
  CHECK (status <> 'completed' OR (success + errors = total AND csv_key IS NOT NULL)),
  CHECK ((group_id IS NULL) = (ordinal IS NULL) AND (group_id IS NULL) = (row_offset IS NULL))
);
CREATE INDEX bulk_jobs_by_user ON bulk_jobs (user_id, created_at DESC, id DESC) WHERE group_id IS NULL;
CREATE INDEX bulk_jobs_unfinished ON bulk_jobs (user_id) WHERE status IN ('pending', 'processing');
CREATE INDEX bulk_jobs_stored ON bulk_jobs (user_id) INCLUDE (csv_bytes) WHERE csv_bytes IS NOT NULL;
CREATE INDEX bulk_jobs_to_expire ON bulk_jobs (expires_at) WHERE status <> 'expired';
CREATE INDEX bulk_jobs_to_remove ON bulk_jobs (expires_at) WHERE status = 'expired';

-- Some thousand rows of a job: one task, one transaction. Inputs wait here (bulk/format/inputs.ts) until the results, which include
-- them (the engine's packing), replace them. Both are compressed already, so the database need not try again.
CREATE TABLE bulk_chunks (
  id uuid PRIMARY KEY,
  job_id uuid NOT NULL REFERENCES bulk_jobs ON DELETE CASCADE,
  first_index integer NOT NULL CHECK (first_index >= 0),
  row_count integer NOT NULL CHECK (row_count > 0),
  inputs bytea,
  results bytea,
  done_at timestamptz,
  -- Where each record of the chunk ends in the uploaded file (bulk/format/record-ends.ts).
  record_ends bytea,
  UNIQUE (job_id, first_index),
  CHECK ((results IS NULL) = (done_at IS NULL) AND (inputs IS NULL) = (done_at IS NOT NULL))
);
ALTER TABLE bulk_chunks ALTER COLUMN inputs SET STORAGE EXTERNAL, ALTER COLUMN results SET STORAGE EXTERNAL,
  ALTER COLUMN record_ends SET STORAGE EXTERNAL;

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

-- Idempotency keys. Submissions and uploads have separate scopes (§4.1).
CREATE TABLE bulk_keys (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  scope text NOT NULL CHECK (scope IN ('submission', 'upload')),
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  resource_id uuid NOT NULL,
  reserved_until timestamptz NOT NULL,
  PRIMARY KEY (user_id, scope, key)
);
CREATE INDEX bulk_keys_reserved_until ON bulk_keys (reserved_until);
-- A submission is removed with its keys; without this index, every removal reads all keys.
CREATE INDEX bulk_keys_by_resource ON bulk_keys (resource_id);

-- How accounts take turns in the queue (bulk/state/turns.ts): the turn that the workers have reached. A sequence, because its writers do
-- not wait for one another.
CREATE SEQUENCE bulk_turn;

-- The last turn of an account's waiting tasks, with lookups and without.
CREATE TABLE bulk_turns (
  user_id uuid REFERENCES users ON DELETE CASCADE,
  validate_domain boolean,
  last_turn bigint NOT NULL,
  PRIMARY KEY (user_id, validate_domain)
);

-- How many jobs and groups an account's lists have: every page shows it, and counting them would take longer each day.
CREATE TABLE bulk_totals (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  jobs integer NOT NULL DEFAULT 0,
  groups integer NOT NULL DEFAULT 0
);

-- How many jobs an account's list has in each ten minutes. The list is paged by number: without these counts, a page in the middle would
-- count every job before it.
CREATE TABLE bulk_job_times (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  span timestamptz NOT NULL,
  jobs integer NOT NULL,
  PRIMARY KEY (user_id, span)
);

-- Children of groups are not in the list.
CREATE FUNCTION count_listed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER bulk_jobs_listed AFTER INSERT ON bulk_jobs REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed_jobs();

CREATE FUNCTION count_removed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER bulk_jobs_removed AFTER DELETE ON bulk_jobs REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_jobs();

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


-- Contacts

-- One row per user with contacts. A transaction that adds or removes contacts locks it first, so that the count is exact and positions
-- have no holes but those in contact_gaps.
CREATE TABLE contact_counts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  total bigint NOT NULL DEFAULT 0,
  last_position bigint NOT NULL DEFAULT 0
);

-- position counts a user's contacts from 1, oldest first: any page is a range of it. user_id references nothing: the row of contact_counts
-- is locked once for a thousand contacts, and a reference would look for the user again with each of them.
CREATE TABLE contacts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  position bigint NOT NULL,
  email text NOT NULL,
  normalized text NOT NULL,
  domain text NOT NULL,
  first_name text,
  last_name text,
  -- Set once the user has changed it: validations leave it alone from then on.
  edited boolean NOT NULL DEFAULT false,
  validated_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'updating', 'retrying', 'matched', 'no_match')),
  sources jsonb NOT NULL DEFAULT '{}',
  enriched_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  -- When its enrichment continues; null once it is complete.
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The sources that have not answered yet for a due contact. The answers of the others are shown, and they are not asked again.
  pending_sources text[] NOT NULL DEFAULT '{website,wikidata_company,wikidata_person}',
  CHECK ((due_at IS NULL) = (state IN ('matched', 'no_match')))
);
CREATE UNIQUE INDEX contacts_by_position ON contacts (user_id, position);
CREATE UNIQUE INDEX contacts_by_address ON contacts (user_id, normalized);
CREATE INDEX contacts_by_domain ON contacts (user_id, domain, position);
CREATE INDEX contacts_due ON contacts (domain, due_at) WHERE due_at IS NOT NULL;
-- How many contacts of a user wait for enrichment: its tasks are dated by that, so that others get their turn.
CREATE INDEX contacts_due_by_user ON contacts (user_id) WHERE due_at IS NOT NULL;
CREATE INDEX contacts_by_age ON contacts (enriched_at) WHERE due_at IS NULL;

CREATE FUNCTION delete_contacts_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contacts WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_delete_contacts AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION delete_contacts_of_user();

-- Positions whose contact was deleted. Deletions are rare: there are few.
CREATE TABLE contact_gaps (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  position bigint NOT NULL,
  PRIMARY KEY (user_id, position)
);

-- Addresses that must not become contacts again. Only a hash is stored, keyed with the service's secret: the table alone reveals no address.
CREATE TABLE suppressed_addresses (
  hash bytea NOT NULL,
  -- Whose contacts; null for all accounts.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- Which secret was the key. A row whose secret is gone can match nothing.
  key_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX suppressed_addresses_once
  ON suppressed_addresses (hash, coalesce(user_id, '00000000-0000-0000-0000-000000000000'));
CREATE INDEX suppressed_addresses_of_user ON suppressed_addresses (user_id) WHERE user_id IS NOT NULL;

-- What the public sources say about the company behind a domain, shared by all users.
CREATE TABLE company_facts (
  domain text NOT NULL,
  source text NOT NULL CHECK (source IN ('website', 'wikidata_company')),
  facts jsonb NOT NULL,
  item_id text,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (domain, source)
);

-- Leases on a company's sites: the whole fleet sends them one request at a time. The registrable domain is stored as its SHA-256.
CREATE TABLE site_leases (
  root bytea PRIMARY KEY,
  task_id bigint NOT NULL,
  leased_until timestamptz NOT NULL
);


-- Outbox and usage

-- What happened, written in the transaction in which it happened. One row may represent many validations. user_id references nothing:
-- validations of many users are committed together, and a user who is being deleted must not fail the commit of the others.
CREATE TABLE outbox_events (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  body jsonb NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_events_by_time ON outbox_events (recorded_at);

CREATE FUNCTION delete_events_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM outbox_events WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_delete_events AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION delete_events_of_user();

-- The deliveries that are due. A row goes in the same transaction as its effect; one whose event is gone has no effect.
CREATE TABLE outbox_deliveries (
  listener text NOT NULL,
  event_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (listener, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The ledger: units by user, day (UTC) and kind ('single' or 'bulk').
CREATE TABLE usage_daily (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL,
  units bigint NOT NULL,
  PRIMARY KEY (user_id, day, kind)
);

-- How many of a day's validations carried each flag of §2.3.
CREATE TABLE verdict_daily (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  flag text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (user_id, day, flag)
);

-- Tickets that were used, until they would have expired anyway.
CREATE TABLE playground_used_tickets (
  nonce bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- Uses by network and day (UTC). The network is stored only as a keyed hash.
CREATE TABLE playground_daily (
  network bytea NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (network, day)
);

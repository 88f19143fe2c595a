-- The schema of Mailsift 0.1.0. Later releases add files beside this one, which is never changed: its checksum is in every database.
--
-- Each table of an account references accounts ON DELETE CASCADE: deleting the account deletes everything it has. Where a reference would
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

-- What jobs, tokens, contacts and usage belong to.
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the account is shown by the address of its first owner.
  name text,
  -- Whether validated addresses become contacts. Null: not chosen yet, and they do, as the contract says.
  saves_contacts boolean,
  -- Accounts whose members need a second factor.
  second_factor_required boolean NOT NULL DEFAULT false
);

-- People who sign in. They are members of accounts.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  -- A PHC string, which names its algorithm and cost. Null for a user who signs in by links alone.
  password_hash text,
  -- The second factor, encrypted by SECRET (platform/sealed.ts). It is set up first, and on once it is confirmed.
  totp_secret text,
  backup_codes text,
  totp_confirmed boolean NOT NULL DEFAULT false CHECK (NOT totp_confirmed OR (totp_secret, backup_codes) IS NOT NULL),
  -- RFC 6238 §5.2: a code is accepted once. Codes of this half minute (counted from the epoch) and of earlier ones are spent.
  totp_last_step bigint NOT NULL DEFAULT 0,
  failed_codes integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the user gets a mail when a long list is done.
  notify_list_completed boolean NOT NULL DEFAULT false,
  -- Operators see the whole installation in the admin area of the console, across accounts. Only the command line grants it.
  is_operator boolean NOT NULL DEFAULT false,
  -- Who has proved that an address is theirs: by a mail to it, by an identity provider that verified it, or through the administration. A user
  -- who joined by a link alone has not, and works only in the account that they joined first (docs/decisions/0051-confirmed-addresses.md).
  address_confirmed boolean NOT NULL DEFAULT false,
  -- The account that the user joined first. It references nothing: after it is gone, an unconfirmed user works in no other account.
  joined_account uuid
);

-- A session is found by the hash of its token, as an API token is: nothing that is stored signs in.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  -- The account that the session works in.
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Sessions that began with two factors at once: a passkey, or an identity provider that says so. People with an authenticator app need no mark.
  multi_factor boolean NOT NULL DEFAULT false
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX sessions_account_id ON sessions (account_id);

-- Links that sign in once or set a password once. Only the hash of the secret is stored.
CREATE TABLE sign_in_links (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'password_reset', 'confirm_address')),
  expires_at timestamptz NOT NULL,
  -- Whether using the link proves the address: it was mailed there and shown to nobody else, or the administration has made it.
  confirms boolean NOT NULL DEFAULT false
);
CREATE INDEX sign_in_links_user_id ON sign_in_links (user_id);

CREATE TABLE api_tokens (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  permission text NOT NULL CHECK (permission IN ('read', 'write')),
  name text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  scopes text[] NOT NULL DEFAULT '{validate,bulk,contacts}'
    CHECK (cardinality(scopes) > 0 AND scopes <@ '{validate,bulk,contacts,audit}'),
  -- Ranges such as 192.0.2.0/24; none means anywhere.
  networks text[] NOT NULL DEFAULT '{}',
  limit_requests integer CHECK (limit_requests > 0),
  limit_window_seconds integer CHECK (limit_window_seconds > 0),
  -- The token that replaces it: this one ends with the overlap.
  replaced_by uuid,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  CHECK ((limit_requests IS NULL) = (limit_window_seconds IS NULL))
);
CREATE INDEX api_tokens_account_id ON api_tokens (account_id);

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
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  origins text[] NOT NULL CHECK (cardinality(origins) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX site_keys_by_account ON site_keys (account_id, id);

CREATE TABLE subscriptions (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  plan text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'past_due', 'canceled')),
  period_end timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Credits that an account may use in a month, where its plan limits them. Plans are configuration; the database knows only what is used.
  -- The day of the month on which credits renew. Null: the first.
  anchor date,
  -- Until when an account whose payment is overdue keeps its access. Null: it has none.
  grace_until timestamptz
);

-- Every process caches token lookups for seconds. The database announces each change that makes one stale, so no way of changing the rows
-- (a route, a command, a cascade, psql) can forget to.
CREATE FUNCTION announce_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changed', coalesce(NEW.account_id, OLD.account_id)::text);
  RETURN NULL;
END $$;

-- last_used_at is not among the columns: it changes all the time and decides nothing.
CREATE TRIGGER api_tokens_announce
  AFTER DELETE OR UPDATE OF account_id, sha256, permission, expires_at, revoked_at, scopes, networks, limit_requests,
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
  -- A word; a change of many things also says how many: `deny: 12`.
  detail text CHECK (detail ~ '^[a-z_]{1,40}(: [0-9]{1,12})?$'),
  network inet,
  -- The user who acted, if one did: an id that outlives the user, as account_id outlives the account.
  user_id uuid
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
  INSERT INTO audit_events (account_id, action, actor, subject_id, detail, network, user_id)
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
    subject_id, detail, nullif(current_setting('mailsift.network', true), '')::inet,
    nullif(current_setting('mailsift.user', true), '')::uuid
  )
$$;

CREATE FUNCTION audit_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit_event(NEW.id, 'account_created', NULL, NULL);
  ELSE
    PERFORM note_audit_event(OLD.id, 'account_deleted', NULL, NULL);
    UPDATE audit_events SET network = NULL WHERE account_id = OLD.id AND network IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_audit AFTER INSERT OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION audit_account();

CREATE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(account_id, 'password_set', NEW.id, NULL) FROM members WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_audit_password AFTER INSERT OR UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (NEW.password_hash IS NOT NULL) EXECUTE FUNCTION audit_password();

CREATE FUNCTION audit_sign_in_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(account_id, 'link_made', NEW.user_id, NEW.purpose) FROM members WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sign_in_links_audit AFTER INSERT ON sign_in_links
  FOR EACH ROW EXECUTE FUNCTION audit_sign_in_link();

CREATE FUNCTION audit_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit_event(NEW.account_id, 'token_issued', NEW.id, NEW.permission);
  ELSE
    PERFORM note_audit_event(OLD.account_id, 'token_revoked', OLD.id, OLD.permission);
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
  PERFORM note_audit_event(NEW.account_id, 'token_changed', NEW.id, NULL);
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
  PERFORM note_audit_event(NEW.account_id, 'token_rolled_over', NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER api_tokens_audit_roll_over AFTER UPDATE OF replaced_by ON api_tokens
  FOR EACH ROW WHEN (NEW.replaced_by IS NOT NULL) EXECUTE FUNCTION audit_token_roll_over();

CREATE FUNCTION audit_site_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(
    NEW.account_id, CASE WHEN TG_OP = 'INSERT' THEN 'site_key_made' ELSE 'site_key_revoked' END, NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER site_keys_audit_made AFTER INSERT ON site_keys FOR EACH ROW EXECUTE FUNCTION audit_site_key();
CREATE TRIGGER site_keys_audit_revoked AFTER UPDATE OF revoked_at ON site_keys
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_site_key();

CREATE FUNCTION audit_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.account_id, 'subscription_set', NULL, NEW.status);
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
CREATE UNLOGGED TABLE host_limits (
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

-- Which mail hosts and name servers serve only disposable domains, as far as the operator's own lookups show: each mail host that is the first
-- choice of some domain, and the registrable domain of each name server. The domains that they serve are not stored.
CREATE TABLE learned_hosts (
  kind text CHECK (kind IN ('mail_host', 'name_server')),
  host text COLLATE "C",
  -- Hashes of the listed domains it served, as many as decide.
  listed bytea[] NOT NULL,
  serves_others boolean NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, host)
);
CREATE INDEX learned_hosts_last_seen_at ON learned_hosts (last_seen_at);

-- Bulk jobs

-- The unfinished submissions of an account. Its row is the lock that orders the account's submissions, and the CHECK is the limit of §8
-- itself: no race can pass it.
CREATE TABLE bulk_accounts (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  unfinished integer NOT NULL DEFAULT 0 CHECK (unfinished BETWEEN 0 AND 3),
  -- Units of jobs that retention has removed: jobs + removed = ledger, always.
  removed_units bigint NOT NULL DEFAULT 0
);

-- A prepared upload (§4.1). Its bytes are in the blob store and never change.
CREATE TABLE bulk_uploads (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- A JSON string: a name may contain characters that PostgreSQL's text cannot.
  filename text NOT NULL,
  size_bytes integer NOT NULL,
  claimed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When the object of an unclaimed upload was deleted.
  removed_at timestamptz
);
CREATE INDEX bulk_uploads_unclaimed ON bulk_uploads (account_id, expires_at) WHERE claimed_at IS NULL;
-- The stored bytes of an account are summed up with each submission, from this index alone.
CREATE INDEX bulk_uploads_stored ON bulk_uploads (account_id) INCLUDE (size_bytes) WHERE removed_at IS NULL;

-- A CSV file. Its rows are in the jobs with its group_id.
CREATE TABLE bulk_groups (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
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
  stopped_at timestamptz,
  CHECK (status NOT IN ('completed', 'partial') OR csv_key IS NOT NULL)
);
CREATE INDEX bulk_groups_by_account ON bulk_groups (account_id, created_at DESC, id DESC);
CREATE INDEX bulk_groups_stored ON bulk_groups (account_id) INCLUDE (csv_bytes) WHERE csv_bytes IS NOT NULL;
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
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
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
  -- For jobs without a group; children follow their group.
  stopped_at timestamptz,
  UNIQUE (group_id, ordinal),
  CHECK (success + errors <= total),
  CHECK (status <> 'completed' OR (success + errors = total AND csv_key IS NOT NULL)),
  CHECK ((group_id IS NULL) = (ordinal IS NULL) AND (group_id IS NULL) = (row_offset IS NULL))
);
CREATE INDEX bulk_jobs_by_account ON bulk_jobs (account_id, created_at DESC, id DESC) WHERE group_id IS NULL;
CREATE INDEX bulk_jobs_unfinished ON bulk_jobs (account_id) WHERE status IN ('pending', 'processing');
CREATE INDEX bulk_jobs_stored ON bulk_jobs (account_id) INCLUDE (csv_bytes) WHERE csv_bytes IS NOT NULL;
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
  -- As in its job: every statement can find its rows by account, as a database that is distributed by account requires (docs/scale.md).
  account_id uuid NOT NULL,
  -- Since when a worker validates the chunk; null again when it waits for another attempt.
  started_at timestamptz,
  UNIQUE (job_id, first_index),
  CHECK ((results IS NULL) = (done_at IS NULL) AND (inputs IS NULL) = (done_at IS NOT NULL))
);
ALTER TABLE bulk_chunks ALTER COLUMN inputs SET STORAGE EXTERNAL, ALTER COLUMN results SET STORAGE EXTERNAL,
  ALTER COLUMN record_ends SET STORAGE EXTERNAL;

-- The job and group resources (§2.4, §2.6) as the API shows them. A submission is expired from the moment its time is up, not
-- from the minute in which the sweep stores it.
CREATE VIEW bulk_job_resources AS
SELECT id, account_id, group_id, ordinal, row_offset, validate_domain,
  CASE WHEN expires_at <= now() THEN 'expired' ELSE status END AS status,
  total, success, errors, failure, csv_key IS NOT NULL AND expires_at > now() AS download_ready,
  created_at, updated_at, expires_at
FROM bulk_jobs;

-- The counters are those of the children at this moment: there is no second copy that could disagree.
CREATE VIEW bulk_group_resources AS
SELECT g.id, g.account_id, g.upload_id, g.email_column, g.validate_domain,
  CASE WHEN g.expires_at <= now() THEN 'expired' ELSE g.status END AS status,
  g.total, coalesce(children.success, 0) AS success, coalesce(children.errors, 0) AS errors, g.failure, g.result_prefix,
  g.csv_key IS NOT NULL AND g.expires_at > now() AS download_ready,
  g.created_at, greatest(g.updated_at, children.updated_at) AS updated_at, g.expires_at
FROM bulk_groups g CROSS JOIN LATERAL (
  SELECT sum(success) AS success, sum(errors) AS errors, max(updated_at) AS updated_at
  FROM bulk_jobs WHERE group_id = g.id AND bulk_jobs.account_id = g.account_id
) AS children;

-- Idempotency keys. Submissions and uploads have separate scopes (§4.1).
CREATE TABLE bulk_keys (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  scope text NOT NULL CHECK (scope IN ('submission', 'upload')),
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  resource_id uuid NOT NULL,
  reserved_until timestamptz NOT NULL,
  -- Keys of deleted lists stay reserved, and lead to nothing.
  removed_at timestamptz,
  PRIMARY KEY (account_id, scope, key)
);
CREATE INDEX bulk_keys_reserved_until ON bulk_keys (reserved_until);
-- A submission is removed with its keys; without this index, every removal reads all keys.
CREATE INDEX bulk_keys_by_resource ON bulk_keys (resource_id);

-- How accounts take turns in the queue (bulk/state/turns.ts): the turn that the workers have reached. A sequence, because its writers do
-- not wait for one another.
CREATE SEQUENCE bulk_turn;

-- The last turn of an account's waiting tasks, with lookups and without.
CREATE TABLE bulk_turns (
  account_id uuid REFERENCES accounts ON DELETE CASCADE,
  validate_domain boolean,
  last_turn bigint NOT NULL,
  PRIMARY KEY (account_id, validate_domain)
);

-- How many jobs and groups an account's lists have: every page shows it, and counting them would take longer each day.
CREATE TABLE bulk_totals (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  jobs integer NOT NULL DEFAULT 0,
  groups integer NOT NULL DEFAULT 0
);

-- How many jobs an account's list has in each ten minutes. The list is paged by number: without these counts, a page in the middle would
-- count every job before it.
CREATE TABLE bulk_job_times (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  span timestamptz NOT NULL,
  jobs integer NOT NULL,
  PRIMARY KEY (account_id, span)
);

-- Children of groups are not in the list.
CREATE FUNCTION count_listed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_totals AS total (account_id, jobs)
  SELECT account_id, count(*) FROM made WHERE group_id IS NULL GROUP BY 1 ORDER BY 1
  ON CONFLICT (account_id) DO UPDATE SET jobs = total.jobs + excluded.jobs;
  INSERT INTO bulk_job_times AS listed (account_id, span, jobs)
  SELECT account_id, date_bin('10 minutes', created_at, 'epoch'), count(*) FROM made WHERE group_id IS NULL
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, span) DO UPDATE SET jobs = listed.jobs + excluded.jobs;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_jobs_listed AFTER INSERT ON bulk_jobs REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed_jobs();

CREATE FUNCTION count_removed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two removals do not wait for one another.
  PERFORM FROM bulk_totals WHERE account_id IN (SELECT account_id FROM gone WHERE group_id IS NULL) ORDER BY account_id FOR UPDATE;
  UPDATE bulk_totals AS total SET jobs = total.jobs - removed.jobs FROM (
    SELECT account_id, count(*) AS jobs FROM gone WHERE group_id IS NULL GROUP BY 1) AS removed
  WHERE total.account_id = removed.account_id;
  PERFORM FROM bulk_job_times WHERE (account_id, span) IN (
    SELECT account_id, date_bin('10 minutes', created_at, 'epoch') FROM gone WHERE group_id IS NULL)
  ORDER BY account_id, span FOR UPDATE;
  UPDATE bulk_job_times AS listed SET jobs = listed.jobs - removed.jobs FROM (
    SELECT account_id, date_bin('10 minutes', created_at, 'epoch') AS span, count(*) AS jobs FROM gone
    WHERE group_id IS NULL GROUP BY 1, 2) AS removed
  WHERE listed.account_id = removed.account_id AND listed.span = removed.span;
  DELETE FROM bulk_job_times WHERE jobs = 0 AND (account_id, span) IN (
    SELECT account_id, date_bin('10 minutes', created_at, 'epoch') FROM gone);
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_jobs_removed AFTER DELETE ON bulk_jobs REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_jobs();

CREATE FUNCTION count_listed_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_totals AS total (account_id, groups) SELECT account_id, count(*) FROM made GROUP BY 1 ORDER BY 1
  ON CONFLICT (account_id) DO UPDATE SET groups = total.groups + excluded.groups;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_groups_listed AFTER INSERT ON bulk_groups REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed_groups();

CREATE FUNCTION count_removed_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM bulk_totals WHERE account_id IN (SELECT account_id FROM gone) ORDER BY account_id FOR UPDATE;
  UPDATE bulk_totals AS total SET groups = total.groups - removed.groups FROM (
    SELECT account_id, count(*) AS groups FROM gone GROUP BY 1) AS removed
  WHERE total.account_id = removed.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_groups_removed AFTER DELETE ON bulk_groups REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_groups();


-- Contacts

-- One row per account with contacts. A transaction that adds or removes contacts locks it first, so that the count is exact and positions
-- have no holes but those in contact_gaps.
CREATE TABLE contact_counts (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  total bigint NOT NULL DEFAULT 0,
  last_position bigint NOT NULL DEFAULT 0
);

-- position counts an account's contacts from 1, oldest first: any page is a range of it. account_id references nothing: the row of contact_counts
-- is locked once for a thousand contacts, and a reference would look for the account again with each of them.
CREATE TABLE contacts (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  position bigint NOT NULL,
  email text NOT NULL,
  normalized text NOT NULL,
  domain text NOT NULL,
  first_name text,
  last_name text,
  -- Set once a user has changed it: validations leave it alone from then on.
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
CREATE UNIQUE INDEX contacts_by_position ON contacts (account_id, position);
CREATE UNIQUE INDEX contacts_by_address ON contacts (account_id, normalized);
CREATE INDEX contacts_by_domain ON contacts (account_id, domain, position);
CREATE INDEX contacts_due ON contacts (domain, due_at) WHERE due_at IS NOT NULL;
-- How many contacts of an account wait for enrichment: its tasks are dated by that, so that others get their turn.
CREATE INDEX contacts_due_by_account ON contacts (account_id) WHERE due_at IS NOT NULL;
CREATE INDEX contacts_by_age ON contacts (enriched_at) WHERE due_at IS NULL;

CREATE FUNCTION delete_contacts_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contacts WHERE account_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_delete_contacts AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION delete_contacts_of_account();

-- Positions whose contact was deleted. Deletions are rare: there are few.
CREATE TABLE contact_gaps (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  position bigint NOT NULL,
  PRIMARY KEY (account_id, position)
);

-- Addresses that must not become contacts again. Only a hash is stored, keyed with the service's secret: the table alone reveals no address.
CREATE TABLE contact_blocklist (
  hash bytea NOT NULL,
  -- Whose contacts; null for all accounts.
  account_id uuid REFERENCES accounts ON DELETE CASCADE,
  -- Which secret was the key. A row whose secret is gone can match nothing.
  key_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX contact_blocklist_once
  ON contact_blocklist (hash, coalesce(account_id, '00000000-0000-0000-0000-000000000000'));
CREATE INDEX contact_blocklist_of_account ON contact_blocklist (account_id) WHERE account_id IS NOT NULL;

-- What the public sources say about the company behind a domain, shared by all accounts.
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

-- What happened, written in the transaction in which it happened. One row may represent many validations. account_id references nothing:
-- validations of many accounts are committed together, and an account that is being deleted must not fail the commit of the others.
CREATE TABLE outbox_events (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  body jsonb NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_events_by_time ON outbox_events (recorded_at);

CREATE FUNCTION delete_events_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM outbox_events WHERE account_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_delete_events AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION delete_events_of_account();

-- The deliveries that are due. A row goes in the same transaction as its effect; one whose event is gone has no effect.
CREATE TABLE outbox_deliveries (
  listener text NOT NULL,
  event_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  -- As in its event.
  account_id uuid NOT NULL,
  PRIMARY KEY (listener, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The ledger: units by account, day (UTC) and kind ('single' or 'bulk').
CREATE TABLE usage_daily (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL,
  units bigint NOT NULL,
  PRIMARY KEY (account_id, day, kind)
);

-- How many of a day's validations carried each flag of §2.3.
CREATE TABLE verdict_daily (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  flag text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, day, flag)
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


-- Members

-- A user can be a member of several accounts.
CREATE TABLE members (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX members_user_id ON members (user_id);

-- The first owner of each account: its address and name represent the account where one line has to.
CREATE VIEW first_owners AS
  SELECT DISTINCT ON (m.account_id) m.account_id, p.id AS user_id, p.email, p.name
  FROM members m JOIN users p ON p.id = m.user_id
  WHERE m.role = 'owner'
  ORDER BY m.account_id, m.created_at, m.user_id;

CREATE INDEX api_tokens_created_by ON api_tokens (created_by);

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Only the hash of the link's secret is stored.
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  -- Only this address can accept; null for any.
  email text CHECK (email = lower(email)),
  invited_by uuid REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- The second secret of an invitation, which is only in its mail: whoever has it reads the mailbox of the address. Null: it was not mailed.
  proof_sha256 bytea CHECK (octet_length(proof_sha256) = 32)
);
CREATE INDEX invitations_account_id ON invitations (account_id);

CREATE INDEX invitations_invited_by ON invitations (invited_by);

-- Members who come or go with their account are not noted: the account's own event says so.
CREATE FUNCTION audit_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 OR TG_OP = 'INSERT' AND EXISTS (SELECT FROM accounts WHERE id = NEW.account_id AND created_at = NEW.created_at) THEN
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_audit_event(OLD.account_id, 'member_removed', OLD.user_id, OLD.role);
  ELSE
    PERFORM note_audit_event(
      NEW.account_id, CASE TG_OP WHEN 'INSERT' THEN 'member_added' ELSE 'role_changed' END, NEW.user_id, NEW.role);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER members_audit AFTER INSERT OR DELETE OR UPDATE OF role ON members
  FOR EACH ROW EXECUTE FUNCTION audit_member();

CREATE FUNCTION audit_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NEW.account_id, 'invitation_made', NEW.id, NEW.role);
  RETURN NULL;
END $$;

CREATE TRIGGER invitations_audit AFTER INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION audit_invitation();


-- Mail

-- The keys of mails that were queued, so that none is sent twice. The mails themselves are encrypted tasks of the queue.
CREATE TABLE queued_mails (
  key_sha256 bytea PRIMARY KEY CHECK (octet_length(key_sha256) = 32),
  queued_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX queued_mails_queued_at ON queued_mails (queued_at);


-- Mailboxes

-- What bounces, deliveries, probes and people say about mailboxes, per account (docs/contract.md §10.30).
-- No address: only hashes, keyed with SECRET.
CREATE TABLE mailbox_evidence (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  source text NOT NULL CHECK (source IN ('bounce', 'delivery', 'probe', 'manual')),
  -- Keyed hash of the message id, so that a report counts once. Empty where only the newest statement of a source is kept.
  report bytea NOT NULL,
  class text NOT NULL,
  -- RFC 3463, such as 5.1.1.
  status_code text,
  happened_at timestamptz NOT NULL,
  -- The end of its effect. The row stays longer, so that older evidence does not return.
  expires_at timestamptz NOT NULL,
  key_version integer NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- How many of the validated addresses bounced (docs/contract.md §10.30): both sides carry the same short hash.
  -- 8 bytes of a keyed hash that is cheap enough for every validated address; null for evidence from before.
  short_hash bytea CHECK (octet_length(short_hash) = 8),
  -- A bounce belongs to the exact address, with the server's words; bounces can be undone, and bursts of them are held (docs/decisions/0055-exact-bounces.md).
  -- `hash` is now that of the mailbox: of karl+shop@ itself, unless its provider is known to deliver tags to karl@.
  -- `person_hash` is that of the normalized address, so that everything about a person can be found. Null: written before 0.1.0.
  person_hash bytea CHECK (octet_length(person_hash) = 32),
  -- counts | held: part of a burst that nobody has decided on | discarded: of such a burst | undone: by a person | unassigned: written before 0.1.0, which did not
  -- know the exact address. Only what counts has an effect.
  state text NOT NULL DEFAULT 'unassigned'
    CHECK (state IN ('counts', 'held', 'discarded', 'undone', 'unassigned')),
  state_at timestamptz,
  -- The server's words; addresses are replaced.
  reply text CHECK (length(reply) <= 500),
  -- upload | events | person | probe, or the id of a bounce source, which may have been removed since.
  origin text,
  -- Keyed hashes by which a burst is found: of the words without addresses and hosts, the recipient's domain, and the operator of its mail. Null for what can be in none.
  text_hash bytea CHECK (octet_length(text_hash) = 32),
  domain_hash bytea,
  operator_hash bytea,
  burst_id uuid,
  -- Only while it is held, so that the address can be suppressed when a person applies the burst.
  address text CHECK (address IS NULL OR state = 'held'),
  PRIMARY KEY (account_id, hash, source, report)
);
CREATE INDEX mailbox_evidence_happened_at ON mailbox_evidence (happened_at);
CREATE INDEX mailbox_evidence_text ON mailbox_evidence (account_id, text_hash, happened_at) WHERE text_hash IS NOT NULL;
CREATE INDEX mailbox_evidence_person ON mailbox_evidence (person_hash) WHERE person_hash IS NOT NULL;

CREATE INDEX mailbox_evidence_of_account ON mailbox_evidence (account_id, happened_at);

-- Addresses that an account must not mail. Once an address is forgotten, only its hash is left.
CREATE TABLE suppressions (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  email text,
  reason text NOT NULL CHECK (reason IN ('bounce', 'complaint', 'unsubscribe', 'manual')),
  key_version integer NOT NULL,
  suppressed_at timestamptz NOT NULL DEFAULT now(),
  -- Of bounces, which age out; null for ever.
  expires_at timestamptz,
  -- As in mailbox_evidence. A bounce without a person_hash was written before 0.1.0 and does not count.
  person_hash bytea CHECK (octet_length(person_hash) = 32),
  origin text,
  PRIMARY KEY (account_id, hash)
);
CREATE INDEX suppressions_by_time ON suppressions (account_id, suppressed_at, hash);

CREATE INDEX suppressions_expires_at ON suppressions (expires_at) WHERE expires_at IS NOT NULL;

-- Where reports come from: each has a secret path or recipient address, of which only the hash is stored.
CREATE TABLE bounce_sources (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  -- The key that verifies signatures, encrypted.
  sealed_key text,
  -- The topic of Amazon SNS that may report.
  topic text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_report_at timestamptz,
  -- Amazon SNS sends a URL that confirms a subscription. The service never opens it: the account does, and so it is shown there.
  confirmation_url text,
  -- Mails of a source that had no effect, because they name too many recipients or could not be read in time (docs/contract.md §10.31).
  ignored_count integer NOT NULL DEFAULT 0,
  ignored_at timestamptz,
  -- Sources whose bounces are picked up from an IMAP mailbox (docs/guides/bounces.md). The password is sealed_key.
  mailbox jsonb,
  -- The messages of the folder up to this one are read (RFC 9051 §2.3.1.1).
  uid_validity bigint,
  last_uid bigint NOT NULL DEFAULT 0,
  -- When it was last read to its end, why it was not, and how often in a row the sign-in failed.
  picked_up_at timestamptz,
  problem text,
  sign_in_failures integer NOT NULL DEFAULT 0
);
CREATE INDEX bounce_sources_account_id ON bounce_sources (account_id);

-- Every validated address for 35 days, packed: 8 bytes of its keyed hash and 4 bytes of its verdict's flags.
CREATE TABLE validated_addresses (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  packed bytea NOT NULL,
  validated_at timestamptz NOT NULL DEFAULT now(),
  -- Format 1: entries of 12 bytes, 8 of the short hash and 4 of the verdict.
  format smallint NOT NULL DEFAULT 1,
  -- Of the secret that keys the hashes.
  key_version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX validated_addresses_validated_at ON validated_addresses (validated_at);
-- Hashes do not compress.
ALTER TABLE validated_addresses ALTER COLUMN packed SET STORAGE EXTERNAL;

-- How many of the validated addresses bounced, as of the last count.
CREATE TABLE calibrations (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  counted_at timestamptz NOT NULL,
  body jsonb NOT NULL
);


-- Credits

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
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  period_start date NOT NULL,
  period_end date NOT NULL,
  used bigint NOT NULL,
  warned boolean NOT NULL DEFAULT false
);

-- Credits that are set aside: for a list, until it ends; for an API process, until it has used or returned them, or has ended.
CREATE TABLE quota_reservations (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
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
  UPDATE quotas SET used = used + more WHERE account_id = NEW.account_id AND day >= period_start AND day < period_end;
  UPDATE quota_reservations SET units = units - more WHERE account_id = NEW.account_id AND id = (NEW.body->>'quota')::uuid;
  RETURN NULL;
END $$;

CREATE TRIGGER outbox_events_count_quota AFTER INSERT ON outbox_events
  FOR EACH ROW WHEN (NEW.body ? 'quota') EXECUTE FUNCTION count_quota();

CREATE TRIGGER outbox_events_recount_quota AFTER UPDATE OF body ON outbox_events
  FOR EACH ROW WHEN (NEW.body ? 'quota' AND OLD.body->'units' <> NEW.body->'units') EXECUTE FUNCTION count_quota();

-- What a list has not used is returned when it ends, however it ends.
CREATE FUNCTION return_quota() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM quota_reservations WHERE account_id = NEW.account_id AND id = NEW.id;
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
  DELETE FROM quotas WHERE account_id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriptions_restart_quota AFTER UPDATE OF plan, anchor ON subscriptions
  FOR EACH ROW WHEN ((OLD.plan, OLD.anchor) IS DISTINCT FROM (NEW.plan, NEW.anchor)) EXECUTE FUNCTION restart_quota();

-- How many requests of an account's minute processes have taken, where its plan limits them; as token_allowances for tokens.
CREATE TABLE account_allowances (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  window_seconds integer NOT NULL,
  window_number bigint NOT NULL,
  taken integer NOT NULL,
  granted integer NOT NULL
);


-- Rules

-- Named policies, and the addresses and domains that an account always allows or always denies.
CREATE TABLE policies (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  preset text NOT NULL,
  allow text[] NOT NULL,
  caution text[] NOT NULL,
  refuse text[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, name)
);

CREATE TABLE list_entries (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- The normalized address or the ASCII form of the domain: an entry is on one list.
  key text NOT NULL,
  id uuid NOT NULL,
  list text NOT NULL CHECK (list IN ('allow', 'deny')),
  entry text NOT NULL,
  note text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key),
  UNIQUE (account_id, id)
);


-- Single sign-on and passkeys

-- Single sign-on by OpenID Connect, and passkeys. Both belong to users, and are gone with them.
-- An identity is the issuer and the subject that it names, never the address: addresses change hands. Only the hash of the subject is
-- stored, because some providers use an address as the subject.
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The id of the provider in OIDC_PROVIDERS.
  provider text NOT NULL,
  issuer text NOT NULL,
  subject_sha256 bytea NOT NULL CHECK (octet_length(subject_sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  UNIQUE (issuer, subject_sha256)
);
CREATE INDEX identities_user_id ON identities (user_id);

-- The session at the provider that a session began with: the provider ends both, and so does the person.
CREATE TABLE session_identities (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  identity_id uuid NOT NULL REFERENCES identities ON DELETE CASCADE,
  -- The hash of the provider's own session id, where it names one.
  sid_sha256 bytea,
  -- Encrypted by SECRET (platform/sealed.ts): the hint for signing out at the provider.
  id_token text
);
CREATE INDEX session_identities_identity_id ON session_identities (identity_id);

-- What a browser has begun and not finished: a visit to a provider, its result, or a challenge for a passkey. Each is used once, by the
-- browser or the session that began it.
CREATE TABLE sign_in_attempts (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  purpose text NOT NULL CHECK (purpose ~ '^[a-z_]{1,40}$'),
  browser_sha256 bytea NOT NULL CHECK (octet_length(browser_sha256) = 32),
  -- Only this session can finish it; null where no one is signed in yet.
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  content jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_expires_at ON sign_in_attempts (expires_at);

CREATE INDEX sign_in_attempts_session_id ON sign_in_attempts (session_id);

-- Logout tokens that were received: each is accepted once.
CREATE TABLE used_logout_tokens (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  expires_at timestamptz NOT NULL
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- COSE, as the authenticator sent it.
  public_key bytea NOT NULL,
  -- Counts up with each use, unless the authenticator does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  -- Whether it is synchronized between devices.
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user_id ON passkeys (user_id);


-- Devices

-- Devices that a user has signed in from, each by the hash of its cookie: a sign-in from another one is reported by mail.
CREATE TABLE devices (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, sha256)
);


-- Billing

-- Who pays, and what was reported to the payment provider. Empty where billing is off.
CREATE TABLE billing_customers (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  customer_id text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Units of the ledger that no hour of billing_hours has yet.
  pending_units bigint NOT NULL DEFAULT 0,
  -- Units that the provider has more than was reported to it, by the last comparison.
  drift bigint NOT NULL DEFAULT 0,
  compared_at timestamptz
);

-- What is reported of an hour, once: the account and the hour make the identifier of the report.
CREATE TABLE billing_hours (
  account_id uuid NOT NULL REFERENCES billing_customers ON DELETE CASCADE,
  -- The end of the hour.
  hour timestamptz NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  -- open: to be sent. doubtful: sent, and it is not known whether it arrived. sent: it is known to have arrived. refused, lost: it never will.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'doubtful', 'sent', 'refused', 'lost')),
  first_tried_at timestamptz,
  last_tried_at timestamptz,
  PRIMARY KEY (account_id, hour)
);
CREATE INDEX billing_hours_unsent ON billing_hours (hour) WHERE state IN ('open', 'doubtful');

-- Events that the provider has sent: each has its effect once.
CREATE TABLE billing_events (
  id text PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);

-- What the ledger gains, the customer owes: in the same transaction, so exactly once.
CREATE FUNCTION add_pending_units() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE billing_customers
  SET pending_units = pending_units + NEW.units - CASE TG_OP WHEN 'UPDATE' THEN OLD.units ELSE 0 END
  WHERE account_id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_daily_add_pending AFTER INSERT OR UPDATE OF units ON usage_daily
  FOR EACH ROW EXECUTE FUNCTION add_pending_units();


-- Probes

-- Probes of mailboxes by SMTP (docs/decisions/0046-polite-probe.md). Empty unless PROBE=on.
-- The accounts that the operator lets probe.
CREATE TABLE probe_accounts (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  allowed_at timestamptz NOT NULL DEFAULT now()
);

-- Requested probes, those that ended included, so that none is repeated soon.
CREATE TABLE probes (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Keyed hash of the normalized address, as in mailbox_evidence.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- Until the probe has ended.
  address text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- Conversations so far, and the start of the last one.
  tries integer NOT NULL DEFAULT 0,
  asked_at timestamptz,
  ended_at timestamptz,
  -- Why the mailbox is still unknown; null where it is not.
  reason text,
  -- A probe is about the exact address, as a bounce is: `hash` is that of the exact address now. The normalized address finds the probes of all tags of a
  -- person. Null for probes from before 0.1.0, whose `hash` is that of the normalized address.
  person_hash bytea CHECK (octet_length(person_hash) = 32),
  -- Of a probe that was requested for a whole list.
  list_id uuid,
  PRIMARY KEY (account_id, hash),
  CHECK ((address IS NULL) = (ended_at IS NOT NULL))
);
CREATE INDEX probes_ended_at ON probes (ended_at);
CREATE INDEX probes_list ON probes (account_id, list_id) WHERE list_id IS NOT NULL;

-- Probes of the addresses of a list whose mailbox is unknown (docs/guides/probe.md). The last request of each list.
CREATE TABLE probe_lists (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  list_id uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- The number of probes that was agreed to.
  probes_max integer NOT NULL,
  -- Null until a worker has chosen the addresses.
  selected_at timestamptz,
  PRIMARY KEY (account_id, list_id)
);

-- Every conversation, noted before it begins. No address is in it.
CREATE TABLE probe_log (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  hash bytea,
  domain text NOT NULL,
  mail_host text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null while it runs, and where its process ended before it did.
  outcome text,
  reply_code integer,
  status_code text,
  person_hash bytea,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX probe_log_started_at ON probe_log (started_at);

-- Whether a mail host accepts names of a domain that no person has. The name stays until it has an answer: greylisting wants the same one again.
CREATE TABLE probed_domains (
  domain text NOT NULL,
  mail_host text NOT NULL,
  random_name text NOT NULL,
  accepts_any boolean,
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (domain, mail_host)
);

-- Conversations of each day in UTC. Earlier days decide how many are allowed.
CREATE TABLE probe_days (
  day date PRIMARY KEY,
  used integer NOT NULL
);

-- The last self-test of each identity: its HELO name, sender and address.
CREATE TABLE probe_self_tests (
  identity text PRIMARY KEY,
  tested_at timestamptz NOT NULL DEFAULT now(),
  problems jsonb NOT NULL
);


-- Operators

CREATE FUNCTION audit_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(NULL, CASE WHEN NEW.is_operator THEN 'operator_granted' ELSE 'operator_revoked' END, NEW.id, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER users_audit_operator AFTER UPDATE OF is_operator ON users
  FOR EACH ROW WHEN (OLD.is_operator <> NEW.is_operator) EXECUTE FUNCTION audit_operator();


-- Saved lists

-- A list as the person who cleans it knows it: its name and notes, and the submissions that it was sent in. A submission without a list is
-- one of its own.
CREATE TABLE saved_lists (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Name and notes are JSON strings, as file names are. Null: the name of the file.
  name text,
  notes text NOT NULL DEFAULT '""',
  -- Submissions that the list needs, and rows that they have; what is submitted says so itself.
  parts smallint NOT NULL CHECK (parts > 0),
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  -- A hash of the file that its reader made, to find earlier lists of the same file.
  fingerprint text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Since when it is to be deleted: running submissions end first.
  deleted_at timestamptz,
  -- Lists that their owner stopped (bulk/lists/stop.ts): chunks that run finish, no other one starts.
  stopped_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX saved_lists_by_time ON saved_lists (account_id, created_at DESC, id DESC);

CREATE INDEX saved_lists_by_fingerprint ON saved_lists (account_id, fingerprint, created_at DESC) WHERE fingerprint IS NOT NULL;

CREATE TABLE saved_list_parts (
  account_id uuid NOT NULL,
  -- A group, or a job without a group.
  submission_id uuid NOT NULL,
  list_id uuid NOT NULL,
  -- 0 for the list itself, 1 and up for rows that were sent again.
  round smallint NOT NULL CHECK (round >= 0),
  part smallint NOT NULL CHECK (part BETWEEN 1 AND parts),
  parts smallint NOT NULL,
  PRIMARY KEY (account_id, submission_id),
  UNIQUE (account_id, list_id, round, part),
  FOREIGN KEY (account_id, list_id) REFERENCES saved_lists (account_id, id) ON DELETE CASCADE
);

-- However a submission is removed, its part goes with it, and the last part takes the list with it.
CREATE FUNCTION remove_list_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed uuid;
BEGIN
  DELETE FROM saved_list_parts WHERE account_id = OLD.account_id AND submission_id = OLD.id RETURNING list_id INTO removed;
  DELETE FROM saved_lists WHERE account_id = OLD.account_id AND id = removed
    AND NOT EXISTS (SELECT FROM saved_list_parts WHERE account_id = OLD.account_id AND list_id = removed);
  RETURN NULL;
END $$;

CREATE TRIGGER bulk_groups_remove_list_part AFTER DELETE ON bulk_groups
  FOR EACH ROW EXECUTE FUNCTION remove_list_part();

CREATE TRIGGER bulk_jobs_remove_list_part AFTER DELETE ON bulk_jobs
  FOR EACH ROW WHEN (OLD.group_id IS NULL) EXECUTE FUNCTION remove_list_part();


-- Sign-ups

-- Sign-ups that wait for their confirmation by mail. Only the hash of the link's secret is stored.
CREATE TABLE sign_ups (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  email text NOT NULL CHECK (email = lower(email)),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ups_email ON sign_ups (email);

-- Challenges whose proof of work was used, until they would have expired.
CREATE TABLE used_challenges (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  expires_at timestamptz NOT NULL
);


-- Confirmed addresses

CREATE FUNCTION audit_confirmed_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit_event(account_id, 'address_confirmed', NEW.id, NULL) FROM members WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER users_audit_confirmed_address AFTER UPDATE OF address_confirmed ON users
  FOR EACH ROW WHEN (NOT OLD.address_confirmed AND NEW.address_confirmed) EXECUTE FUNCTION audit_confirmed_address();


-- Removed members

-- Who was removed from an account by another member: single sign-on does not bring them back, an invitation does. A removed user without
-- another account is deleted, so that the rows hold hashes of the address and of the identities (accounts/members/removed-members.ts).
CREATE TABLE removed_members (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, sha256)
);


-- Store checks

-- What each API process last found out about the object store (platform/blobs/store-checks.ts). Losing it costs a minute.
CREATE UNLOGGED TABLE store_checks (
  process text PRIMARY KEY,
  problem text,
  checked_at timestamptz NOT NULL DEFAULT now()
);


-- Bursts of bounces

CREATE INDEX mailbox_evidence_burst ON mailbox_evidence (account_id, burst_id) WHERE burst_id IS NOT NULL;

CREATE INDEX suppressions_person ON suppressions (person_hash) WHERE person_hash IS NOT NULL;

-- Many bounces with one text from many operators within an hour: a fault of the sender, more likely than so many missing mailboxes.
CREATE TABLE bounce_bursts (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
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

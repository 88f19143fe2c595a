// Years of history, written by SQL alone: copies of one real job, and a ledger of many accounts.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/platform/database/database.ts'

export type HistorySize = { jobs: number; groups: number; usageRows: number }

const DAYS = 365
const KINDS = ['single', 'bulk']

/** Everything belongs to the account of the job that is copied, but the ledger, which is that of other accounts. */
export async function writeHistory(db: Db, model: string, { jobs, groups, usageRows }: HistorySize): Promise<void> {
  await writeJobs(
    db,
    model,
    sql`gen_random_uuid() AS id, NULL::uuid AS group_id, n FROM generate_series(1, ${jobs}::int) n`,
  )
  await sql`
    WITH upload AS (
      INSERT INTO bulk_uploads (id, account_id, filename, size_bytes, claimed_at, created_at, expires_at)
      SELECT gen_random_uuid(), j.account_id, '"list.csv"', 1000, ago, ago, ago + interval '1 hour'
      FROM bulk_jobs j, generate_series(1, ${groups}::int) n, LATERAL (SELECT now() - n * interval '40 minutes' AS ago) t WHERE j.id = ${model}
      RETURNING id, account_id, created_at
    )
    INSERT INTO bulk_groups (id, account_id, upload_id, upload_version, email_column, validate_domain, status, total, csv_key, csv_bytes,
      created_at, updated_at, expires_at)
    SELECT g.id, account_id, upload.id, '1', '"email"', false, 'completed', 10, 'groups/' || g.id || '.000000000000.csv', 1000,
      created_at, created_at, created_at + interval '30 days'
    FROM upload, LATERAL (SELECT upload.id AS from_upload, gen_random_uuid() AS id) g`.execute(db)
  await writeJobs(
    db,
    model,
    sql`gen_random_uuid() AS id, g.id AS group_id, row_number() OVER () AS n FROM bulk_groups g
      WHERE NOT EXISTS (SELECT FROM bulk_jobs WHERE group_id = g.id)`,
  )
  await writeUsage(db, usageRows)
  await sql`ANALYZE`.execute(db)
}

async function writeJobs(db: Db, model: string, copies: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH copy AS (SELECT ${copies}), job AS (
      INSERT INTO bulk_jobs (id, account_id, status, validate_domain, fingerprint, total, success, errors, chunks_left, csv_key, csv_sha256, csv_bytes,
        created_at, updated_at, expires_at, group_id, ordinal, row_offset)
      SELECT copy.id, j.account_id, j.status, j.validate_domain, j.fingerprint, j.total, j.success, j.errors, 0,
        'jobs/' || copy.id || '.000000000000.csv', j.csv_sha256, j.csv_bytes, ago, ago, ago + interval '30 days',
        copy.group_id, CASE WHEN copy.group_id IS NOT NULL THEN 0 END, CASE WHEN copy.group_id IS NOT NULL THEN 0 END
      FROM bulk_jobs j, copy, LATERAL (SELECT now() - copy.n * interval '4 minutes' AS ago) t WHERE j.id = ${model}
      RETURNING id, account_id, group_id
    ), keys AS (
      INSERT INTO bulk_keys (account_id, scope, key, fingerprint, resource_id, reserved_until)
      SELECT account_id, 'submission', id::text, '', id, now() + interval '1 day' FROM job WHERE group_id IS NULL
    )
    INSERT INTO bulk_chunks (id, job_id, account_id, first_index, row_count, results, done_at)
    SELECT gen_random_uuid(), job.id, job.account_id, c.first_index, c.row_count, c.results, c.done_at FROM bulk_chunks c, job WHERE c.job_id = ${model}`.execute(
    db,
  )
}

/** The reference is checked, and the index made, once for all rows instead of for each. */
async function writeUsage(db: Db, rows: number): Promise<void> {
  if (rows === 0) return
  const accounts = Math.ceil(rows / DAYS / KINDS.length)
  await sql`
    WITH made AS (INSERT INTO accounts (id) SELECT gen_random_uuid() FROM generate_series(1, ${accounts}::int) RETURNING id
    ), owners AS (
      INSERT INTO users (id, email, name) SELECT id, 'history' || id || '@mail.example', '' FROM made RETURNING id
    )
    INSERT INTO members (account_id, user_id, role) SELECT id, id, 'owner' FROM owners`.execute(db)
  await sql`ALTER TABLE usage_daily DROP CONSTRAINT usage_daily_account_id_fkey, DROP CONSTRAINT usage_daily_pkey`.execute(
    db,
  )
  await sql`INSERT INTO usage_daily (account_id, day, kind, units)
    SELECT id, current_date - d, kind, 1000 FROM (SELECT id FROM users WHERE email LIKE 'history%' ORDER BY 1) u,
      generate_series(1, ${DAYS}::int) d, unnest(${KINDS}::text[]) kind`.execute(db)
  await sql`ALTER TABLE usage_daily ADD PRIMARY KEY (account_id, day, kind),
    ADD CONSTRAINT usage_daily_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE`.execute(
    db,
  )
}

// Installations from before 0.1.0 were built by a chain of migrations that one baseline file replaces. A database with the whole chain of
// commit 6fa24ec gets what was added after it, and is from then on as if the baseline had made it.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../fatal.ts'
import { type AppliedMigration, type Migration, readUnreleasedMigrations } from './migration-files.ts'

const OLDEST_COMMIT = '6fa24ec'
/** The migrations of that commit. Earlier commits have some of them. */
const CHAIN: ReadonlySet<string> = new Set([
  ...['0001-foundation.sql', '0002-accounts.sql', '0003-domains.sql', '0004-bulk.sql', '0005-csv.sql'],
  ...['0006-contacts.sql', '0007-usage-outbox.sql', '0011-storage.sql', '0021-tasks-set-aside.sql'],
  ...['0022-contacts-due-by-user.sql', '0031-rate-limits.sql', '0041-audit.sql', '0042-sign-in.sql'],
  ...['0043-token-rules.sql', '0061-registry-fleet.sql', '0064-suppressed-addresses.sql', '0065-awaited-sources.sql'],
  ...['0071-lists.sql', '0072-mail-hosts.sql', '0074-site-keys.sql', '0075-deadly-events.sql'],
  ...['0085-queues-of-a-process.sql', '0086-site-visits.sql', '0090-unfinished-groups.sql', '0091-listed-jobs.sql'],
  ...['0092-verified.sql', '0095-sweep.sql', '0097-listed-totals.sql', '0120-csv-on-demand.sql'],
  ...['0121-contacts-of-users.sql', '0131-shrunk-lists.sql'],
])

/** Sessions of API processes and workers from before 0.1.0. A node that was killed leaves its sessions for a moment. */
const SERVICE_SESSIONS = ['mailsift', 'mailsift account changes', 'mailsift queue', 'mailsift presence']
const SESSIONS_END_MS = 15_000
const LOOK_AGAIN_MS = 100

export function isUnreleased(applied: readonly Pick<AppliedMigration, 'name'>[]): boolean {
  return applied.some(({ name }) => CHAIN.has(name))
}

export type Takeover = {
  applied: readonly AppliedMigration[]
  /** The migration that the others become. */
  baseline: Migration
  version: string
  apply(pending: readonly Migration[]): Promise<void>
}

/** Returns the number of migrations that it applied. */
export async function takeOver(client: pg.Client, { applied, baseline, version, apply }: Takeover): Promise<number> {
  const names = new Set(applied.map(({ name }) => name))
  const missing = [...CHAIN].filter((name) => !names.has(name))
  if (missing.length > 0)
    throw new StartupError(
      `The database is from a version of Mailsift before 0.1.0 that is too old: it lacks migration ${missing[0]}. ` +
        `Start Mailsift of commit ${OLDEST_COMMIT} on it once, stop it, then start this version.`,
    )
  const later = await readUnreleasedMigrations()
  const unknown = applied.find(({ name }) => !CHAIN.has(name) && !later.some((migration) => migration.name === name))
  if (unknown)
    throw new StartupError(
      `The database is from a version of Mailsift before 0.1.0 that was never released: it has migration ${unknown.name}, which no released version knows. ` +
        'Start the version that it belongs to, or restore a backup from before that migration.',
    )
  await requireNoNodes(client)
  await client.query('ALTER TABLE migrations ADD COLUMN IF NOT EXISTS version text')
  const pending = later.filter(({ name }) => !names.has(name))
  await apply(pending)
  await client.query('BEGIN; DELETE FROM migrations; ALTER TABLE migrations ALTER COLUMN version SET NOT NULL')
  await client.query('INSERT INTO migrations (number, name, sha256, version) VALUES ($1, $2, $3, $4)', [
    baseline.number,
    baseline.name,
    baseline.sha256,
    version,
  ])
  await client.query('COMMIT')
  return pending.length + 1
}

/** Before 0.1.0 two versions could not work on one database: tables and columns have new names. */
async function requireNoNodes(client: pg.Client): Promise<void> {
  for (const deadline = Date.now() + SESSIONS_END_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = ANY($1::text[])`,
      [SERVICE_SESSIONS],
    )
    const { count } = rows[0]!
    if (count === 0) return
    if (Date.now() >= deadline)
      throw new StartupError(
        `An earlier version of Mailsift is still connected to this database (${count} connections). ` +
          'To upgrade to 0.1.0, stop all nodes first, then start this version. From 0.1.0 on, nodes can be replaced one by one.',
      )
  }
}

import { explainNewer, NEWER_TODO, type StatusFacts, type StatusSettings } from './status-facts.ts'

export type Warning = { what: string; do: string }

const MINUTE = 60
const DAY = 24 * 3600
/** A task begins within a second where there is room for it. */
const WAITING_MAX_SECONDS = 5 * MINUTE
const OUTBOX_MAX_SECONDS = 5 * MINUTE
const TRANSACTION_MAX_SECONDS = 3600
const LIST_MAX_SECONDS = 4 * DAY
const BACKUP_MAX_SECONDS = 2 * DAY
const CONNECTIONS_MAX_SHARE = 0.9
/** Multiple of the required free space below which `status` warns, before new files are refused. */
const DISK_FACTOR = 2

/** Warnings and what an operator can do about each, the most pressing first. */
export function warningsOf(facts: StatusFacts, { listRefresh }: Pick<StatusSettings, 'listRefresh'>): Warning[] {
  const { processes, tasks, unfinished, outbox, database, disk, lists, last_backup } = facts
  const found: Warning[] = []
  const warn = (isSo: boolean, what: string, todo: string) => {
    if (isSo) found.push({ what, do: todo })
  }
  const runs = processes.api + processes.worker > 0
  const { unknown, pending } = database.schema
  warn(unknown.length > 0, explainNewer(database.schema), NEWER_TODO)
  warn(
    pending.length > 0 && unknown.length === 0,
    `The database needs ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'} for this version.`,
    'Start Mailsift, or run: npm run -s admin -- migrate',
  )
  warn(database.reads_only, 'The database is read-only.', 'Promote it, or correct DATABASE_URL.')
  warn(!runs, 'Mailsift is not running on this database.', 'Start it: npm start')
  warn(runs && processes.api === 0, 'No API process is connected.', 'Start a node with ROLE=api and check its log.')
  warn(
    runs && processes.worker === 0,
    `No worker is running${unfinished.length > 0 ? ': unfinished jobs wait' : ''}.`,
    'Start a node with ROLE=worker and check its log.',
  )
  const waited = oldest(tasks.filter(({ state }) => state === 'waiting').map(({ oldest_seconds }) => oldest_seconds))
  warn(
    waited > WAITING_MAX_SECONDS && processes.worker > 0,
    `Tasks have waited for ${minutes(waited)}.`,
    'If the processors are busy, add workers (WORKERS or another node). Otherwise check the log for failing tasks.',
  )
  const exhausted = tasks.filter(({ state }) => state === 'exhausted')
  warn(
    exhausted.length > 0,
    `Tasks failed on every attempt: ${exhausted.map(({ task, count }) => `${count} ${task}`).join(', ')}.`,
    'Look for "task failed for the last time" in the worker logs. They do not run again.',
  )
  warn(
    facts.tasks_quarantined > 0,
    `Tasks in quarantine because they crashed their process several times: ${facts.tasks_quarantined}.`,
    'See: npm run -s admin -- tasks list',
  )
  const lag = oldest(outbox.map(({ oldest_seconds }) => oldest_seconds))
  warn(
    lag > OUTBOX_MAX_SECONDS,
    `Usage and contacts are ${minutes(lag)} behind.`,
    'Nothing is lost. Look for "outbox event delivery failed" in the worker logs.',
  )
  warn(
    disk !== null && disk.free_bytes < DISK_FACTOR * disk.needed_bytes,
    'The disk with the data folder is almost full.',
    'Free up space, or lower FREE_SPACE_MIN_BYTES. Below it, new files and jobs are rejected.',
  )
  for (const problem of facts.store.problems)
    warn(
      true,
      `The object store: ${problem}.`,
      'Check BLOBS, S3_ENDPOINT and the credentials. Mailsift checks it again every 15 s.',
    )
  warn(
    database.connections > CONNECTIONS_MAX_SHARE * database.connections_max,
    `${database.connections} of ${database.connections_max} database connections are in use.`,
    'Raise max_connections, or lower DATABASE_CONNECTIONS.',
  )
  warn(
    database.oldest_transaction_seconds > TRANSACTION_MAX_SECONDS,
    `A transaction has been open for ${minutes(database.oldest_transaction_seconds)}.`,
    'Find it in pg_stat_activity and end it. Until then, PostgreSQL cannot reuse the space of deleted rows.',
  )
  const listAge = lists.oldest_seconds ?? 0
  warn(
    listRefresh && listAge > LIST_MAX_SECONDS,
    `A list of disposable domains was last downloaded ${minutes(listAge)} ago.`,
    'See: npm run -s admin -- lists',
  )
  warn(
    listRefresh && lists.never_fetched > 0,
    `${lists.never_fetched} of ${lists.count} lists of disposable domains have not been downloaded yet.`,
    'The built-in lists are in use. See: npm run -s admin -- lists',
  )
  const backupAge = last_backup ? (Date.parse(facts.at) - Date.parse(last_backup.at)) / 1000 : Number.POSITIVE_INFINITY
  warn(
    backupAge > BACKUP_MAX_SECONDS,
    last_backup ? `The last backup is ${minutes(backupAge)} old.` : 'No backup found.',
    'Create one every day: npm run -s admin -- backup /backups/$(date +%F)',
  )
  return found
}

function oldest(ages: readonly number[]): number {
  return Math.max(0, ...ages)
}

/** For people: 40 s, 12 min, 3 h, 5 days. */
export function minutes(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`
  if (seconds < 2 * 3600) return `${Math.round(seconds / MINUTE)} min`
  return seconds < 2 * DAY ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / DAY)} days`
}

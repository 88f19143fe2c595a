import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { type Database, type Db, openDatabase } from '../../src/platform/database/database.ts'
import { TRUSTED_PREFIX } from './database-names.ts'

export const silentLog = pino({ level: 'silent' })

/**
 * A fresh database with today's schema. Remember to `drop()` it (an `afterAll`, or `onTestFinished`). One with another prefix asks for
 * its password.
 */
export async function createTestDatabase(
  connectionCount = 10,
  prefix = TRUSTED_PREFIX,
): Promise<Database & { drop(): Promise<void> }> {
  const templateUrl = inject('templateUrl')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await asSuperuser(`CREATE DATABASE ${name} TEMPLATE mailsift OWNER mailsift STRATEGY FILE_COPY`)
  const url = withDatabase(templateUrl, name)
  const database = openDatabase(url, { log: silentLog, connectionCount })
  return {
    ...database,
    async drop() {
      await database.close()
      await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** The same, dropped when the running test ends. */
export async function useTestDatabase(prefix?: string): Promise<Database> {
  const database = await createTestDatabase(10, prefix)
  onTestFinished(() => database.drop())
  return database
}

/** The same, for tests of what a wrong password leads to. */
export const useLockedDatabase = () => useTestDatabase('locked_')

/** A database without any schema. `whenOver` takes what drops it. Default: the running test, when it is over. */
export async function createEmptyDatabase(
  whenOver: (drop: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const templateUrl = inject('templateUrl')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await asSuperuser(`CREATE DATABASE ${name} OWNER mailsift`)
  whenOver(() => asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`))
  return withDatabase(templateUrl, name)
}

/** Nothing reads or writes the table for as long as it takes. */
export async function whileLocked(db: Db, table: string, run: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(tx)
    await run()
  })
}

/** How many connections wait for a lock in the database. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows[0]!.count
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** One for all files of a process: databases come and go by the hundred, and two connections cost half as much as a database. */
let superuser: Promise<pg.Client> | undefined

async function asSuperuser(statement: string): Promise<void> {
  superuser ??= connectAsSuperuser()
  const client = await superuser
  await eventually(() => client.query(statement).catch(waitForTemplate), { every: TEMPLATE_IN_USE_MS })
}

async function connectAsSuperuser(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('superuserUrl'), stream: () => new Socket().unref() })
  // It lasts as long as the process, and is cut when the run's server ends first.
  client.on('error', () => {})
  await client.connect()
  return client
}

const TEMPLATE_IN_USE = '55006'
const TEMPLATE_IN_USE_MS = 200

/** Housekeeping of PostgreSQL may be at work in it, on a busy machine for longer than a copy waits. */
function waitForTemplate(error: { code?: string }): undefined {
  if (error.code !== TEMPLATE_IN_USE) throw error
}

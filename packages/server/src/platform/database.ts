import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import { PreparingClient } from './preparing-client.ts'

/** Every table; each feature adds its own beside its store by `declare module '../platform/database.ts'`. */
export interface Tables {
  settings: { name: string; value: string }
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Database = { db: Db; pool: pg.Pool; url: string; close(): Promise<void> }

const INT8_OID = 20
const DATE_OID = 1082

/** Counters stay far below 2^53 and dates are days, not instants: neither should arrive as a string or a local midnight. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8_OID) return Number
    if (oid === DATE_OID) return String
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

export type DatabaseOptions = {
  log: Log
  connectionCount: number
  /** How the connections introduce themselves; the audit trail tells by it who made a change. */
  applicationName?: string
}

export function openDatabase(
  url: string,
  { log, connectionCount, applicationName = 'mailsift' }: DatabaseOptions,
): Database {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: connectionCount,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // A process that stops in the middle of a transaction (SIGSTOP, a frozen machine) must not keep its locks from others.
    idle_in_transaction_session_timeout: 15_000,
    application_name: applicationName,
  })
  // An idle connection that breaks (the server restarts) must not end the process; the next query opens a new one.
  pool.on('error', (error) => log.warn({ code: errorCode(error) }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, url, close: () => db.destroy() }
}

/** True when the database could not be asked, as opposed to having refused: the caller may try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error)
  if (!code)
    return (
      error instanceof Error && /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
    )
  // Classes 08 (connection), 53 (resources, disk full included), 57P0x (shutdown, crash, starting up); 25P03: we were
  // silent in a transaction for too long.
  return (
    /^(08|53|57P0|25P03)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code)
  )
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return errorCode(error) === '23505' && (!constraint || (error as { constraint?: string }).constraint === constraint)
}

function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

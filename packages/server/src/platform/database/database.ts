import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { clientFor, discard, serversAt } from './connection.ts'
import { explainDatabaseError } from './describe-failure.ts'
import { errorCode, isDatabaseUnavailable } from './errors.ts'
import { runInTransaction } from './open-transaction.ts'
import { poolClientFor } from './pool-client.ts'
import { createStallWatch } from './stalled-connection.ts'

/** Every table; each feature adds its own beside its store by `declare module './database.ts'`. */
export interface Tables {
  settings: { name: string; value: string }
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Database = {
  db: Db
  pool: pg.Pool
  url: string
  /** For what needs a session: the same server, past a pooler. */
  directUrl: string
  /** Whether each transaction may run in another session, because the server is behind a pooler. */
  isPooled: boolean
  close(): Promise<void>
}

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
  /** The way past the pooler to which `url` leads. */
  directUrl?: string
}

export function openDatabase(
  url: string,
  { log, connectionCount, applicationName = 'mailsift', directUrl }: DatabaseOptions,
): Database {
  const isPooled = directUrl !== undefined && directUrl !== url
  const watch = createStallWatch({
    DirectClient: clientFor(serversAt(directUrl ?? url)),
    onStalled: () => dropIdle(pool),
  })
  const Client = poolClientFor(clientFor(serversAt(url), logNowAndThen(log)), { isPooled, watch })
  const pool = new pg.Pool({
    Client: Client as never,
    max: connectionCount,
    types,
    connectionTimeoutMillis: 5_000,
    // One stays for what runs every minute: to open another costs more than all that runs then.
    min: 1,
    // A process that stops in the middle of a transaction (SIGSTOP, a frozen machine) must not keep its locks from others.
    // A pooler refuses what it does not know at the start of a session.
    ...(!isPooled && { idle_in_transaction_session_timeout: 5_000 }),
    application_name: applicationName,
  })
  // An idle connection that breaks (the server restarts) must not end the process; the next query opens a new one.
  pool.on('error', (error) => log.warn({ code: errorCode(error) }, 'database connection lost'))
  // graphile-worker warns about a pool that leaves errors of connections in use unhandled; they also fail the query on them.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // The caller has found one connection broken, or has ended its own wait: the idle ones would cost the next query the same.
  pool.on('release', (error: unknown) => {
    if (error === true || isDatabaseUnavailable(error)) dropIdle(pool)
  })
  const db = new WatchedDb({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, url, directUrl: directUrl ?? url, isPooled, close: () => db.destroy() }
}

/** Checkpoints the async context of its transactions (open-transaction.ts). */
class WatchedDb extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <Result>(use: (tx: Tx) => Promise<Result>) => execute((tx) => runInTransaction(() => use(tx))),
    })
  }
}

const LOG_INTERVAL_MS = 30_000

/** Callers learn only that the database is unavailable; the log says why. */
function logNowAndThen(log: Log): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.warn({ code: errorCode(error), reason: explainDatabaseError(error).message }, 'database unavailable')
  }
}

/** A fault that stalls one connection stalls the idle ones as well. */
function dropIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect((_error, client, release) => {
      if (client) discard(client as never)
      release(new Error('It may have stalled.'))
    })
}

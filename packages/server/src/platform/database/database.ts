import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { clientFor, discard, READ_ONLY, serversAt } from './connection.ts'
import { explainDatabaseError } from './describe-failure.ts'
import { errorCode } from './errors.ts'
import { runInTransaction } from './open-transaction.ts'
import { PreparingClient, UnpreparedClient } from './prepared-statements.ts'
import { PatientPool } from './retrying-pool.ts'
import { breakStalledConnections } from './stalled-connection.ts'

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
  /** Whether each transaction may run in another session, because a pooler stands before the server. */
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
  const Client = clientFor(serversAt(url), isPooled ? UnpreparedClient : PreparingClient, tellNowAndThen(log))
  const pool = new PatientPool({
    Client: Client as never,
    max: connectionCount,
    types,
    connectionTimeoutMillis: 5_000,
    // One stays for what is asked every minute: to make another costs more than all that is asked then.
    min: 1,
    // A process that stops in the middle of a transaction (SIGSTOP, a frozen machine) must not keep its locks from others.
    // A pooler refuses what it does not know at the start of a session.
    ...(!isPooled && { idle_in_transaction_session_timeout: 5_000 }),
    application_name: applicationName,
  })
  // An idle connection that breaks (the server restarts) must not end the process; the next query opens a new one.
  pool.on('error', (error) => log.warn({ code: errorCode(error) }, 'database connection lost'))
  pool.on('connect', leaveReadOnly)
  breakStalledConnections(pool, { DirectClient: clientFor(serversAt(directUrl ?? url)) })
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

const TELL_INTERVAL_MS = 30_000

/** Callers are told only that the database is away; why it is, the log says. */
function tellNowAndThen(log: Log): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - toldAt < TELL_INTERVAL_MS) return
    toldAt = performance.now()
    log.warn({ code: errorCode(error) }, explainDatabaseError(error).message)
  }
}

/** A server that was demoted keeps its sessions; the next one finds the server that took its place. */
function leaveReadOnly(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) setImmediate(discard, client)
  })
}

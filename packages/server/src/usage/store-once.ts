// Storing under ids that the caller made: doing it again changes nothing, so a lost connection can be made certain.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  ANNOUNCE_SQL,
  announceParameter,
  RETRACT_SQL,
  retractParameter,
  type SingleValidated,
} from '../outbox/outbox.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Log } from '../platform/log.ts'
import type { StoreOutcome } from './group-commit.ts'

export type StoreDeps = {
  pool: pg.Pool
  log: Log
  /** How long a request waits to learn whether it was billed, once the connection was lost. */
  settleMaxMs?: number
}

const STORE_TIMEOUT_MS = 3_000
const SETTLE_MAX_MS = 10_000
const SETTLE_INTERVAL_MS = 100
const RETRY_AFTER_SECONDS = 2

/**
 * Resolves when all events are durable; rejects with `unavailable` when certainly none of them is. A connection that is
 * lost after the events were sent leaves it open, until the database has been queried again.
 */
export async function storeOnce(deps: StoreDeps, events: readonly SingleValidated[]): Promise<StoreOutcome> {
  const { pool, log } = deps
  const client = await pool.connect().catch(refuse)
  try {
    await announce(client, events)
    return 'stored'
  } catch (error) {
    log.warn({ code: (error as { code?: string }).code }, 'usage write failed')
    if (wasRefused(error)) refuse()
    return { inDoubt: settle(deps, events) }
  }
}

/**
 * Stores again under the same ids until the database answers: then each event is there once, whatever happened before.
 * Callers do not wait for ever; who is refused is not to be billed either, so what may be there is made void.
 */
async function settle(deps: StoreDeps, events: readonly SingleValidated[]): Promise<void> {
  const { pool, settleMaxMs = SETTLE_MAX_MS } = deps
  const deadline = performance.now() + settleMaxMs
  while (performance.now() < deadline) {
    try {
      return await announce(await pool.connect(), events)
    } catch {
      await sleep(SETTLE_INTERVAL_MS)
    }
  }
  void retract(deps, events)
  refuse()
}

/** Goes on until the database answers, however long that takes; only the end of this process ends it. */
async function retract({ pool, log }: StoreDeps, events: readonly SingleValidated[]): Promise<void> {
  while (!pool.ended) {
    try {
      await ask(await pool.connect(), { text: RETRACT_SQL, values: [retractParameter(events)] })
      log.warn({ events: events.length }, 'usage of rejected requests reverted')
      return
    } catch {
      await sleep(SETTLE_INTERVAL_MS, undefined, { ref: false })
    }
  }
}

async function announce(client: pg.PoolClient, events: readonly SingleValidated[]): Promise<void> {
  // A single statement is its own transaction: one round trip for all of it.
  await ask(client, { name: 'announce', text: ANNOUNCE_SQL, values: [announceParameter(events)] })
}

async function ask(client: pg.PoolClient, query: pg.QueryConfig): Promise<void> {
  const bounded = { ...query, query_timeout: STORE_TIMEOUT_MS }
  try {
    await client.query(bounded)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** An error that the server sent has undone the statement; only a shutdown can come between a commit and its confirmation. */
function wasRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
}

function refuse(): never {
  throw new AppError('unavailable', 'The database is temporarily unreachable.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

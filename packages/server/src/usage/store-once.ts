// Storing under ids that the caller made: doing it again changes nothing, so a lost connection can be made certain.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ANNOUNCE_SQL, announceParameter, type OutboxEvent } from '../outbox/outbox.ts'
import type { Log } from '../platform/log.ts'
import { AppError } from '../platform/problem.ts'
import type { StoreOutcome } from './group-commit.ts'

export type StoreDeps = { pool: pg.Pool; log: Log }

const STORE_TIMEOUT_MS = 5_000
const SETTLE_MAX_MS = 10_000
const SETTLE_INTERVAL_MS = 100
const RETRY_AFTER_SECONDS = 2

/**
 * Resolves when all events are durable; rejects with `unavailable` when certainly none of them is. A connection that is
 * lost after the events were sent leaves it open, until the database has been asked again.
 */
export async function storeOnce({ pool, log }: StoreDeps, events: readonly OutboxEvent[]): Promise<StoreOutcome> {
  const parameter = announceParameter(events)
  const client = await pool.connect().catch(refuse)
  try {
    await insert(client, parameter)
    return 'stored'
  } catch (error) {
    log.warn({ code: (error as { code?: string }).code }, 'usage could not be stored')
    if (wasRefused(error)) refuse()
    return { inDoubt: settle(pool, parameter) }
  }
}

/** Stores again under the same ids until the database answers: then each event is there once, whatever happened before. */
async function settle(pool: pg.Pool, parameter: string): Promise<void> {
  const giveUpAt = performance.now() + SETTLE_MAX_MS
  while (performance.now() < giveUpAt) {
    try {
      return await insert(await pool.connect(), parameter)
    } catch {
      await sleep(SETTLE_INTERVAL_MS)
    }
  }
  refuse()
}

async function insert(client: pg.PoolClient, parameter: string): Promise<void> {
  const query = { name: 'announce', text: ANNOUNCE_SQL, values: [parameter], query_timeout: STORE_TIMEOUT_MS }
  try {
    // A single statement is its own transaction: one round trip for all of it.
    await client.query(query)
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
  throw new AppError('unavailable', 'The database cannot be reached at the moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

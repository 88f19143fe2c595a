import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createSession, discard } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'

const RETRY_DELAY_MS = 250
const LISTEN_TIMEOUT_MS = 5_000

/**
 * The pool as graphile-worker is given it. Where one of its own statements meets an outage, the library gives up for ever:
 * it remembers that the names of the tasks could not be read and then takes none, and it ends, or its process does, when
 * the end of a task cannot be stored. All of these have the same effect when they come twice, so they wait for the
 * database here. Everything else goes to the pool as it is.
 */
export function createQueuePool({ pool, directUrl }: Database, { stopped, listens }: QueuePoolOptions): pg.Pool {
  const connect = (callback?: Connected) => {
    if (!callback) return Promise.resolve(createQueueClient(pool, stopped))
    if (listens) connectListener(directUrl, callback)
    return undefined
  }
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

export type QueuePoolOptions = { stopped: AbortSignal; listens: boolean }

type Connected = (error: Error | undefined, client: pg.Client | undefined, release: () => void) => void

/** The library asks this way only for the connection on which it listens, which a pooler would not keep for it. */
function connectListener(url: string, callback: Connected): void {
  const client = createSession(url, { name: 'mailsift queue', timeoutMs: LISTEN_TIMEOUT_MS })
  const release = () => discard(client)
  client.connect().then(
    () => callback(undefined, client, release),
    (error: Error) => callback(error, undefined, release),
  )
}

type Asked = string | { text: string; name?: string; values?: unknown[] }

function createQueueClient(pool: pg.Pool, stopped: AbortSignal) {
  let held: pg.PoolClient | undefined
  return {
    async query(asked: Asked, values?: unknown[]): Promise<pg.QueryResult> {
      if (isRepeatable(asked)) return untilAvailable(() => pool.query(asked), stopped)
      held ??= await pool.connect()
      return held.query(asked as string, values)
    },
    release: () => held?.release(),
  }
}

/** Reading the names of the tasks, and storing that a task has ended or failed. */
const REPEATABLE = /_private_tasks as |delete from \S+_private_jobs |\blast_error = /

function isRepeatable(asked: Asked): asked is Exclude<Asked, string> {
  return typeof asked !== 'string' && REPEATABLE.test(asked.text)
}

/** While this process stops, its tasks are better left to the others. */
async function untilAvailable<Result>(ask: () => Promise<Result>, stopped: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (stopped.aborted || !isDatabaseUnavailable(error)) throw error
    }
    await sleep(RETRY_DELAY_MS, undefined, { signal: stopped }).catch(() => undefined)
  }
}

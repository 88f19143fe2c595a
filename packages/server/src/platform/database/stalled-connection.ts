// A server that is frozen, or cut off, keeps its connections open and returns nothing. Without an end, every query on them would
// wait forever. `query_timeout` cannot tell these from statements that take long, and TCP keep-alive sees no frozen process
// (docs/decisions/0027-stalled-connections.md). Proven by test/platform/database/database.test.ts ("a server that falls silent",
// "connections that stall") and pooler.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientClass, discard } from './connection.ts'

/** A query that waits this long is looked for on the server, again and again. */
const CHECK_INTERVAL_MS = 2_000
/** Where the server cannot be checked, because it accepts no more connections, this many checks end the wait. */
const CHECKS_MAX = 4
const CHECK_TIMEOUT_MS = 2_000
const RESULT_GRACE_MS = 100

/** Call it when a query is sent; `end` breaks its connection once it is known to stall. Call the result when the query has ended. */
export type StallWatch = (text: string, end: () => void) => () => void

export type StallOptions = {
  /** Makes the connections on which the server is checked: past a pooler, where there is one. */
  DirectClient: ClientClass
  /** A fault of the network or the server stalls all connections at once. */
  onStalled(): void
}

export function createStallWatch({ DirectClient, onStalled }: StallOptions): StallWatch {
  let reading: Promise<string[] | 'unknown'> | undefined

  /** One check serves all queries that wait. */
  function readRunning(): Promise<string[] | 'unknown'> {
    reading ??= readRunningQueries(DirectClient).finally(() => {
      reading = undefined
    })
    return reading
  }

  return (text, end) => {
    let checks = 0
    let isWaiting = true
    const timer = setInterval(check, CHECK_INTERVAL_MS).unref()
    async function check(): Promise<void> {
      checks++
      const running = await readRunning()
      // The server may have ended the query just before it was checked: its result is on the way.
      await sleep(RESULT_GRACE_MS)
      if (!isWaiting || (running === 'unknown' ? checks < CHECKS_MAX : running.some((other) => isSame(text, other))))
        return
      end()
      onStalled()
    }
    return () => {
      isWaiting = false
      clearInterval(timer)
    }
  }
}

/** The shortest that a server can be set to cut its texts to (track_activity_query_size). */
const TEXT_MIN_LENGTH = 99

function isSame(query: string, running: string): boolean {
  // The text of another role, which may be the one behind a pooler.
  if (running === '<insufficient privilege>') return true
  return query === running || (running.length >= TEXT_MIN_LENGTH && query.startsWith(running))
}

/**
 * The beginnings of all statements that the server works on. One that has ended, or has never arrived, is none of them, nor is one
 * whose result the server cannot send. By their text: behind a pooler a connection has no process of its own.
 */
async function readRunningQueries(DirectClient: ClientClass): Promise<string[] | 'unknown'> {
  const client = new DirectClient({
    application_name: 'mailsift stalled connections',
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ query: string | null }>(
      `SELECT query FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND wait_event_type IS DISTINCT FROM 'Client'`,
    )
    return rows.map(({ query }) => query ?? '')
  } catch (error) {
    // A server that refuses, because it has too many connections or starts up, does not stall.
    return (error as { severity?: unknown }).severity === undefined ? [] : 'unknown'
  } finally {
    discard(client)
  }
}

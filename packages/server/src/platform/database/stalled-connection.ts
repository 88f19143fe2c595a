// A server that is frozen, or cut off, keeps its connections open and returns nothing. Without an end, every query on them would wait for good.
import type pg from 'pg'
import { type ClientClass, discard } from './connection.ts'
import { isDatabaseUnavailable } from './errors.ts'

const LOOK_INTERVAL_MS = 1_000
/** Each time a query was seen so often again, it is looked for on the server, over another connection. */
const LOOKS_PER_CHECK = 2
/** Where the server cannot be checked, because it takes no more connections, a query that was seen so often is on a stalled one. */
const LOOKS_MAX = 8
const CHECK_TIMEOUT_MS = 2_000

/** pg's client has no public field for the query that it waits for. */
type Watched = pg.PoolClient & { _activeQuery?: { text?: string } | null }
type Waiting = { query: object; text: string; looks: number }

export type StallOptions = {
  /** Makes the connections on which the server is checked: past a pooler, where there is one. */
  DirectClient: ClientClass
}

/** Breaks the connections of a pool that stall; the queries on them fail as unavailable. */
export function breakStalledConnections(pool: pg.Pool, { DirectClient }: StallOptions): void {
  const idle = new Set<Watched>()
  const inUse = new Set<Watched>()
  const waiting = new Map<Watched, Waiting>()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false
  pool.on('acquire', (client) => {
    idle.delete(client as Watched)
    inUse.add(client as Watched)
    timer ??= setInterval(look, LOOK_INTERVAL_MS).unref()
  })
  pool.on('release', (error, client) => {
    forget(client)
    if (!error) idle.add(client as Watched)
    // Where a caller has found one connection broken, or ended its own wait.
    else if ((error as unknown) === true || isDatabaseUnavailable(error)) breakIdle()
  })
  pool.on('remove', forget)

  function forget(client: pg.PoolClient): void {
    for (const kept of [idle, inUse, waiting]) kept.delete(client as Watched)
  }

  /** A fault of the network or the server stalls all connections at once: each would cost the next query the same wait. */
  function breakIdle(): void {
    for (const client of idle) discard(client as never)
    idle.clear()
  }

  function look(): void {
    for (const client of inUse) note(client)
    const overdue = [...waiting].filter(([, { looks }]) => looks > 0 && looks % LOOKS_PER_CHECK === 0)
    if (overdue.length > 0 && !isChecking) void check(overdue)
    // One that listens is in use for as long as its process lives.
    if ([...inUse].every((client) => client.listenerCount('notification') > 0 && !client._activeQuery)) {
      clearInterval(timer)
      timer = undefined
    }
  }

  function note(client: Watched): void {
    const query = client._activeQuery
    const known = waiting.get(client)
    if (!query) waiting.delete(client)
    else if (known?.query === query) known.looks++
    else waiting.set(client, { query, text: query.text ?? '', looks: 0 })
  }

  async function check(overdue: [Watched, Waiting][]): Promise<void> {
    isChecking = true
    const running = await readRunningQueries(DirectClient)
    isChecking = false
    for (const [client, entry] of overdue) {
      if (client._activeQuery !== entry.query) continue
      if (running === 'unknown' ? entry.looks < LOOKS_MAX : running.some((text) => isSame(entry.text, text))) continue
      discard(client as never)
      breakIdle()
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
 * The beginnings of all statements that the server works on. One that has been done, or has never arrived, is none of them, nor is one whose
 * result the server cannot get rid of. By their text: behind a pooler a connection has no process of its own.
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

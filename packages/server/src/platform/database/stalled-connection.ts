// A server that is frozen, or cut off, keeps its connections open and answers nothing. What waits on them would wait for ever.
import type pg from 'pg'
import { type ClientClass, discard } from './connection.ts'

const LOOK_INTERVAL_MS = 1_000
/** After so many looks at the same question without an answer, its server is asked about it on another connection. */
const LOOKS_BEFORE_ASKED = 3
/** Behind a pooler a connection cannot be asked about; it is taken for dead after so many. */
const LOOKS_MAX_BEHIND_POOLER = 30
const ASK_TIMEOUT_MS = 2_000

/** Fields of pg's client that tell whether it waits for an answer. */
type Watched = pg.PoolClient & { _activeQuery?: object | null; processID: number | null }
type Silence = { question: object; looks: number }

/** Breaks the connections of a pool on which nothing will be answered any more; what was asked there fails as unavailable. */
export function watchSilence(pool: pg.Pool, Client: ClientClass): void {
  const inUse = new Set<Watched>()
  const silences = new Map<Watched, Silence>()
  let timer: NodeJS.Timeout | undefined
  let asking = false
  pool.on('acquire', (client) => {
    inUse.add(client as Watched)
    timer ??= setInterval(look, LOOK_INTERVAL_MS).unref()
  })
  const forget = (client: pg.PoolClient) => inUse.delete(client as Watched) && silences.delete(client as Watched)
  pool.on('release', (_error, client) => forget(client))
  pool.on('remove', forget)

  function look(): void {
    for (const client of inUse) note(client)
    const overdue = [...silences].filter(([, { looks }]) => looks >= LOOKS_BEFORE_ASKED && looks % 3 === 0)
    if (overdue.length > 0 && !asking) void breakDead(overdue)
    // One that listens is in use for ever.
    if ([...inUse].every((client) => client.listenerCount('notification') > 0 && !client._activeQuery)) {
      clearInterval(timer)
      timer = undefined
    }
  }

  function note(client: Watched): void {
    const question = client._activeQuery
    const known = silences.get(client)
    if (!question) silences.delete(client)
    else if (known?.question === question) known.looks++
    else silences.set(client, { question, looks: 0 })
  }

  async function breakDead(overdue: [Watched, Silence][]): Promise<void> {
    asking = true
    const pids = overdue.map(([{ processID }]) => processID ?? 0)
    const alive = await askWhichWork(Client, pids)
    asking = false
    for (const [client, { question, looks }] of overdue) {
      const works = alive === 'unknown' ? looks < LOOKS_MAX_BEHIND_POOLER : alive.has(client.processID ?? 0)
      if (!works && client._activeQuery === question) discard(client as never)
    }
  }
}

/** The processes of the server that work on something, out of these; unknown where that cannot be told. */
async function askWhichWork(Client: ClientClass, pids: readonly number[]): Promise<Set<number> | 'unknown'> {
  const client = new Client({
    application_name: 'mailsift silence',
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; working: number[] }>(
      `SELECT pg_backend_pid() AS own, ARRAY(
         SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state <> 'idle') AS working`,
      [pids],
    )
    const { own, working } = rows[0]!
    return (client as unknown as { processID: number }).processID === own ? new Set(working) : 'unknown'
  } catch (error) {
    // A server that refuses, because it has too many connections or starts up, is not silent.
    return isFromServer(error) ? 'unknown' : new Set()
  } finally {
    discard(client)
  }
}

function isFromServer(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && typeof severity === 'string'
}

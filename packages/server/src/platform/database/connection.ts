// How every connection to the database is made: to which of several servers, and with an end to every wait. `pg` knows one server.
// Proven by test/platform/database/database.test.ts ("of several servers", "a session that stalls") and fleet/failover.system.ts.
import pg from 'pg'
import { errorCode, isDatabaseUnavailable } from './errors.ts'

/** The kernel reports a peer that vanished some ten seconds after this silence. */
const KEEPALIVE_AFTER_MS = 5_000

/** For a server that has accepted the connection to say whether it can be written to. */
const FIRST_RESPONSE_MAX_MS = 5_000

const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS }

export type Servers = {
  /** The one to try now. */
  current(): string
  /** Reports a server that does not respond, or only reads: the next one is tried from now on. */
  pass(url: string): void
  count: number
  /** A server that only reads is none of ours, where there are several or the address says so. */
  mustWrite: boolean
}

/** By address: what one connection has learned of the servers, the next one knows. */
const known = new Map<string, Servers>()

export function serversAt(url: string): Servers {
  const servers = known.get(url) ?? readServers(url)
  known.set(url, servers)
  return servers
}

/** libpq's form of an address with several hosts, `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`. */
function readServers(url: string): Servers {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  const urls = hosts.includes(',') ? hosts.split(',').map((host) => new URL(before + host + after)) : [new URL(url)]
  const wanted = urls[0]!.searchParams.get('target_session_attrs')
  for (const each of urls) each.searchParams.delete('target_session_attrs')
  let at = 0
  return {
    current: () => urls[at]!.href,
    pass(passed) {
      if (passed === urls[at]!.href) at = (at + 1) % urls.length
    },
    count: urls.length,
    mustWrite: wanted === null ? urls.length > 1 : wanted !== 'any',
  }
}

/** Whether an address can be read at all; what is wrong with it, connecting tells. */
export function isDatabaseUrl(text: string): boolean {
  try {
    readServers(text)
    return /^postgres(ql)?:\/\//.test(text)
  } catch {
    return false
  }
}

/** PostgreSQL's error for a write to a read-only server. */
export const READ_ONLY = '25006'

type Connected = (error?: Error) => void
export type ClientClass = new (options: pg.ClientConfig) => pg.Client

/** Clients of this class go to the server that is current when they are made. */
export function clientFor(servers: Servers, onRefused: (error: unknown) => void = () => undefined): ClientClass {
  return class extends pg.Client {
    readonly #url: string

    constructor(options: pg.ClientConfig) {
      const url = servers.current()
      super({ ...options, ...KEPT_ALIVE, connectionString: url })
      this.#url = url
      // From the first moment on: a pool listens only once `connect` has ended. A broken connection also fails the query on it.
      this.on('error', () => undefined)
    }

    override connect(): Promise<this>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<this> | undefined {
      const connected = this.#connect()
      if (!callback) return connected
      connected.then(() => callback(), callback)
      return undefined
    }

    async #connect(): Promise<this> {
      try {
        await super.connect()
        if (servers.mustWrite) await this.#requireWritable()
        return this
      } catch (error) {
        discard(this)
        servers.pass(this.#url)
        onRefused(error)
        throw error
      }
    }

    async #requireWritable(): Promise<void> {
      const query = { text: 'SHOW transaction_read_only', query_timeout: FIRST_RESPONSE_MAX_MS }
      const { rows } = await this.query<{ transaction_read_only: string }>(query)
      if (rows[0]?.transaction_read_only !== 'on') return
      throw Object.assign(new Error('The server is read-only.'), { code: READ_ONLY })
    }
  }
}

export type SessionOptions = {
  name: string
  timeoutMs: number
  /** Queries may take any time; only opening the connection has a limit. */
  isPatient?: boolean
}

/** Its own connection, for what lives with a session: listening, and locks. Call `connect`. */
export function createSession(url: string, { name, timeoutMs, isPatient }: SessionOptions): pg.Client {
  const Client = clientFor(serversAt(url))
  return new Client({
    application_name: name,
    connectionTimeoutMillis: timeoutMs,
    ...(!isPatient && { query_timeout: timeoutMs }),
  })
}

/** The same, connected: to the next server of the address where one cannot be reached or only reads. */
export async function openSession(url: string, options: SessionOptions): Promise<pg.Client> {
  let refusal: unknown
  for (let left = serversAt(url).count; left > 0; left--) {
    const client = createSession(url, options)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      // A server that responds, and refuses us or only reads, explains more than one that does not.
      if (!isResponse(refusal)) refusal = error
    }
  }
  throw refusal
}

function isResponse(error: unknown): boolean {
  return errorCode(error) === READ_ONLY || (error as { severity?: unknown } | undefined)?.severity !== undefined
}

/** `end()` alone would wait for a peer that is gone. */
export function discard(client: pg.Client): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

// Asks name servers until one of them gives an answer, or there is no time left:
//
//   first server ─ no answer yet ─▶ next server as well ─▶ … ─▶ a pause ─▶ the first again
//
// "The name does not exist" is an answer. A server that fails (SERVFAIL, REFUSED, nonsense, silence) is none: the next one is
// asked at once, and all of them again after a pause, because most failures pass. An earlier server may still answer
// while later ones are queried; the first answer counts.
import { getServers } from 'node:dns'
import { refuseInTransaction } from '../database/open-transaction.ts'
import { canBeAsked, type DnsQuestion, RCODE, type RecordType } from './message.ts'
import { type Heard, type NameServer, openNameServer, type Put } from './name-server.ts'

export type DnsClientOptions = {
  /** `address` or `address:port`; empty means the system's own. */
  servers: readonly string[]
  /** Asked after all of the first. */
  fallbackServers: readonly string[]
  /** The longest that a try waits before the next one goes out. A server that has been fast is waited for less. */
  timeoutMs: number
  /** How often a question goes to each server. */
  tries: number
  /** For a question in all. */
  budgetMs: number
}

type FailureReason = 'timeout' | 'servfail' | 'refused' | 'unreachable'

type DnsReply =
  | {
      readonly known: true
      readonly exists: boolean
      readonly records: readonly unknown[]
      readonly ttlSeconds: number
    }
  | { readonly known: false; readonly reason: FailureReason }

export type DnsClient = {
  readonly servers: readonly string[]
  ask(name: string, type: RecordType): Promise<DnsReply>
  /** Asks one server alone. */
  askOf(server: string, name: string, type: RecordType): Promise<DnsReply>
  /** From now on these servers are not asked, unless by `askOf`. */
  distrust(servers: ReadonlySet<string>): void
  /** From now on every question, those under way included, ends as unreachable. */
  close(): void
}

const CANNOT_EXIST: DnsReply = { known: true, exists: false, records: [], ttlSeconds: Number.POSITIVE_INFINITY }
const UNREACHABLE: DnsReply = { known: false, reason: 'unreachable' }

const SHORTEST_WAIT_MS = 250
const TIMES_THE_USUAL = 5
/** Waits are rounded up to it: timers of few lengths are cheap. */
const WAIT_STEP_MS = 50
const FIRST_PAUSE_MS = 100
/** A server that failed this often in a row is queried after the others, for a while. */
const FAILURES_UNTIL_LAST = 3
const LAST_FOR_MS = 10_000

type Server = NameServer & {
  /** Average time of its answers. */
  usualMs: number
  consecutiveFailures: number
  failedAt: number
}

export function createDnsClient(options: DnsClientOptions): DnsClient {
  const { timeoutMs, tries, budgetMs } = options
  const servers = openServers(options)
  const cancels = new Set<() => void>()
  let distrusted: ReadonlySet<string> = new Set()
  let closed = false

  /** In the order of configuration, those that lately failed at the end. */
  function inOrder(): readonly Server[] {
    const usable = distrusted.size === 0 ? servers : servers.filter(({ address }) => !distrusted.has(address))
    if (usable.length < 2 || usable[0]!.consecutiveFailures < FAILURES_UNTIL_LAST) return usable
    const since = performance.now() - LAST_FOR_MS
    const isFailing = (server: Server) => server.consecutiveFailures >= FAILURES_UNTIL_LAST && server.failedAt > since
    return [...usable.filter((server) => !isFailing(server)), ...usable.filter(isFailing)]
  }

  async function askServers(order: readonly Server[], question: DnsQuestion): Promise<DnsReply> {
    refuseInTransaction('ask name servers')
    if (!canBeAsked(question.name)) return CANNOT_EXIST
    if (closed || order.length === 0) return UNREACHABLE
    return new Promise((resolve) => {
      const unanswered = new Map<Server, Put>()
      const mostTries = tries * order.length
      const endsAt = performance.now() + budgetMs
      let tried = 0
      let timer: NodeJS.Timeout | undefined
      let isOver = false
      let failure: FailureReason = 'timeout'

      const finish = (reply: DnsReply) => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        cancels.delete(cancel)
        for (const put of unanswered.values()) put.withdraw()
        resolve(reply)
      }
      const cancel = () => finish(UNREACHABLE)
      cancels.add(cancel)

      // Replies that arrived while this process was busy are read before a timer's end is believed.
      const wait = (ms: number, then: () => void) => {
        clearTimeout(timer)
        timer = setTimeout(() => setImmediate(() => !isOver && then()), ms)
      }

      const goOn = () => {
        const now = performance.now()
        if (tried >= mostTries || now >= endsAt) return finish({ known: false, reason: failure })
        const server = order[tried % order.length]!
        const round = Math.floor(tried / order.length)
        const isLast = ++tried >= mostTries
        const put = unanswered.get(server)
        if (put) put.again()
        else
          unanswered.set(
            server,
            server.put(question, (heard) => hear(server, heard, performance.now() - now)),
          )
        const usual = Math.max(SHORTEST_WAIT_MS, server.usualMs * TIMES_THE_USUAL) * 2 ** round
        const patience = isLast ? timeoutMs : Math.min(timeoutMs, Math.ceil(usual / WAIT_STEP_MS) * WAIT_STEP_MS)
        wait(Math.min(patience, endsAt - now), () => {
          markFailed(server)
          failure = 'timeout'
          goOn()
        })
      }

      const hear = (server: Server, heard: Heard, tookMs: number) => {
        unanswered.delete(server)
        const answer = answerOf(heard)
        if (answer) {
          server.consecutiveFailures = 0
          server.usualMs += (tookMs - server.usualMs) / 8
          return finish(answer)
        }
        failure = reasonOf(heard)
        markFailed(server)
        // A late failure of an earlier server says nothing about the one that is waited for.
        if (server === order[(tried - 1) % order.length]) afterFailure()
      }

      const afterFailure = () => {
        if (tried % order.length !== 0) return goOn()
        if (tried >= mostTries) return finish({ known: false, reason: failure })
        const pause = FIRST_PAUSE_MS * 2 ** (tried / order.length - 1)
        wait(Math.max(0, Math.min(pause, endsAt - performance.now())), goOn)
      }

      goOn()
    })
  }

  return {
    servers: servers.map(({ address }) => address),
    ask: (name, type) => askServers(inOrder(), { name, type }),
    askOf: (server, name, type) =>
      askServers(
        servers.filter(({ address }) => address === server),
        { name, type },
      ),
    distrust(untrusted) {
      distrusted = untrusted
    },
    close() {
      closed = true
      for (const cancel of [...cancels]) cancel()
      for (const server of servers) server.close()
    },
  }
}

function openServers({ servers, fallbackServers }: DnsClientOptions): readonly Server[] {
  const first = servers.length > 0 ? servers : getServers()
  return [...new Set([...first, ...fallbackServers])].map((address) =>
    Object.assign(openNameServer(address), { usualMs: 0, consecutiveFailures: 0, failedAt: 0 }),
  )
}

function markFailed(server: Server): void {
  server.consecutiveFailures++
  server.failedAt = performance.now()
}

function answerOf(heard: Heard): DnsReply | undefined {
  if (typeof heard === 'string') return undefined
  const { rcode, records, ttlSeconds } = heard
  if (rcode === RCODE.noSuchName) return { known: true, exists: false, records: [], ttlSeconds }
  return rcode === RCODE.noError ? { known: true, exists: true, records, ttlSeconds } : undefined
}

function reasonOf(heard: Heard): FailureReason {
  if (typeof heard === 'string') return 'unreachable'
  return heard.rcode === RCODE.refused ? 'refused' : heard.rcode === RCODE.serverFailure ? 'servfail' : 'unreachable'
}

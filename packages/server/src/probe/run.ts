// One requested probe, from its row to its evidence. It may run more than once and beside itself: a conversation begins only with the row
// claimed, which no other run can do for half an hour, and is noted in the log before it begins.
import type { ProbeReason } from '@mailsift/contract'
import { Counter } from 'prom-client'
import type { DomainFactsService } from '../domains/facts.ts'
import type { EvidenceClass } from '../mailboxes/classes.ts'
import type { HashDeps } from '../mailboxes/hash.ts'
import { mailboxOf } from '../mailboxes/mailbox.ts'
import { recordEvidence } from '../mailboxes/record.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { GuardedDial } from '../platform/outbound/guarded-dial.ts'
import { type Conversation, canBeProbed, converse } from './conversation.ts'
import { type AddressesOf, SMTP_PORT } from './dial.ts'
import type { HostLimits } from './limits.ts'
import { type Outcome, type Read, readConversation } from './outcome.ts'
import { beginConversation, endConversation, endProbe, type Request, readRequest } from './progress.ts'
import { readRandomName, storeAcceptsAny } from './random-name.ts'
import type { Readiness } from './readiness.ts'
import { isAllowed, type ProbeTask, planProbe } from './requests.ts'
import type { Identity } from './self-test.ts'
import { isSkipped } from './skipped-host.ts'

export type ProbeDeps = HashDeps & {
  db: Db
  clock: Clock
  metrics: Metrics
  facts: Pick<DomainFactsService, 'lookUp'>
  /** Is given addresses. */
  dial: GuardedDial
  addressesOf: AddressesOf
  readiness: Readiness
  limits: HostLimits
}

export type ProbeOptions = {
  identity: Identity
  dailyMax: number
  /** Endings of the names of mail hosts that are not asked. */
  skipHosts: readonly string[]
  /** For tests; 25 otherwise. */
  port?: number
}

const MINUTE_MS = 60_000
/** After the nth conversation without an answer. Greylisting lets a sender in after minutes. */
const RETRY_MS: readonly number[] = [30 * MINUTE_MS, 2 * 60 * MINUTE_MS, 8 * 60 * MINUTE_MS]
const NOT_READY_MS = 30 * MINUTE_MS
const NO_BUDGET_MS = 60 * MINUTE_MS
/** A request that is still waiting then ends without an answer. */
const WAITS_AT_MOST_MS = 3 * 24 * 60 * MINUTE_MS
/** Postponed tasks spread out over this share of their wait. */
const SPREAD = 0.2
const ADDRESSES_TRIED_MAX_COUNT = 3

/** The rest to do: end the request without an answer, or run again, unless it has waited too long for that reason. */
type Step = { end: ProbeReason } | { laterMs: number; reason: ProbeReason } | 'stored'
type Place = { address: string; domain: string; host: string }
/** The IP addresses of a domain's mail hosts, each once, in the order of its MX records. */
type Target = { address: string; domain: string; servers: readonly Server[] }
type Server = { host: string; ip: string }

export type Probe = (task: ProbeTask, signal?: AbortSignal) => Promise<void>

export function createProbe(deps: ProbeDeps, options: ProbeOptions): Probe {
  const { db, clock, facts, dial, addressesOf, readiness, limits } = deps
  const { identity, dailyMax, skipHosts, port = SMTP_PORT } = options
  const conversations = new Counter({
    name: 'mailsift_probes_total',
    help: 'Conversations with mail servers about mailboxes, by outcome.',
    labelNames: ['outcome'],
    registers: [deps.metrics],
  })

  async function next(task: ProbeTask, { address }: Request, signal?: AbortSignal): Promise<Step> {
    if (!(await isAllowed(db, task.accountId))) return { end: 'not_allowed' }
    const [known] = await mailboxOf(deps, db, task.accountId, [address])
    if (known!.mailbox !== 'unknown') return { end: 'known' }
    if (!canBeProbed(address)) return { end: 'not_possible' }
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const looked = await facts.lookUp(domain, 0, task.accountId)
    if (!looked.known) return { laterMs: NOT_READY_MS, reason: 'unreachable' }
    const { mx, deliverableByDns } = looked.value
    if (!deliverableByDns) return { end: 'no_mail_host' }
    const hosts = mx.length > 0 ? [...new Set(mx.map(({ host }) => host))] : [domain]
    if (hosts.some((host) => isSkipped(host, skipHosts))) return { end: 'provider' }
    if (!(await readiness.isReady())) return { laterMs: NOT_READY_MS, reason: 'not_ready' }
    const found = await Promise.all(hosts.map(async (host) => ({ host, ips: await addressesOf(host) })))
    // It would be the same at every retry.
    if (found.every(({ ips }) => ips === 'other_family')) return { end: 'other_family' }
    const servers = new Map<string, Server>()
    for (const { host, ips } of found)
      for (const ip of ips === 'other_family' ? [] : ips) if (!servers.has(ip)) servers.set(ip, { host, ip })
    if (servers.size === 0) return { laterMs: NOT_READY_MS, reason: 'unreachable' }
    return askServers(
      task,
      { address, domain, servers: [...servers.values()].slice(0, ADDRESSES_TRIED_MAX_COUNT) },
      signal,
    )
  }

  /** RFC 5321 §5.1: the next server only where the one before cannot be reached. */
  async function askServers(
    task: ProbeTask,
    { address, domain, servers }: Target,
    signal?: AbortSignal,
  ): Promise<Step> {
    for (const [nth, { host, ip }] of servers.entries()) {
      const place = { address, domain, host }
      const random = await readRandomName(db, place)
      if (random.acceptsAny) {
        await store(task, place, { outcome: { mailbox: 'catch_all', statusCode: null }, acceptsAny: null })
        return 'stored'
      }
      const permit = await limits.acquire({ host, ip })
      if (!('release' in permit))
        return permit.isRefused ? { end: 'refused' } : { laterMs: permit.waitMs, reason: 'temporary' }
      const begun = await beginConversation(db, task, place, { isClaimed: nth > 0, dailyMax })
      if (typeof begun === 'string') {
        await permit.release('unused')
        return { laterMs: begun === 'no budget' ? NO_BUDGET_MS : RETRY_MS[0]!, reason: 'temporary' }
      }
      const randomAddress = `${random.name}@${domain}`
      const conversation = await talk(
        { host, ip },
        address,
        random.acceptsAny === null ? randomAddress : undefined,
        signal,
      )
      const read = readConversation(conversation, { address, randomAddress, acceptsAny: random.acceptsAny })
      await permit.release(conversation ? (isRefusal(read) ? 'refused' : 'answered') : 'failed')
      conversations.inc({ outcome: labelOf(read.outcome) })
      const isOver = conversation !== undefined || nth === servers.length - 1
      await store(task, place, read, { id: begun.id, conversation, isOver })
      if (isOver) break
    }
    return 'stored'
  }

  /** Undefined where the server cannot be reached. */
  async function talk(
    { host, ip }: Server,
    recipient: string,
    randomRecipient: string | undefined,
    signal?: AbortSignal,
  ): Promise<Conversation | undefined> {
    const socket = await dial(ip, port)
    if (!socket) return undefined
    const cut = () => socket.destroy()
    signal?.addEventListener('abort', cut, { once: true })
    const { heloName, sender } = identity
    const conversation = await converse(socket, { host, heloName, sender, recipient, randomRecipient })
    signal?.removeEventListener('abort', cut)
    return conversation
  }

  type Talked = { id: string; conversation: Conversation | undefined; isOver: boolean }

  /** The log, what was learned about the domain, the evidence, and the end of the request or its next try: all of them or none. */
  async function store(task: ProbeTask, place: Place, { outcome, acceptsAny }: Read, talked?: Talked): Promise<void> {
    await db.transaction().execute(async (tx) => {
      if (talked) await endConversation(tx, task, talked.id, outcome, talked.conversation)
      if (acceptsAny !== null) await storeAcceptsAny(tx, place, acceptsAny)
      if (talked && !talked.isOver) return
      // A forgotten address leaves no evidence.
      const request = await readRequest(tx, task)
      if (!request) return
      if (outcome.mailbox !== 'unknown') {
        const { address } = place
        const statusCode = outcome.statusCode ?? undefined
        const happenedAt = new Date(clock.now())
        const evidence = {
          address,
          class: CLASSES[outcome.mailbox],
          source: 'probe',
          origin: 'probe',
          statusCode,
          happenedAt,
        } as const
        await recordEvidence(deps, tx, task.accountId, [evidence])
        return endProbe(tx, task, null)
      }
      const waitMs = outcome.isWorthRetry ? RETRY_MS[request.tries - 1] : undefined
      if (waitMs === undefined) return endProbe(tx, task, outcome.reason)
      await planProbe(tx, task, spread(clock.now(), waitMs))
    })
  }

  return async (task, signal) => {
    const request = await readRequest(db, task)
    if (!request) return
    const step = await next(task, request, signal)
    if (step === 'stored') return
    if ('end' in step) return endProbe(db, task, step.end)
    const waitedMs = clock.now() - request.requested_at.getTime()
    if (waitedMs > WAITS_AT_MOST_MS) return endProbe(db, task, step.reason)
    await planProbe(db, task, spread(clock.now(), step.laterMs))
  }
}

const CLASSES: Readonly<Record<Exclude<Outcome['mailbox'], 'unknown'>, EvidenceClass>> = {
  exists: 'accepted',
  does_not_exist: 'no_such_mailbox',
  full: 'mailbox_full',
  catch_all: 'catch_all',
}

function isRefusal({ outcome }: Read): boolean {
  return outcome.mailbox === 'unknown' && outcome.isRefusal
}

function labelOf(outcome: Outcome): string {
  return outcome.mailbox === 'unknown' ? outcome.reason : outcome.mailbox
}

function spread(now: number, waitMs: number): Date {
  return new Date(now + waitMs * (1 + Math.random() * SPREAD))
}

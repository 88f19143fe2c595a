/** The door to all that is known about domains: what DNS and the registries say, asked politely and kept. */

import { type DomainFacts, type MailDomain, type RegistryFacts, registrableDomain } from '@mailsift/engine'
import { Counter } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { DnsClient } from '../platform/dns/client.ts'
import { LoggableError } from '../platform/error-facts.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { createDistributedRateLimit } from '../platform/outbound/distributed-rate-limit.ts'
import type { GuardedDial } from '../platform/outbound/guarded-dial.ts'
import type { GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import { createHostRateLimit, type RateLimitOptions } from '../platform/outbound/host-rate-limit.ts'
import { type Checked, known, type Unknown } from './checked.ts'
import { within } from './deadline.ts'
import { createCanaries } from './dns/canaries.ts'
import { createDomainDns, type DomainDns, type FoundDns } from './dns/domain-dns.ts'
import { createDnsQuestions } from './dns/questions.ts'
import { UNKNOWN_LIFE_MS } from './dns/validity.ts'
import { createFactStore, forgetOldFacts } from './fact-store.ts'
import { createFairSlots } from './fair-slots.ts'
import { readBlocklist } from './posture/blocklists.ts'
import type { PostureQuestion } from './posture/posture.ts'
import { createPostureLookup, type KnownPosture } from './posture/posture-lookup.ts'
import { createServerFinder, type FindServer, refreshBootstrap, type ServerTable } from './rdap/bootstrap.ts'
import { BUILT_IN_SERVERS } from './rdap/built-in-servers.ts'
import { createRegistryBacklog } from './registry-backlog.ts'
import { type RegistryAnswer, registryFactsAt } from './registry-facts.ts'
import { createRegistryLookup } from './registry-lookup.ts'
import { type Asked, createSharedLookup, SERVED, type Served } from './shared-lookup.ts'
import { WHOIS_SERVERS } from './whois/servers.ts'

export { createDistributedRateLimit } from '../platform/outbound/distributed-rate-limit.ts'
export { type Checked, explainUnknown } from './checked.ts'
export { readHosts, type SeenHosts } from './dns/hosts-seen.ts'
export { UNKNOWN_LIFE_MS } from './dns/validity.ts'
export { lookUpBlocklist, readBlocklist } from './posture/blocklists.ts'
export { storedMailHosts } from './stored-mail-hosts.ts'

/**
 * The domain to ask about: the one that was written, because a provider's other domain (googlemail.com of gmail.com) has a
 * registration of its own. Only a domain beyond ASCII is requested in A-labels.
 */
export function domainToAskAbout({ inbound, normalized }: Pick<MailDomain, 'inbound' | 'normalized'>): string {
  return /^[\x21-\x7e]+$/.test(inbound) ? inbound.toLowerCase() : normalized
}

/**
 * Domains are given as A-labels in lower case, as the engine puts them. Concurrent lookups are shared fairly
 * between owners, which are accounts: one with one domain waits for no other's thousands. All without an owner share one part.
 */
export type DomainFactsService = {
  /**
   * The facts about one mail domain. Unknown when DNS cannot answer. A registry that does not answer within its
   * budget is unknown inside the facts, and its answer is kept for the next one who asks.
   */
  lookUp(domain: string, registryBudgetMs: number, owner?: string): Promise<Checked<DomainFacts>>
  /** Looks up all domains of a chunk: the database is read once, and each domain is looked up once. */
  lookUpAll(
    domains: Iterable<string>,
    registryBudgetMs: number,
    owner?: string,
  ): Promise<ReadonlyMap<string, Checked<DomainFacts>>>
  /** How the domain's mail is authenticated and transported; what could not be found out says so. */
  lookUpPosture(question: PostureQuestion): Promise<KnownPosture>
  /** Registrations stored since then, without a request; unknown domains are left out. */
  storedRegistry(domains: Iterable<string>): Promise<ReadonlyMap<string, RegistryFacts>>
  /** The task that asks the registries what jobs could not wait for. It ends when the backlog is empty or the time is over. */
  collectBacklog(forMs: number): Promise<void>
  /** The daily task: learns which server answers for which top-level domain. */
  refreshRegistryServers(): Promise<void>
  /** The hourly task: deletes facts past their use. */
  forgetOldFacts(): Promise<void>
  /** Whether the resolvers answer at this moment, so that a domain without an answer has itself to blame. */
  resolversAnswer(): Promise<boolean>
  /** A warning about the resolvers; undefined when all is well. */
  dnsComplaint(): string | undefined
  /** Ends what is under way and stores what was found out. */
  stop(): Promise<void>
}

export type DomainFactsOptions = {
  dns: {
    /** How many domains are looked up at a time. */
    concurrency: number
    /** Names that must exist; without any, resolvers are not tested. */
    canaries: readonly string[]
  }
  /** Blocklists that are queried about domains and their mail hosts in reports, as `kind:zone=terms`. */
  blocklists?: readonly string[]
  /** For all lookups of one domain, waiting included, when one caller waits for it. */
  lookupBudgetMs: number
  registry: {
    enabled: boolean
    /** Whether WHOIS is queried where a registry has no RDAP. */
    whois: boolean
    bootstrapUrl: string
    rateLimit: RateLimitOptions
    builtInServers?: ServerTable
  }
}

export type DomainFactsDeps = {
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  fetch: GuardedFetch
  dial: GuardedDial
  /** Is closed when the service stops. */
  dns: DnsClient
}

/** Most answers take a tenth of it; a name server that is silent costs its own domains, and the slots of no other. */
const SLOW_AFTER_MS = 1_500
/** Slow lookups are many, cost nearly nothing, and end by their own deadline. */
const SLOW_FACTOR = 5
const NO_OWNER = ''
/** The process ends before all was found out, which says nothing about any domain. */
export class LookUpsEnded extends Error {}

const TOO_SLOW: Unknown = { known: false, reason: 'timeout' }
const UNTRUSTED: Unknown = { known: false, reason: 'untrusted' }
const DNS_ANSWERS_REMEMBERED = 20_000
const REGISTRY_ANSWERS_REMEMBERED = 5_000
const NOT_KNOWN: RegistryAnswer = { state: 'unknown' }

export function createDomainFacts(deps: DomainFactsDeps, options: DomainFactsOptions): DomainFactsService {
  const { db, clock, log, metrics, fetch, dial, dns: client } = deps
  const lookups = new Counter({
    name: 'mailsift_domain_lookups_total',
    help: 'Domain lookups by kind and source of the answer.',
    labelNames: ['kind', 'served'],
    registers: [metrics],
  })
  const countAs = (kind: string) => {
    const counters = new Map(SERVED.map((served) => [served, lookups.labels({ kind, served })]))
    return (served: Served) => counters.get(served)?.inc()
  }
  const [countDns, countRegistry] = [countAs('dns'), countAs('registry')]

  let stopping = false
  const { lookupBudgetMs } = options
  const { concurrency, canaries: names } = options.dns
  const canaries = createCanaries({ client, clock, log, metrics }, names)
  const questions = createDnsQuestions(client, metrics)
  const domainDns = createDomainDns({ questions, clock, budgetMs: lookupBudgetMs })
  const slots = createFairSlots({
    count: concurrency,
    slowAfterMs: SLOW_AFTER_MS,
    slowCount: SLOW_FACTOR * concurrency,
  })
  async function askTruth(domain: string): Promise<Asked<DomainDns>> {
    const untrusted = { answer: UNTRUSTED, freshMs: UNKNOWN_LIFE_MS, usableMs: UNKNOWN_LIFE_MS }
    const root = registrableDomain(domain) ?? domain
    if (!(await canaries.mayAsk())) return untrusted
    const askedAt = clock.now()
    let found = await domainDns.ask(domain, root)
    if (!(await isBelieved(found, askedAt))) {
      // A resolver that lies may have said so. Those that are left decide.
      if (!(await canaries.mayAsk())) return untrusted
      domainDns.forget()
      found = await domainDns.ask(domain, root)
    }
    const freshMs = Math.max(1, found.until - clock.now())
    return { answer: found.answer, freshMs, usableMs: freshMs }
  }

  async function isBelieved({ answer, address }: FoundDns, askedAt: number): Promise<boolean> {
    if (!answer.known) return true
    return address === null ? canaries.confirmDead(askedAt) : canaries.confirmAlive(address, askedAt)
  }

  const dns = createSharedLookup<DomainDns>({
    clock,
    log,
    memoryCapacity: DNS_ANSWERS_REMEMBERED,
    count: countDns,
    store: createFactStore(db, 'dns_facts'),
    alsoFor: slots.alsoFor,
    // A lease is taken with the slot: a name that waits at the end of a bulk job's queue is free for who asks elsewhere.
    ask: (domain, { owner, takeLease }) =>
      slots.run(owner, domain, async () => {
        if (stopping) return 'out_of_time'
        if (!(await takeLease())) return 'leased_elsewhere'
        const asked = await askTruth(domain)
        // A question that was cut off by the end of the process says nothing about the domain.
        return stopping ? 'out_of_time' : asked
      }),
  })

  const { rateLimit: limitOptions, enabled, whois, bootstrapUrl, builtInServers = BUILT_IN_SERVERS } = options.registry
  const hostLimit = createHostRateLimit(limitOptions, clock)
  const findServer: FindServer = createServerFinder({
    db,
    clock,
    builtIn: whois ? new Map([...WHOIS_SERVERS, ...builtInServers]) : builtInServers,
  })
  const registryStore = createFactStore<RegistryAnswer>(db, 'registry_facts')
  const backlog = createRegistryBacklog(db)
  const registry = createSharedLookup<RegistryAnswer>({
    clock,
    log,
    memoryCapacity: REGISTRY_ANSWERS_REMEMBERED,
    count: countRegistry,
    store: registryStore,
    alsoFor: hostLimit.alsoFor,
    ask: createRegistryLookup({
      fetch,
      dial,
      hostLimit,
      fleetLimit: createDistributedRateLimit({ db, clock }, limitOptions),
      findServer,
      metrics,
      clock,
    }),
  })

  async function findRegistry(domain: string, deadline: number, owner: string): Promise<RegistryAnswer> {
    const root = registrableDomain(domain)
    if (root === null || (await findServer(root)) === undefined) return NOT_KNOWN
    return (await within(deadline - clock.now(), registry.find(root, deadline, owner), NOT_KNOWN)) ?? NOT_KNOWN
  }

  /** The facts, if this process remembers all of them: most domains of a chunk are those of the chunk before. */
  function recall(domain: string): Checked<DomainFacts> | undefined {
    const answer = dns.recall(domain)
    const root = enabled ? registrableDomain(domain) : null
    const registered = root === null ? NOT_KNOWN : registry.recall(root)
    if (!answer || !registered) return undefined
    countDns('memory')
    if (root !== null) countRegistry('memory')
    return combine(answer, registered)
  }

  type Deadlines = { dns: number; registry: number }

  async function look(domain: string, deadlines: Deadlines, owner: string): Promise<Checked<DomainFacts>> {
    const asking = dns.find(domain, deadlines.dns, owner)
    const [answer, registered] = await Promise.all([
      Number.isFinite(deadlines.dns) ? within(deadlines.dns - clock.now(), asking, TOO_SLOW) : asking,
      enabled ? findRegistry(domain, deadlines.registry, owner) : NOT_KNOWN,
    ])
    return combine(answer ?? TOO_SLOW, registered)
  }

  /** Stores the registrable domains whose registry did not answer in time. */
  async function addToBacklog(counted: ReadonlyMap<string, number>, found: ReadonlyMap<string, Checked<DomainFacts>>) {
    const counts = new Map<string, number>()
    for (const [domain, count] of counted) {
      const facts = found.get(domain)
      const root = facts?.known && !facts.value.registry.known ? registrableDomain(domain) : null
      if (root !== null && (await findServer(root)) !== undefined) counts.set(root, (counts.get(root) ?? 0) + count)
    }
    if (counts.size > 0) await backlog.add(counts)
  }

  function combine(answer: DomainDns, registered: RegistryAnswer): Checked<DomainFacts> {
    return answer.known ? known(factsOf(answer.value, registered, clock.now())) : answer
  }

  const blocklists = (options.blocklists ?? []).map(readBlocklist)
  const lookUpPosture = createPostureLookup({ questions, fetch, blocklists, clock, mayAsk: canaries.mayAsk })

  return {
    lookUpPosture,
    lookUp: (domain, registryBudgetMs, owner = NO_OWNER) => {
      const now = clock.now()
      const registry = now + Math.min(registryBudgetMs, lookupBudgetMs)
      return look(domain, { dns: now + lookupBudgetMs, registry }, owner)
    },
    async lookUpAll(domains, registryBudgetMs, owner = NO_OWNER) {
      const deadlines = { dns: Number.POSITIVE_INFINITY, registry: clock.now() + registryBudgetMs }
      const found = new Map<string, Checked<DomainFacts>>()
      const looks: Promise<void>[] = []
      const counted = countEach(domains)
      for (const domain of counted.keys()) {
        const recalled = recall(domain)
        if (recalled) found.set(domain, recalled)
        else looks.push(look(domain, deadlines, owner).then((facts) => void found.set(domain, facts)))
      }
      await Promise.all(looks)
      if (stopping && Array.from(found.values()).some(({ known }) => !known)) throw new LookUpsEnded()
      if (enabled) await addToBacklog(counted, found)
      return found
    },
    async storedRegistry(domains) {
      const roots = new Map(Array.from(domains, (domain) => [domain, registrableDomain(domain)]))
      const stored = await registryStore.read([...new Set([...roots.values()].filter((root) => root !== null))])
      const now = clock.now()
      const known = new Map<string, RegistryFacts>()
      for (const [domain, root] of roots) {
        const fact = root === null ? undefined : stored.get(root)
        if (fact?.answer && fact.usableMs > 0 && fact.answer.state !== 'unknown')
          known.set(domain, registryFactsAt(fact.answer, now))
      }
      return known
    },
    async collectBacklog(forMs) {
      if (!enabled) return
      const deadline = clock.now() + forMs
      const names = await backlog.next()
      const answered: string[] = []
      const unanswered: string[] = []
      await Promise.all(
        names.map(async (name) => {
          const answer = await findRegistry(name, deadline, NO_OWNER)
          if (answer.state !== 'unknown') answered.push(name)
          // A name that ran out of time stays due.
          else if (clock.now() < deadline) unanswered.push(name)
        }),
      )
      await backlog.remove(answered)
      await backlog.postpone(unanswered)
      if (names.length > 0)
        log.info({ requested: names.length, answered: answered.length }, 'registry backlog processed')
    },
    async refreshRegistryServers() {
      if (!enabled) return
      const outcome = await refreshBootstrap({ db, fetch }, bootstrapUrl)
      if (outcome === 'unreachable' || outcome === 'implausible')
        throw new LoggableError(`The list of registry servers could not be refreshed: ${outcome}`)
      log.info({ outcome }, 'registry servers refreshed')
    },
    async forgetOldFacts() {
      log.info({ rows: await forgetOldFacts(db) }, 'expired domain facts deleted')
    },
    resolversAnswer: canaries.areAnswered,
    dnsComplaint: canaries.complaint,
    async stop() {
      stopping = true
      canaries.stop()
      hostLimit.close()
      client.close()
      await Promise.all([dns.stop(), registry.stop()])
    },
  }
}

function countEach(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

type KnownDns = Extract<DomainDns, { known: true }>['value']

function factsOf(dns: KnownDns, registered: RegistryAnswer, now: number): DomainFacts {
  const fromRegistry = registered.state === 'registered' ? registered.nameservers : null
  const fromDns = dns.nameservers.known ? dns.nameservers.value : []
  return {
    mx: dns.mx,
    hasValidMx: dns.hasValidMx,
    deliverableByDns: dns.deliverable,
    nameservers: fromRegistry ?? fromDns,
    registry: registryFactsAt(registered, now),
  }
}

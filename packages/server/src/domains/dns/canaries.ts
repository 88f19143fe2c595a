// Tests whether resolvers tell the truth: each has to find one of some names that receive mail as long as there is mail, and
// must not find one that cannot exist. One that fails is not asked any more until it passes. When all fail, nothing is
// known about any domain, which is not the same as "the domain does not exist".
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Counter, Gauge } from 'prom-client'
import type { Clock } from '../../platform/clock.ts'
import type { DnsClient } from '../../platform/dns/client.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { within } from '../deadline.ts'

export type Canaries = {
  /** Whether a resolver that passed its test is left. Asked for before a lookup; tests again when none was left. */
  mayAsk(): Promise<boolean>
  /** A domain that was queried at this time seems dead: false when a resolver which may have said so cannot be believed. */
  confirmDead(askedAt: number): Promise<boolean>
  /** A domain that was queried at this time seems to receive mail at the address: false when a resolver may have invented that. */
  confirmAlive(address: string, askedAt: number): Promise<boolean>
  /** Whether a resolver finds one of the names now; without names, whether it knows of a new name that it does not exist. */
  areAnswered(): Promise<boolean>
  /** A warning for the operator; undefined when all is well. */
  complaint(): string | undefined
  stop(): void
}

export type CanariesDeps = { client: DnsClient; clock: Clock; log: Log; metrics: Metrics }

type Finding = 'honest' | 'silent' | 'denies' | 'invents'

const ROUTINE_MS = 3_600_000
/** While a resolver fails its test. */
const ANXIOUS_MS = 30_000
/** That a domain is dead is believed for so long after a test, */
const TRUSTED_MS = 60_000
/** unless so many seem dead since, and the test is older than this. */
const DEAD_UNTIL_TEST = 20
const SHORTEST_BETWEEN_MS = 5_000
/** Resolvers that invent answers send everyone to one address: so many domains at an address that is new need a test. */
const DOMAINS_AT_NEW_ADDRESS = 3
/** Others send each to another: so many new addresses since a test that is not the youngest need one, too. */
const NEW_ADDRESSES_UNTIL_TEST = 20
const ADDRESSES_REMEMBERED = 20_000
/** An answer waits for the test no longer, */
const ALIVE_PATIENCE_MS = 5_000
/** and while a resolver is silent, for which the test waits in vain, only so long. */
const ALIVE_PATIENCE_SILENT_MS = 500

export function createCanaries(deps: CanariesDeps, names: readonly string[]): Canaries {
  const { client, clock, log, metrics } = deps
  if (names.length === 0) return { ...NO_CANARIES, areAnswered: () => isNewNameAnswered(client) }
  let findings = new Map<string, Finding>()
  let testedAt = Number.NEGATIVE_INFINITY
  let testStartedAt = testedAt
  let liarFoundAt = testedAt
  let deadSince = 0
  let testing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  /** Addresses of resolvers that passed a test after they had named them. */
  const vouched = new LRUCache<string, true>({ max: ADDRESSES_REMEMBERED })
  const seenSince = new Map<string, number>()
  const tests = new Counter({
    name: 'mailsift_dns_canary_tests_total',
    help: 'Canary tests of DNS resolvers, with names that exist and one that does not, by finding.',
    labelNames: ['finding'],
    registers: [metrics],
  })
  const trusted = new Gauge({
    name: 'mailsift_dns_resolvers_trusted',
    help: 'DNS resolvers that did not fail their last canary test.',
    registers: [metrics],
  })
  trusted.set(client.servers.length)

  const liars = () => new Set([...findings].flatMap(([server, finding]) => (isLie(finding) ? [server] : [])))
  const areAllLiars = () => findings.size > 0 && liars().size === client.servers.length

  function test(): Promise<void> {
    testing ??= testAll().finally(() => {
      testing = undefined
    })
    return testing
  }

  async function testAll(): Promise<void> {
    clearTimeout(timer)
    const before = liars()
    testStartedAt = clock.now()
    // Answers that arrive during the test may come from a resolver that began to lie after its test.
    const seen = [...seenSince.keys()]
    seenSince.clear()
    findings = new Map(
      await Promise.all(client.servers.map(async (server) => [server, await testOne(client, server, names)] as const)),
    )
    testedAt = clock.now()
    deadSince = 0
    const lying = liars()
    if ([...lying].every((server) => before.has(server))) for (const address of seen) vouched.set(address, true)
    else liarFoundAt = testedAt
    client.distrust(lying)
    trusted.set(client.servers.length - lying.size)
    for (const finding of findings.values()) tests.inc({ finding })
    if (lying.size > 0 && before.size === 0)
      log.warn({ resolvers: lying.size, reason: explain(findings) }, 'resolvers failed the canary test')
    if (lying.size === 0 && before.size > 0) log.info({}, 'all resolvers passed the canary test')
    if (!stopped) timer = setTimeout(test, lying.size > 0 ? ANXIOUS_MS : ROUTINE_MS).unref()
  }

  async function testFindsNoNewLiar(): Promise<boolean> {
    const before = liars()
    await test()
    return [...liars()].every((server) => before.has(server))
  }

  void test()
  return {
    async mayAsk() {
      if (!areAllLiars()) return true
      if (clock.now() - testedAt > SHORTEST_BETWEEN_MS) await test()
      return !areAllLiars()
    },
    async confirmDead(askedAt) {
      // The lookup began before the test that a resolver has failed, and may have been answered by it.
      if (areAllLiars() || askedAt <= liarFoundAt) return false
      deadSince++
      const age = clock.now() - testedAt
      if (age <= TRUSTED_MS && (deadSince <= DEAD_UNTIL_TEST || age <= SHORTEST_BETWEEN_MS)) return true
      return testFindsNoNewLiar()
    },
    async confirmAlive(address, askedAt) {
      if (areAllLiars() || askedAt <= liarFoundAt) return false
      const isNew = !vouched.has(address)
      const count = (seenSince.get(address) ?? 0) + 1
      if (isNew) seenSince.set(address, count)
      const age = clock.now() - testedAt
      const areMany = seenSince.size > NEW_ADDRESSES_UNTIL_TEST && age > SHORTEST_BETWEEN_MS
      const isSuspect = isNew && (count >= DOMAINS_AT_NEW_ADDRESS || areMany)
      if (!isSuspect && age <= TRUSTED_MS) return true
      const isAnySilent = [...findings.values()].includes('silent')
      const patienceMs = isAnySilent ? ALIVE_PATIENCE_SILENT_MS : ALIVE_PATIENCE_MS
      const since = testing ? testStartedAt : clock.now()
      return within(since + patienceMs - clock.now(), testFindsNoNewLiar(), true)
    },
    areAnswered: () =>
      Promise.any(names.map((name) => requireFound(client, name))).then(
        () => true,
        () => false,
      ),
    complaint: () => explain(findings),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const NO_CANARIES: Omit<Canaries, 'areAnswered'> = {
  mayAsk: async () => true,
  confirmDead: async () => true,
  confirmAlive: async () => true,
  complaint: () => undefined,
  stop: () => undefined,
}

/** No cache has a name that was made up just now: its answer comes from the name servers of .com. */
async function isNewNameAnswered(client: DnsClient): Promise<boolean> {
  return (await client.ask(`${randomBytes(8).toString('hex')}.com`, 'MX')).known
}

async function requireFound(client: DnsClient, name: string): Promise<void> {
  const reply = await client.ask(name, 'MX')
  if (!reply.known || reply.records.length === 0) throw new Error('A name that must exist was not found.')
}

function isLie(finding: Finding): boolean {
  return finding === 'denies' || finding === 'invents'
}

async function testOne(client: DnsClient, server: string, names: readonly string[]): Promise<Finding> {
  const impossible = `${randomBytes(8).toString('hex')}.invalid`
  const invented = await Promise.all([client.askOf(server, impossible, 'A'), client.askOf(server, impossible, 'MX')])
  if (invented.some((reply) => reply.known && reply.records.length > 0)) return 'invents'
  let finding: Finding = 'denies'
  for (const name of names) {
    const reply = await client.askOf(server, name, 'MX')
    if (reply.known && reply.records.length > 0) return 'honest'
    if (!reply.known) finding = 'silent'
  }
  return finding
}

function explain(findings: ReadonlyMap<string, Finding>): string | undefined {
  const of = (wanted: Finding) => [...findings].flatMap(([server, finding]) => (finding === wanted ? [server] : []))
  const parts = [
    ...of('denies').map((server) => `${server} says that well-known mail domains do not exist`),
    ...of('invents').map((server) => `${server} resolves names that cannot exist`),
  ]
  if (parts.length === 0) return undefined
  const rest = parts.length === findings.size ? 'No domain can be looked up' : 'The other resolvers are queried instead'
  return `${parts.join('; ')}. ${rest}. Set DNS_SERVERS to other resolvers.`
}

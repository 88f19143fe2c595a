import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { createDomainFacts, type DomainFactsOptions, type DomainFactsService } from '../../src/domains/facts.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { createDnsClient } from '../../src/platform/dns/client.ts'
import { createGuardedDial } from '../../src/platform/outbound/guarded-dial.ts'
import { createGuardedFetch } from '../../src/platform/outbound/guarded-fetch.ts'
import { createHostResolver } from '../../src/platform/outbound/host-addresses.ts'
import type { DnsServer, ZoneEntry } from '../stand-ins/dns-server.ts'
import type { RdapServer } from '../stand-ins/rdap-server.ts'
import { silentLog } from '../support/database.ts'

export const MAIL_HOST: ZoneEntry = { A: ['8.8.8.8'] }
/** A domain with mail; its zone needs `mx.test: MAIL_HOST` too. */
export const MAIL_DOMAIN: ZoneEntry = { MX: [[10, 'mx.test']], NS: ['ns.test'] }

export type FactsProcess = DomainFactsService & { metrics: Registry; clock: { now(): number; ahead: number } }

/** The facts service as one process would run it, against the stand-ins; stopped when the test ends. */
export function startFacts(
  db: Db,
  dns: DnsServer,
  rdap?: RdapServer,
  overrides: {
    rateLimit?: Partial<DomainFactsOptions['registry']['rateLimit']>
    suffix?: string
    timeoutMs?: number
    lookupBudgetMs?: number
    canaries?: readonly string[]
    /** A second resolver. */
    otherDns?: DnsServer
    /** Asked by WHOIS about names below the suffix. */
    whois?: { suffix: string; address: string }
    /** The registry of .example, to which the first one may send. */
    otherRdap?: RdapServer
  } = {},
): FactsProcess {
  const metrics = new Registry()
  const clock: Clock & { ahead: number } = { ahead: 0, now: () => Date.now() + clock.ahead }
  const resolver = createDnsClient({
    servers: [dns.address, ...(overrides.otherDns ? [overrides.otherDns.address] : [])],
    fallbackServers: [],
    timeoutMs: overrides.timeoutMs ?? 5_000,
    tries: 4,
    budgetMs: 15_000,
  })
  const client = createGuardedFetch({
    resolveHost: createHostResolver(resolver),
    userAgent: 'Mailsift/test',
    loopbackOrigins: [rdap, overrides.otherRdap].flatMap((server) => server?.origin ?? []),
  })
  const dial = createGuardedDial({
    resolveHost: createHostResolver(resolver),
    ports: [43],
    loopback: overrides.whois ? [overrides.whois.address] : [],
  })
  const service = createDomainFacts(
    { db, clock, log: silentLog, metrics, fetch: client.fetch, dial, dns: resolver },
    {
      dns: { concurrency: 100, canaries: overrides.canaries ?? [] },
      lookupBudgetMs: overrides.lookupBudgetMs ?? 15_000,
      registry: {
        enabled: rdap !== undefined || overrides.whois !== undefined,
        whois: false,
        bootstrapUrl: rdap ? `${rdap.origin}/dns.json` : 'http://127.0.0.1:9/',
        rateLimit: { atOnce: 2, perSecond: 1000, burst: 1000, ...overrides.rateLimit },
        builtInServers: new Map([
          ...(rdap ? [[overrides.suffix ?? 'test', `${rdap.origin}/`] as const] : []),
          ...(overrides.whois ? [[overrides.whois.suffix, `whois://${overrides.whois.address}/`] as const] : []),
          ...(overrides.otherRdap ? [['example', `${overrides.otherRdap.origin}/`] as const] : []),
        ]),
      },
    },
  )
  onTestFinished(async () => {
    await service.stop()
    await client.close()
  })
  return { ...service, metrics, clock }
}

export function questionsFor(dns: DnsServer, name: string, type: string): number {
  return dns.questions.filter((question) => question.name === name && question.type === type).length
}

/** How lookups of a kind were served, by the service's own counters. */
export async function servedCounts(process: FactsProcess, kind: string): Promise<Record<string, number>> {
  const counter = await process.metrics.getSingleMetric('mailsift_domain_lookups_total')?.get()
  const values = counter?.values.filter(({ labels }) => labels.kind === kind) ?? []
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.served), value]))
}

// npm run bench:domains: the domains of 100,000 addresses, looked up against loopback stand-ins that answer after 5 ms,
// compared with a bare resolveMx loop over the same distinct domains at the same concurrency: 32, or the argument. With `memory` as
// the second argument, what the process holds over 100,000 distinct domains is measured and nothing else.
import { fork } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createDomainFacts, type DomainFactsService } from '../src/domains/facts.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createDnsClient, type DnsClient } from '../src/platform/dns/client.ts'
import { createGuardedFetch } from '../src/platform/outbound/guarded-fetch.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import type { StandInsCounts, StandInsReady } from './domains-stand-ins.ts'

const ADDRESSES = 100_000
const DISTINCT_DOMAINS = 20_000
const MAIL_HOSTS = 500
const DNS_LATENCY_MS = 5
const CONCURRENCY = Number(process.argv[2] ?? 32)
const CHUNK_SIZE = 1_000
const CHUNKS_AT_ONCE = 4
const RDAP_DELAY_MS = 40
const RDAP_BUDGET_MS = 1_000
const TARGET_RATIO = 0.6

const log = pino({ level: 'error' })
const folder = mkdtempSync(join(tmpdir(), 'mailsift-bench-'))
const standIns = fork(fileURLToPath(new URL('domains-stand-ins.ts', import.meta.url)), [
  ...[DNS_LATENCY_MS, RDAP_DELAY_MS, MAIL_HOSTS].map(String),
])
const [ready] = (await once(standIns, 'message')) as [StandInsReady]
const postgres = await startEmbeddedPostgres({ folder, log, settings: {} })
await migrate(postgres.url)
const { db, close } = openDatabase(postgres.url, { log, connectionCount: 10 })
try {
  if (process.argv[3] === 'memory') await measureMemory()
  else await run()
} finally {
  await close()
  await postgres.stop()
  standIns.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const domains = Array.from({ length: DISTINCT_DOMAINS }, (_, index) => `d${index}.bench`)
  const chunks = chunksOf(addressDomains(domains))

  // The first loop warms both processes up; the reference is taken right before and right after the measured run.
  await bareLoop(domains.slice(0, 4_000))
  await counts()
  const before = await bareLoop(domains)
  await counts()
  const cold = await withFacts({ registry: false }, async (facts) => {
    const first = await lookUpChunks(facts, chunks)
    const asked = await counts()
    const second = await lookUpChunks(facts, chunks)
    return { first, asked, second, askedAgain: await counts() }
  })
  const restarted = await withFacts({ registry: false, keep: true }, (facts) => lookUpChunks(facts, chunks))
  const askedAfterRestart = await counts()
  const after = await bareLoop(domains)
  await counts()
  const bothTypes = await bareLoop(domains, ['MX', 'NS'])
  await counts()
  const reference = (before + after) / 2
  const ratio = reference / cold.first.seconds

  console.log(`${ADDRESSES} addresses, ${DISTINCT_DOMAINS} distinct domains, ${CONCURRENCY} at a time`)
  console.log(`bare resolveMx loop            ${perSecond(before)} and ${perSecond(after)} domains/s`)
  console.log(
    `facts, cold                    ${perSecond(cold.first.seconds)} domains/s = ${ratio.toFixed(2)} × the loop (target ${TARGET_RATIO})`,
  )
  console.log(
    `                               ${(bothTypes / cold.first.seconds).toFixed(2)} × a loop that asks for MX and NS, as facts do`,
  )
  console.log(
    `  MX questions per domain      ${cold.asked.byType.MX! / DISTINCT_DOMAINS} (most for one domain: ${cold.asked.mostMxPerDomain})`,
  )
  console.log(`  all questions                ${JSON.stringify(cold.asked.byType)}`)
  console.log(
    `facts, from memory             ${perSecond(cold.second.seconds)} domains/s, ${total(cold.askedAgain)} questions`,
  )
  console.log(
    `facts, from the database       ${perSecond(restarted.seconds)} domains/s, ${total(askedAfterRestart)} questions`,
  )

  // DNS is answered from the database now, so that all the time is the registry's.
  const registry = await withFacts({ registry: true, keep: true }, (facts) => lookUpChunks(facts, chunks))
  const rdapAsked = await counts()
  const rounds = Math.ceil(chunks.length / CHUNKS_AT_ONCE)
  console.log(`with registries, 2 at a time, ${RDAP_DELAY_MS} ms each, ${RDAP_BUDGET_MS} ms for a chunk:`)
  console.log(
    `  the job took                 ${registry.seconds.toFixed(1)} s; ${rounds} rounds of budget are ${((rounds * RDAP_BUDGET_MS) / 1000).toFixed(1)} s`,
  )
  console.log(`  the slowest chunk            ${registry.slowestChunkMs.toFixed(0)} ms`)
  console.log(
    `  registry known / unknown     ${registry.registryKnown} / ${registry.registryUnknown} domains, every one with its DNS facts`,
  )
  console.log(`  registry asked               ${rdapAsked.rdap} times, at most ${rdapAsked.rdapAtOnce} at a time`)

  await measureMemory()

  // Times depend on what else the machine does; counts must not.
  const holds =
    cold.asked.byType.MX === DISTINCT_DOMAINS &&
    cold.asked.mostMxPerDomain === 1 &&
    total(cold.askedAgain) === 0 &&
    total(askedAfterRestart) === 0 &&
    rdapAsked.rdapAtOnce <= 2
  if (!holds) process.exitCode = 1
}

/** What the process holds after 10,000, 20,000, … 100,000 domains that it has never seen. */
async function measureMemory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const held = await withFacts({ registry: false }, async (facts) => {
    const megabytes: { heapUsed: number; rss: number }[] = []
    for (let part = 1; part <= 10; part++) {
      const names = Array.from({ length: 10_000 }, (_, index) => `d${1_000_000 + part * 10_000 + index}.bench`)
      await lookUpChunks(facts, chunksOf(names))
      collectGarbage()
      megabytes.push(process.memoryUsage())
      await counts()
    }
    return megabytes
  })
  const after = [10, 50, 100].map((thousand) => {
    const { rss, heapUsed } = held[thousand / 10 - 1]!
    return `${Math.round(rss / 2 ** 20)} MB after ${thousand},000 (heap ${Math.round(heapUsed / 2 ** 20)} MB)`
  })
  console.log(`memory over 100,000 distinct domains: ${after.join(', ')}`)
}

/** Every domain at least once; the other addresses crowd on few domains, as they do in real lists. */
function addressDomains(domains: readonly string[]): string[] {
  let seed = 42
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed / 2 ** 32
  }
  const crowded = Array.from(
    { length: ADDRESSES - domains.length },
    () => domains[Math.floor(domains.length * random() ** 4)]!,
  )
  const all = [...domains, ...crowded]
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[all[last], all[other]] = [all[other]!, all[last]!]
  }
  return all
}

function chunksOf(all: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(all.length / CHUNK_SIZE) }, (_, n) =>
    all.slice(n * CHUNK_SIZE, (n + 1) * CHUNK_SIZE),
  )
}

/** Seconds for all domains. */
async function bareLoop(domains: readonly string[], types: readonly ('MX' | 'NS')[] = ['MX']): Promise<number> {
  const resolver = new Resolver()
  resolver.setServers([ready.dnsAddress])
  const startedAt = performance.now()
  await inParallel(CONCURRENCY, domains, (domain) => Promise.all(types.map((type) => resolver.resolve(domain, type))))
  return (performance.now() - startedAt) / 1000
}

async function withFacts<T>(
  { registry, keep = false }: { registry: boolean; keep?: boolean },
  work: (facts: DomainFactsService) => Promise<T>,
): Promise<T> {
  if (!keep) await sql`TRUNCATE dns_facts, registry_facts`.execute(db)
  const client = createGuardedFetch({
    resolveHost: async () => [],
    userAgent: 'Mailsift/bench',
    loopbackOrigins: [ready.rdapOrigin],
  })
  const facts = createDomainFacts(
    {
      db,
      log,
      clock: systemClock,
      metrics: new Registry(),
      fetch: client.fetch,
      dial: async () => undefined,
      dns: openDns(),
    },
    {
      dns: { concurrency: CONCURRENCY, canaries: [] },
      lookupBudgetMs: 5_000,
      registry: {
        enabled: registry,
        whois: false,
        bootstrapUrl: `${ready.rdapOrigin}/dns.json`,
        rateLimit: { atOnce: 2, perSecond: 1_000, burst: 1_000 },
        builtInServers: new Map([['bench', `${ready.rdapOrigin}/`]]),
      },
    },
  )
  try {
    return await work(facts)
  } finally {
    await facts.stop()
    await client.close()
  }
}

function openDns(): DnsClient {
  return createDnsClient({
    servers: [ready.dnsAddress],
    fallbackServers: [],
    timeoutMs: 2_000,
    tries: 5,
    budgetMs: 5_000,
  })
}

type ChunksRun = { seconds: number; slowestChunkMs: number; registryKnown: number; registryUnknown: number }

async function lookUpChunks(facts: DomainFactsService, chunks: readonly string[][]): Promise<ChunksRun> {
  const registryKnown = new Map<string, boolean>()
  let slowestChunkMs = 0
  const startedAt = performance.now()
  await inParallel(CHUNKS_AT_ONCE, chunks, async (chunk) => {
    const chunkStartedAt = performance.now()
    for (const [domain, found] of await facts.lookUpAll(chunk, RDAP_BUDGET_MS)) {
      if (!found.known || !found.value.hasValidMx) throw new Error(`${domain} should have valid MX records`)
      registryKnown.set(domain, found.value.registry.known || registryKnown.get(domain) === true)
    }
    slowestChunkMs = Math.max(slowestChunkMs, performance.now() - chunkStartedAt)
  })
  const known = [...registryKnown.values()].filter(Boolean).length
  return {
    seconds: (performance.now() - startedAt) / 1000,
    slowestChunkMs,
    registryKnown: known,
    registryUnknown: registryKnown.size - known,
  }
}

async function inParallel<T>(count: number, items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

async function counts(): Promise<StandInsCounts> {
  standIns.send('count')
  const [message] = (await once(standIns, 'message')) as [StandInsCounts]
  return message
}

function total({ byType }: StandInsCounts): number {
  return Object.values(byType).reduce((sum, count) => sum + count, 0)
}

function perSecond(seconds: number): string {
  return Math.round(DISTINCT_DOMAINS / seconds)
    .toLocaleString('en')
    .padStart(7)
}

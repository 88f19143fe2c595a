// npm run bench:enrichment -- [domains] [latency in ms]: contacts at as many companies, enriched over a loopback internet in which
// each answer takes half a second, compared with a loop that fetches the same pages at the same concurrency and does nothing with them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ENRICHMENT_SOURCES } from '@mailsift/contract'
import { render } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createUser } from '../src/accounts/users/users.ts'
import { contactTasks } from '../src/contacts/contacts.ts'
import { saveContacts } from '../src/contacts/save.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createMetrics } from '../src/platform/metrics/metrics.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { startQueue } from '../src/platform/queue/queue.ts'
import { createWebClient, TEST_USER_AGENT } from '../test/stand-ins/website-client.ts'
import type { EnrichmentStandInsCounts, EnrichmentStandInsReady } from './enrichment-stand-ins.ts'

const DOMAINS = Number(process.argv[2] ?? 2_000)
const LATENCY_MS = Number(process.argv[3] ?? 500)
const CONCURRENCY = 48
const USERS = 4
const SAVED_AT_ONCE = 1_000
const LARGE_LIST = 100_000
const GOAL_HOURS = 2

const engine = loadEngine()
const log = pino({ level: 'error' })
const folder = mkdtempSync(join(tmpdir(), 'mailsift-bench-'))
const standIns = fork(
  fileURLToPath(new URL('enrichment-stand-ins.ts', import.meta.url)),
  [LATENCY_MS, DOMAINS].map(String),
)
const [ready] = (await once(standIns, 'message')) as [EnrichmentStandInsReady]
const postgres = await startEmbeddedPostgres({ folder, log, settings: {} })
await migrate(postgres.url)
const database = openDatabase(postgres.url, { log, connectionCount: 10 })
const { db } = database
const client = createWebClient(ready.port)
const domains = Array.from({ length: DOMAINS }, (_, nth) => `pier-${nth}.com`)
try {
  await run()
} finally {
  await client.close()
  await database.close()
  await postgres.stop()
  standIns.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const loopSeconds = await fetchLoop()
  const asked = await counts()
  await saveAll()
  globalThis.gc?.()
  const { seconds, megabytes } = await enrichAll()
  const { sites, wikidata, queries, mostPerHost, mostHosts } = await counts()
  const { rows } = await sql<{ state: string; count: number }>`
    SELECT state, count(*) FROM contacts GROUP BY state ORDER BY state`.execute(db)
  const projected = (LARGE_LIST / DOMAINS) * seconds
  console.log(`${DOMAINS} domains, each answer after ${LATENCY_MS} ms, ${CONCURRENCY} sites at a time`)
  console.log(`plain fetch loop   ${rate(loopSeconds)} domains/s`)
  console.log(`enrichment         ${rate(seconds)} domains/s = ${(loopSeconds / seconds).toFixed(2)} × the loop`)
  console.log(
    `${LARGE_LIST} domains would take ${(projected / 3600).toFixed(2)} h at this pace (goal: ${GOAL_HOURS} h at 500 ms)`,
  )
  console.log(
    `asked              ${sites - asked.sites} times on sites, ${wikidata} times Wikidata, ${queries} times its query service`,
  )
  console.log(`at the same time   at most ${mostHosts} hosts, at most ${mostPerHost} request to each`)
  console.log(`contacts           ${rows.map(({ state, count }) => `${count} ${state}`).join(', ')}`)
  console.log(
    `memory             ${megabytes.join(', ')} MB resident after each tenth; peak ${Math.max(...megabytes)} MB`,
  )
  // Times depend on what else the machine does; these must not.
  const matched = rows.find(({ state }) => state === 'matched')?.count
  if (mostPerHost !== 1 || matched !== DOMAINS) process.exitCode = 1
}

/** robots.txt, the home page and, where it names one, the page about people. */
async function fetchLoop(): Promise<number> {
  const startedAt = performance.now()
  const queue = domains.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const domain of queue) {
        await client.fetch(`https://${domain}/robots.txt`)
        const home = await client.fetch(`https://${domain}/`)
        if (home.ok && Buffer.from(home.body).includes('/team')) await client.fetch(`https://${domain}/team`)
      }
    }),
  )
  return (performance.now() - startedAt) / 1000
}

async function saveAll(): Promise<void> {
  const users = await Promise.all(
    Array.from({ length: USERS }, async (_, nth) => (await createUser(db, { email: `user${nth}@contoso.com` })).id),
  )
  const secrets = ['s'.repeat(32)] as const
  for (let start = 0; start < DOMAINS; start += SAVED_AT_ONCE) {
    const batch = domains.slice(start, start + SAVED_AT_ONCE).map((domain, nth) => {
      const email = `jane.doe@${domain}`
      const verdict = engine.validate(email)
      if (!verdict.ok) throw new Error(verdict.error.message)
      const { normalized, first_name, last_name } = render(verdict, '')
      const candidate = { email, normalized, firstName: first_name, lastName: last_name }
      return { userId: users[nth % USERS]!, occurredAt: new Date(), read: async () => [candidate] }
    })
    await db.transaction().execute((tx) => saveContacts({ engine, enrichment: true, secrets }, tx, batch))
  }
}

async function enrichAll(): Promise<{ seconds: number; megabytes: number[] }> {
  const { fetch } = client
  const tasks = contactTasks(
    { db, clock: systemClock, log, metrics: createMetrics(), engine, fetch, userAgent: TEST_USER_AGENT },
    { enabled: true, sources: ENRICHMENT_SOURCES, searchesByName: true, refreshMaxCount: 100 },
  )
  // As a worker has them.
  const { 'contacts.website': website, ...others } = tasks
  const shared = { database, log, cron: [] }
  const startedAt = performance.now()
  const queues = [
    await startQueue({ ...shared, tasks: others, concurrency: 4 }),
    await startQueue({ ...shared, tasks: { 'contacts.website': website }, concurrency: CONCURRENCY }),
  ]
  const megabytes: number[] = []
  for (let tenth = 1; tenth <= 10; tenth++) {
    while ((await countDone()) < (DOMAINS * tenth) / 10) await sleep(100)
    megabytes.push(Math.round(process.memoryUsage().rss / 2 ** 20))
  }
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all(queues.map((queue) => queue.stop()))
  return { seconds, megabytes }
}

async function countDone(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM contacts WHERE due_at IS NULL`.execute(db)
  return rows[0]!.count
}

async function counts(): Promise<EnrichmentStandInsCounts> {
  standIns.send('count')
  const [message] = (await once(standIns, 'message')) as [EnrichmentStandInsCounts]
  return { ...message }
}

function rate(seconds: number): string {
  return (DOMAINS / seconds).toFixed(1).padStart(6)
}

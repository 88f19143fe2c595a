// npm run bench:contacts: lists and reads contacts over HTTP for a user with a million of them, and saves the contacts of a
// bulk job of 100,000 addresses. As a measure, the same pages by OFFSET.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { API_TOKEN_HEADER, type ContactList } from '@mailsift/contract'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createAccounts } from '../src/accounts/accounts.ts'
import { registerAccess } from '../src/accounts/caller.ts'
import { SELF_HOSTED, setSubscription } from '../src/accounts/subscriptions.ts'
import { issueToken } from '../src/accounts/tokens.ts'
import { createUser } from '../src/accounts/users.ts'
import { type SafeAddress, saveContacts } from '../src/contacts/contacts.ts'
import { registerContactRoutes } from '../src/contacts/routes.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createHttp } from '../src/platform/http.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { migrate } from '../src/platform/migrate.ts'

const CONTACTS = Number(process.argv[2] ?? 1_000_000)
const JOB_ADDRESSES = 100_000
const CHUNK_SIZE = 1_000
const CHUNKS_PER_DELIVERY = 10
const WARM_UP_REQUESTS = 50
const REQUESTS = 500
const PAGE_P99_MAX_MS = 20
const SAVED_PER_SECOND_MIN = 5_000

const engine = loadEngine()
const log = pino({ level: 'warn' })
const folder = mkdtempSync(join(tmpdir(), 'mailsift-bench-'))
const postgres = await startEmbeddedPostgres({ folder, log, settings: {} })
await migrate(postgres.url)
const database = openDatabase(postgres.url, { log, connectionCount: 10 })
const { db } = database
try {
  await run()
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const owner = await createUser(db, { email: 'owner@example.com' })
  await setSubscription(db, owner.id, SELF_HOSTED)
  const { token } = await issueToken(db, owner.id, { name: 'bench', permission: 'read' })
  report('filling', await saveMany(owner.id, 'filled', CONTACTS, 5 * CHUNK_SIZE))
  await enrichSome()
  await sql`VACUUM ANALYZE contacts`.execute(db)

  const accounts = createAccounts({
    database,
    log,
    secret: 'a secret for the bench, long enough',
    origin: 'http://bench',
  })
  const http = createHttp({
    log,
    metrics: createMetrics(),
    docsUrl: '/docs',
    trustProxy: false,
    https: false,
    eventLoopDelayMaxMs: 0,
  })
  registerAccess(http, accounts)
  registerContactRoutes(http, { db, engine, enrichment: true })
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  try {
    await measureReading(async (path) => {
      const answer = await fetch(`${origin}/v1/contacts${path}`, { headers: { [API_TOKEN_HEADER]: token } })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      return answer.json()
    }, owner.id)
  } finally {
    await http.close()
    await accounts.close()
  }

  const newcomer = await createUser(db, { email: 'newcomer@example.com' })
  for (const [who, userId] of [
    ['a new user', newcomer.id],
    [`a user with ${CONTACTS.toLocaleString('en')}`, owner.id],
  ] as const) {
    const perSecond = report(
      `saving a job's contacts for ${who}`,
      await saveMany(userId, 'saved', JOB_ADDRESSES, CHUNK_SIZE * CHUNKS_PER_DELIVERY),
    )
    check(`saved per second for ${who}`, perSecond >= SAVED_PER_SECOND_MIN)
    report(
      '  the same again, already saved',
      await saveMany(userId, 'saved', JOB_ADDRESSES, CHUNK_SIZE * CHUNKS_PER_DELIVERY),
    )
  }
}

async function measureReading(get: (path: string) => Promise<unknown>, userId: string): Promise<void> {
  for (const take of [25, 100]) {
    const last = Math.ceil(CONTACTS / take)
    for (const [name, page] of [
      ['first', 1],
      ['middle', Math.ceil(last / 2)],
      ['last', last],
    ] as const) {
      await measure(WARM_UP_REQUESTS, () => get(`?page=${page}&take=${take}`))
      const times = await measure(REQUESTS, () => get(`?page=${page}&take=${take}`))
      const offset = await measure(5, () => readByOffset(userId, page, take))
      console.log(
        `${name} page of ${take}: p50 ${ms(times.p50)}, p99 ${ms(times.p99)} (by OFFSET, database alone: ${ms(offset.p50)})`,
      )
      check(`p99 of the ${name} page of ${take}`, times.p99 <= PAGE_P99_MAX_MS)
    }
  }
  const { data } = (await get('?take=100&page=777')) as ContactList
  let next = 0
  const times = await measure(REQUESTS, () => get(`/${data[next++ % data.length]!.id}`))
  console.log(`one contact: p50 ${ms(times.p50)}, p99 ${ms(times.p99)}`)
}

async function readByOffset(userId: string, page: number, take: number): Promise<void> {
  await sql`SELECT * FROM contacts WHERE user_id = ${userId} ORDER BY position DESC
    LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db)
}

async function saveMany(
  userId: string,
  kind: string,
  count: number,
  batchSize: number,
): Promise<{ count: number; ms: number }> {
  const startedAt = performance.now()
  for (let start = 0; start < count; start += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - start) }, (_, n) => address(userId, kind, start + n))
    await db.transaction().execute((tx) => saveContacts({ engine, enrichment: true }, tx, batch))
  }
  return { count, ms: performance.now() - startedAt }
}

/** Six in ten at public mailboxes, the others at company domains of which few are large. */
function address(userId: string, kind: string, n: number): SafeAddress {
  const local = `${kind}.person${n}`
  const domain = n % 10 < 6 ? 'gmail.com' : `company${Math.floor((n * 7919) % (1 + (n % 20_000)))}.com`
  const normalized = `${domain === 'gmail.com' ? local.replace('.', '') : local}@${domain}`
  return {
    userId,
    email: `${local}@${domain}`,
    normalized,
    firstName: 'Jane',
    lastName: 'Doe',
    occurredAt: new Date(n),
  }
}

/** A third of the company contacts as they look after a match by website and Wikidata. */
async function enrichSome(): Promise<void> {
  const company = {
    name: 'Acme Rockets, Inc.',
    website: 'https://www.acme-rockets.com/',
    description: 'Rockets, boosters and launch services for everyone. '.repeat(4).trim(),
    links: Array.from({ length: 5 }, (_, n) => `https://social-network-${n}.com/acme-rockets`),
  }
  const matched = {
    status: 'matched',
    fetchedAt: 1_800_000_000_000,
    url: 'https://www.wikidata.org/wiki/Q123456789',
    company,
  }
  const sources = {
    website: matched,
    wikidata_company: matched,
    wikidata_person: { status: 'no_match', fetchedAt: 1_800_000_000_000 },
  }
  await sql`
    UPDATE contacts SET state = 'matched', due_at = NULL, enriched_at = now(), sources = ${JSON.stringify(sources)}::jsonb
    WHERE state = 'pending' AND position % 3 = 0`.execute(db)
}

async function measure(count: number, work: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return { p50: times[Math.floor(count * 0.5)]!, p99: times[Math.floor(count * 0.99)]! }
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}

function report(what: string, { count, ms: time }: { count: number; ms: number }): number {
  const perSecond = Math.round((count / time) * 1000)
  console.log(
    `${what}: ${count.toLocaleString('en')} in ${(time / 1000).toFixed(1)} s, ${perSecond.toLocaleString('en')} per second`,
  )
  return perSecond
}

function check(what: string, met: boolean): void {
  if (met) return
  console.log(`MISSED: ${what}`)
  process.exitCode = 1
}

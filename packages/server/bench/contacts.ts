// npm run bench:contacts: lists and reads contacts over HTTP for a user with a million of them, and delivers the chunks of a
// bulk job of 100,000 addresses through the outbox, which saves them as contacts. As a measure, the same pages by OFFSET.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { API_TOKEN_HEADER, type ContactList } from '@mailsift/contract'
import type { DomainFacts, VerdictRow } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { CompiledQuery, sql } from 'kysely'
import { pino } from 'pino'
import { createAuthentication } from '../src/access/authentication.ts'
import { registerAccess } from '../src/access/caller.ts'
import { createAccount } from '../src/accounts/accounts.ts'
import { SELF_HOSTED, setSubscription } from '../src/accounts/subscriptions/subscriptions.ts'
import { packResults } from '../src/bulk/format/results.ts'
import { registerContactRoutes } from '../src/contacts/routes.ts'
import { issueToken } from '../src/credentials/tokens/tokens.ts'
import { deliver } from '../src/outbox/deliver.ts'
import { ANNOUNCE_SQL, announceParameter, type BulkValidated } from '../src/outbox/outbox.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createHttp } from '../src/platform/http/server.ts'
import { uuidv7 } from '../src/platform/ids.ts'
import { createMetrics } from '../src/platform/metrics/metrics.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { createListeners } from '../src/worker.ts'
import { getRequest, runLoad } from './load-client.ts'
import { familyCpuMs } from './program.ts'

const CONTACTS = Number(process.argv[2] ?? 1_000_000)
const JOB_ADDRESSES = 100_000
const CHUNK_SIZE = 1_000
const WARM_UP_REQUESTS = 50
const REQUESTS = 500
const PAGE_P99_MAX_MS = 20
const SAVED_PER_SECOND_MIN = 20_000

const FACTS: DomainFacts = {
  mx: [{ priority: 10, host: 'mx.mail-host.net' }],
  hasValidMx: true,
  deliverableByDns: true,
  nameservers: [],
  registry: { known: false },
}

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
  const owner = await createAccount(db, { email: 'owner@contoso.com' })
  await setSubscription(db, owner.id, SELF_HOSTED)
  const { token } = await issueToken(db, owner.id, { name: 'bench', permission: 'read' })
  await fill(owner.id)

  const accounts = createAuthentication({
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
  })
  registerAccess(http, accounts)
  registerContactRoutes(http, { db, engine, enrichment: true, secrets: ['bench'] })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  try {
    await measureReading((path, count) => ask(port, token, path, count), owner.id)
  } finally {
    await http.close()
    await accounts.close()
  }

  const newcomer = await createAccount(db, { email: 'newcomer@contoso.com' })
  for (const [who, accountId] of [
    ['a new user', newcomer.id],
    [`a user with ${CONTACTS.toLocaleString('en')}`, owner.id],
  ] as const) {
    await storeJob(accountId)
    const before = await countOf(accountId)
    const saved = await saveWaiting()
    // A handful of the made-up addresses are not safe.
    const count = (await countOf(accountId)) - before
    const perSecond = report(`saving a job's contacts for ${who}`, { count, ...saved })
    check(`saved per second for ${who}`, perSecond >= SAVED_PER_SECOND_MIN)
    await sql`INSERT INTO outbox_deliveries (listener, event_id, account_id, recorded_at)
      SELECT 'contacts', id, account_id, recorded_at FROM outbox_events WHERE account_id = ${accountId}`.execute(db)
    report('  the same again, already saved', { count, ...(await saveWaiting()) })
  }
}

type Asked = { times: Times; cpuMs: number; body: Buffer }

/** The same request again and again over one connection, after a few to warm up. */
async function ask(port: number, token: string, path: string, count: number): Promise<Asked> {
  const milliseconds: number[] = []
  let body: Buffer = Buffer.alloc(0)
  const before = process.cpuUsage()
  await runLoad({
    port,
    requests: [getRequest(`/v1/contacts${path}`, { [API_TOKEN_HEADER]: token })],
    connections: 1,
    goesOn: () => milliseconds.length < WARM_UP_REQUESTS + count,
    onAnswer(answer) {
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      milliseconds.push(answer.milliseconds)
      body = answer.body
    },
  })
  const { user, system } = process.cpuUsage(before)
  const cpuMs = (user + system) / 1000 / milliseconds.length
  return { times: percentiles(milliseconds.slice(WARM_UP_REQUESTS)), cpuMs, body }
}

async function measureReading(get: (path: string, count: number) => Promise<Asked>, accountId: string): Promise<void> {
  const { body, times: one } = await get('?take=1', REQUESTS)
  console.log(`a page of one, for the noise of the machine: ${show(one)}`)
  const [contact] = (JSON.parse(body.toString()) as ContactList).data
  console.log(`one contact: ${show((await get(`/${contact!.id}`, REQUESTS)).times)}`)
  for (const take of [25, 100]) {
    const last = Math.ceil(CONTACTS / take)
    for (const [name, page] of [
      ['first', 1],
      ['middle', Math.ceil(last / 2)],
      ['last', last],
    ] as const) {
      const { times, cpuMs } = await get(`?page=${page}&take=${take}`, REQUESTS)
      const offset = await measure(5, () => readByOffset(accountId, page, take))
      console.log(
        `${name} page of ${take}: ${show(times)}, ${ms(cpuMs)} of CPU (by OFFSET, database alone: ${ms(offset.p50)})`,
      )
      check(`p99 of the ${name} page of ${take}`, times.p99 <= PAGE_P99_MAX_MS)
    }
  }
}

async function readByOffset(accountId: string, page: number, take: number): Promise<void> {
  await sql`SELECT * FROM contacts WHERE account_id = ${accountId} ORDER BY position DESC
    LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db)
}

/** A job whose chunks are done and announced, as its worker leaves it. */
async function storeJob(accountId: string): Promise<void> {
  const jobId = uuidv7()
  await sql`INSERT INTO bulk_jobs (id, account_id, validate_domain, total, chunks_left, expires_at)
    VALUES (${jobId}, ${accountId}, true, ${JOB_ADDRESSES}, 0, now() + interval '1 day')`.execute(db)
  for (let first = 0; first < JOB_ADDRESSES; first += CHUNK_SIZE) {
    const chunkId = uuidv7()
    const results = packResults(Array.from({ length: CHUNK_SIZE }, (_, n) => validated(address(first + n))))
    const counts = { units: CHUNK_SIZE, flags: {}, candidateCount: CHUNK_SIZE }
    const event: BulkValidated = { kind: 'bulk', id: chunkId, accountId, jobId, chunkId, ...counts }
    await sql`INSERT INTO bulk_chunks (id, job_id, account_id, first_index, row_count, results, done_at)
      VALUES (${chunkId}, ${jobId}, ${accountId}, ${first}, ${CHUNK_SIZE}, ${results}, now())`.execute(db)
    await db.executeQuery(CompiledQuery.raw(ANNOUNCE_SQL, [announceParameter([event])]))
  }
}

function validated(input: string): VerdictRow {
  const verdict = engine.validate(input)
  return { input, id: uuidv7(), verdict: verdict.ok ? engine.withDomainFacts(verdict, FACTS) : verdict }
}

/** Six in ten at public mailboxes, the others at company domains of which few are large. */
function address(n: number): string {
  const domain = n % 10 < 6 ? 'gmail.com' : `company${Math.floor((n * 7919) % (1 + (n % 20_000)))}.com`
  return `saved.person${n}@${domain}`
}

type Saved = { ms: number; workerMs: number; databaseMs: number }

/** By the worker's own listeners. */
async function saveWaiting(): Promise<Saved> {
  const listeners = createListeners({ engine, enrichment: true, secrets: ['bench'] })
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const databaseBefore = await databaseCpuMs()
  await deliver({ db, log, listeners }, { listener: 'contacts' }, { signal: new AbortController().signal })
  const { user, system } = process.cpuUsage(before)
  const databaseMs = (await databaseCpuMs()) - databaseBefore
  return { ms: performance.now() - startedAt, workerMs: (user + system) / 1000, databaseMs }
}

function databaseCpuMs(): Promise<number> {
  return familyCpuMs(join(folder, 'pgdata', 'postmaster.pid'))
}

async function countOf(accountId: string): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`SELECT total FROM contact_counts WHERE account_id = ${accountId}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Six in ten complete without a lookup; of the others one in three is as after a match by website and Wikidata. */
async function fill(accountId: string): Promise<void> {
  const fetchedAt = 1_800_000_000_000
  const company = {
    name: 'Acme Rockets, Inc.',
    website: 'https://www.acme-rockets.com/',
    description: 'Rockets, boosters and launch services for everyone. '.repeat(4).trim(),
    links: Array.from({ length: 5 }, (_, n) => `https://social-network-${n}.com/acme-rockets`),
  }
  const matched = { status: 'matched', fetchedAt, url: 'https://www.wikidata.org/wiki/Q123456789', company }
  const skipped = { status: 'skipped', fetchedAt }
  const match = { website: matched, wikidata_company: matched, wikidata_person: { status: 'no_match', fetchedAt } }
  const noMatch = { website: skipped, wikidata_company: skipped, wikidata_person: skipped }
  await sql`
    INSERT INTO contacts (id, account_id, position, email, normalized, domain, first_name, last_name, validated_at, state,
      sources, enriched_at, due_at, created_at, updated_at)
    SELECT gen_random_uuid(), ${accountId}, n, address, address, split_part(address, '@', 2), 'Jane', 'Doe', now(), state,
      CASE state WHEN 'matched' THEN ${JSON.stringify(match)}::jsonb WHEN 'no_match' THEN ${JSON.stringify(noMatch)}::jsonb
        ELSE '{}' END,
      CASE WHEN state <> 'pending' THEN now() END, CASE WHEN state = 'pending' THEN now() END, now(), now()
    FROM (
      SELECT n, 'person' || n || '@' || CASE WHEN n % 10 < 6 THEN 'gmail.com' ELSE 'company' || n % 20000 || '.com' END AS address,
        CASE WHEN n % 10 < 6 THEN 'no_match' WHEN n % 3 = 0 THEN 'matched' ELSE 'pending' END AS state
      FROM generate_series(1, ${CONTACTS}::bigint) AS n
    ) AS people`.execute(db)
  await sql`INSERT INTO contact_counts VALUES (${accountId}, ${CONTACTS}, ${CONTACTS})`.execute(db)
  await sql`VACUUM ANALYZE contacts`.execute(db)
}

type Times = { p50: number; p99: number }

async function measure(count: number, work: () => Promise<unknown>): Promise<Times> {
  const milliseconds: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    await work()
    milliseconds.push(performance.now() - startedAt)
  }
  return percentiles(milliseconds)
}

function percentiles(milliseconds: readonly number[]): Times {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!
  return { p50: at(0.5), p99: at(0.99) }
}

function show({ p50, p99 }: Times): string {
  return `p50 ${ms(p50)}, p99 ${ms(p99)}`
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}

function report(what: string, { count, ms: time, workerMs, databaseMs }: Saved & { count: number }): number {
  const perSecond = Math.round((count / time) * 1000)
  const us = (spent: number) => `${((spent * 1000) / count).toFixed(1)} µs`
  console.log(
    `${what}: ${count.toLocaleString('en')} in ${(time / 1000).toFixed(1)} s, ${perSecond.toLocaleString('en')} per second; ` +
      `processor time of each: worker ${us(workerMs)}, database ${us(databaseMs)}`,
  )
  return perSecond
}

function check(what: string, met: boolean): void {
  if (met) return
  console.log(`MISSED: ${what}`)
  process.exitCode = 1
}

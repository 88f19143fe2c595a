// The work on a chunk: made once however many do it, poison isolated, failures retried and then told.

import type { JobResults } from '@mailsift/contract'
import type { DomainFacts, RegistryFacts } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/accounts.ts'
import { createJobEncoders, jobCsv } from '../../src/bulk/export/job-csv.ts'
import { createRecentChunks } from '../../src/bulk/export/recent-chunks.ts'
import { readResults } from '../../src/bulk/read/results.ts'
import { submitList } from '../../src/bulk/submit/list.ts'
import { type ChunkDeps, runChunk } from '../../src/bulk/work/chunk.ts'
import type { Checked } from '../../src/domains/facts.ts'
import { readDomain } from '../../src/domains/rdap/read-domain.ts'
import { registryFactsAt } from '../../src/domains/registry-facts.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { isolateFailures } from '../../src/platform/queue/isolate.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { ROOMY } from './roomy-storage.ts'

const engine = loadEngine()
const noFacts: ChunkDeps['facts'] = {
  lookUpAll: async () => new Map(),
  resolversAnswer: async () => false,
  storedRegistry: async () => new Map(),
}

type Setup = { db: Db; accountId: string; deps: ChunkDeps }

async function setUp(changes: Partial<ChunkDeps> = {}): Promise<Setup> {
  const { db } = await useTestDatabase()
  const { id: accountId } = await createAccount(db, { email: 'user@mail.example' })
  const deps = {
    db,
    log: silentLog,
    engine,
    facts: noFacts,
    registryBudgetMs: 0,
    lookupPatienceMs: 0,
    recent: createRecentChunks(),
    encoders: createJobEncoders(),
    wake: () => undefined,
    countRows: () => undefined,
    ...changes,
  }
  return { db, accountId, deps }
}

async function submit({ db, accountId }: Setup, emails: string[], validateDomain: 0 | 1 = 0) {
  const { row } = await submitList(
    { db, bulkAdmission: true, storage: ROOMY },
    accountId,
    { emails, validate_domain: validateDomain },
    undefined,
  )
  const chunks = await db
    .selectFrom('bulk_chunks')
    .select('id')
    .where('job_id', '=', row.id)
    .orderBy('first_index')
    .execute()
  return { jobId: row.id, chunkIds: chunks.map(({ id }) => id) }
}

const first = { interruptions: 0, isIsolated: false }
const jobOf = (db: Db, id: string) =>
  db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function bill(db: Db): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    SELECT coalesce(sum((body->>'units')::int), 0) AS units FROM outbox_events`.execute(db)
  return rows[0]!.units
}

test('a chunk that several workers run at the same time is stored, counted and announced once', async () => {
  const setup = await setUp()
  const { db, deps } = setup
  for (const size of [20, 3_000]) {
    const { jobId, chunkIds } = await submit(
      setup,
      Array.from({ length: size }, (_, index) => `a${index}@gmail.com`),
    )
    const racers = Array.from({ length: 5 }, () => chunkIds).flat()
    await Promise.all(racers.map((chunkId) => runChunk(deps, { chunkId }, first)))
    expect(await jobOf(db, jobId)).toMatchObject({ status: 'completed', success: size, errors: 0, chunks_left: 0 })
  }
  expect(await bill(db)).toBe(3_020)
  const account = await db.selectFrom('bulk_accounts').selectAll().executeTakeFirstOrThrow()
  expect(account.unfinished).toBe(0)
})

test('a job is processing while chunks are missing, and a page shows what is committed in the order of its index', async () => {
  const setup = await setUp()
  const { db, deps, accountId } = setup
  const { jobId, chunkIds } = await submit(
    setup,
    Array.from({ length: 2_500 }, (_, index) => `a${index}@gmail.com`),
  )
  await runChunk(deps, { chunkId: chunkIds[2]! }, first)
  const page = JSON.parse(await readResults({ db }, accountId, jobId, { page: 1, take: 3 })) as JobResults
  expect(page).toMatchObject({ job: { status: 'processing', processed: 500, total: 2_500 }, total: 500 })
  expect(page.items.map(({ index }) => index)).toEqual([2_000, 2_001, 2_002])
  await runChunk(deps, { chunkId: chunkIds[0]! }, first)
  const next = JSON.parse(await readResults({ db }, accountId, jobId, { page: 34, take: 30 })) as JobResults
  expect(next.items.map(({ index }) => index)).toEqual([
    ...Array.from({ length: 10 }, (_, at) => 990 + at),
    ...Array.from({ length: 20 }, (_, at) => 2_000 + at),
  ])
})

test('a row that breaks the engine errs alone, unbilled, and all others are validated', async () => {
  const setup = await setUp()
  const { db, accountId } = setup
  const poisoned = {
    ...engine,
    validate: (address: string) => {
      if (address.startsWith('poison')) throw new Error('boom')
      return engine.validate(address)
    },
  }
  const emails = Array.from({ length: 1_000 }, (_, index) =>
    index === 123 || index === 999 ? `poison${index}@gmail.com` : `a${index}@gmail.com`,
  )
  const { jobId, chunkIds } = await submit(setup, emails)
  await runChunk({ ...setup.deps, engine: poisoned }, { chunkId: chunkIds[0]! }, first)
  expect(await jobOf(db, jobId)).toMatchObject({ status: 'completed', success: 998, errors: 2 })
  const page = JSON.parse(await readResults({ db }, accountId, jobId, { page: 13, take: 10 })) as JobResults
  expect(page.items.map(({ error }) => error?.code ?? null)).toEqual([
    null,
    null,
    null,
    'job_failed',
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  expect(await bill(db)).toBe(998)
})

test('isolating a failing row costs a logarithm, not a pass for each row', async () => {
  let calls = 0
  const rows = Array.from({ length: 1_024 }, (_, index) => index)
  const result = await isolateFailures(
    rows,
    (some, offset) => {
      calls++
      expect(some[0]).toBe(offset)
      if (some.includes(700)) throw new Error('boom')
      return some.map(String)
    },
    () => 'poison',
  )
  expect(result.filter((value, index) => value !== String(index))).toEqual(['poison'])
  expect(calls).toBeLessThan(25)
})

test('what fails for good is tried five times, later each time; then the job fails and keeps its rows', async () => {
  const setup = await setUp()
  const { db, deps } = setup
  const broken = {
    ...deps,
    facts: {
      ...noFacts,
      lookUpAll: async () => {
        throw new Error('bug')
      },
    },
  }
  const { jobId, chunkIds } = await submit(setup, ['a@gmail.com'], 1)
  let task = { chunkId: chunkIds[0]!, failures: undefined as number | undefined }
  const delays: number[] = []
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(db)
  for (let attempt = 1; attempt <= 5; attempt++) {
    await runChunk(broken, task as never, first)
    const { rows } = await sql<{ payload: typeof task; delay: number }>`
      DELETE FROM graphile_worker._private_jobs RETURNING payload, extract(epoch FROM run_at - created_at)::float AS delay`.execute(
      db,
    )
    if (attempt < 5) {
      expect(rows).toHaveLength(1)
      task = rows[0]!.payload
      delays.push(rows[0]!.delay)
    } else expect(rows).toEqual([])
  }
  expect(delays[3]).toBeGreaterThan(delays[0]!)
  const job = await jobOf(db, jobId)
  expect(job.status).toBe('failed')
  expect(job.failure).toContain('was stopped')
  expect((await db.selectFrom('bulk_accounts').select('unfinished').executeTakeFirstOrThrow()).unfinished).toBe(0)
  expect(await bill(db)).toBe(0)
})

test('a chunk fails its job after fifty interruptions, and runs until then', async () => {
  const setup = await setUp()
  const { db, deps } = setup
  for (const [interruptions, status] of [
    [49, 'completed'],
    [50, 'failed'],
  ] as const) {
    const { jobId, chunkIds } = await submit(setup, ['a@gmail.com'])
    await runChunk(deps, { chunkId: chunkIds[0]! }, { interruptions, isIsolated: false })
    expect(await jobOf(db, jobId)).toMatchObject({ status })
  }
})

test('a failed job takes no further rows', async () => {
  const setup = await setUp()
  const { db, deps } = setup
  const { jobId, chunkIds } = await submit(
    setup,
    Array.from({ length: 2_500 }, () => 'a@gmail.com'),
  )
  await runChunk(deps, { chunkId: chunkIds[1]! }, first)
  await runChunk(deps, { chunkId: chunkIds[0]! }, { interruptions: 1_000, isIsolated: false })
  await runChunk(deps, { chunkId: chunkIds[2]! }, first)
  expect(await jobOf(db, jobId)).toMatchObject({ status: 'failed', success: 1_000, chunks_left: 2 })
  expect(await bill(db)).toBe(1_000)
})

test('a list is processing from the moment its first chunk is loaded, and completed once its last one is stored', async () => {
  const setup = await setUp()
  const { db, deps } = setup
  await sql`CREATE TABLE seen (at serial, job uuid, status text)`.execute(db)
  await sql`CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO seen (job, status) VALUES (new.id, new.status); RETURN NULL; END $$`.execute(db)
  await sql`CREATE TRIGGER see AFTER UPDATE OF status ON bulk_jobs FOR EACH ROW EXECUTE FUNCTION see()`.execute(db)
  const { jobId, chunkIds } = await submit(setup, ['ann.lee@gmail.com'])
  await runChunk(deps, { chunkId: chunkIds[0]! }, first)
  const { rows } = await sql<{ status: string }>`SELECT status FROM seen WHERE job = ${jobId} ORDER BY at`.execute(db)
  expect(rows.map(({ status }) => status)).toEqual(['processing', 'completed'])
})

test.each([
  ['through an outage of the resolvers', false, [4, 10, 40, 120]],
  [
    'for seconds while the resolvers answer for others, so that one domain does not hold up the other rows',
    true,
    [4, 10],
  ],
])('rows whose DNS cannot answer are retried %s', async (_, resolversAnswer, expected) => {
  const good: DomainFacts = {
    mx: [{ priority: 10, host: 'mx.gmail.com' }],
    hasValidMx: true,
    deliverableByDns: true,
    nameservers: [],
    registry: { known: false },
  }
  let failing = new Set(['flapping.example', 'silent.example'])
  const lookUpAll = async (domains: Iterable<string>) =>
    new Map(
      Array.from(domains, (domain): [string, Checked<DomainFacts>] => [
        domain,
        failing.has(domain) ? { known: false, reason: 'servfail' } : { known: true, value: good },
      ]),
    )
  const setup = await setUp({
    facts: { ...noFacts, lookUpAll, resolversAnswer: async () => resolversAnswer },
    lookupPatienceMs: 180_000,
  })
  const { db, deps, accountId } = setup
  const emails = ['ann.lee@gmail.com', 'bob.stone@flapping.example', 'carl.jones@silent.example']
  const { jobId, chunkIds } = await submit(setup, emails, 1)
  const task = { chunkId: chunkIds[0]! }
  const delays: number[] = []
  for (let askedAgain = 0; (await jobOf(db, jobId)).status !== 'completed'; askedAgain++) {
    expect(JSON.parse(await readResults({ db }, accountId, jobId, { page: 1, take: 10 }))).toMatchObject({ items: [] })
    await runChunk(deps, { ...task, askedAgain }, first)
    const { rows } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM run_at - created_at)::int AS seconds FROM graphile_worker._private_jobs
      WHERE (payload->>'askedAgain')::int = ${askedAgain + 1}`.execute(db)
    delays.push(...rows.map(({ seconds }) => seconds))
    failing = new Set(['silent.example'])
  }
  expect(delays).toEqual(expected)
  const { items } = JSON.parse(await readResults({ db }, accountId, jobId, { page: 1, take: 10 })) as JobResults
  expect(items.map(({ error }) => error?.code ?? null)).toEqual([null, null, 'lookup_failed'])
})

test('what a registry says while the job still runs is in its results and in its CSV', async () => {
  const lacking: DomainFacts = {
    mx: [{ priority: 10, host: 'mx.late.com' }],
    hasValidMx: true,
    deliverableByDns: true,
    nameservers: ['ns.late.com'],
    registry: { known: false },
  }
  const entry = readDomain(
    { objectClassName: 'domain', status: ['client hold'] },
    { domain: 'late.com', host: 'x.test' },
  )!
  const late = registryFactsAt({ state: 'registered', ...entry }, Date.now())
  let stored = new Map<string, RegistryFacts>()
  const facts = {
    lookUpAll: async (domains: Iterable<string>) =>
      new Map(
        Array.from(domains, (domain): [string, Checked<DomainFacts>] => [domain, { known: true, value: lacking }]),
      ),
    resolversAnswer: async () => false,
    storedRegistry: async () => stored,
  }
  const setup = await setUp({ facts })
  const { db, deps, accountId } = setup
  const emails = Array.from({ length: 1_001 }, (_, row) => `ann.lee${row}@${row === 0 ? 'late' : 'never'}.com`)
  const { jobId, chunkIds } = await submit(setup, emails, 1)
  await runChunk(deps, { chunkId: chunkIds[0]! }, first)
  const firstItem = async () =>
    (JSON.parse(await readResults({ db }, accountId, jobId, { page: 1, take: 1 })) as JobResults).items[0]!.result!
  expect((await firstItem()).validations).not.toHaveProperty('domain_on_registry_hold')
  stored = new Map([['late.com', late]])
  await runChunk(deps, { chunkId: chunkIds[1]! }, first)
  expect((await jobOf(db, jobId)).status).toBe('completed')
  expect((await firstItem()).validations).toMatchObject({ domain_on_registry_hold: true, safe_to_send: false })
  const pieces: Buffer[] = []
  for await (const piece of jobCsv({ db }, { id: jobId, account_id: accountId }, true)) pieces.push(piece)
  expect(Buffer.concat(pieces).toString().split('\n')[1]).toContain('clientHold')
})

test('with domain checks each domain is looked up once; rows whose DNS cannot answer err as lookup_failed, unbilled', async () => {
  const asked: string[] = []
  const good: DomainFacts = {
    mx: [{ priority: 10, host: 'mx.gmail.com' }],
    hasValidMx: true,
    deliverableByDns: true,
    nameservers: ['ns1.gmail.com'],
    registry: { known: false },
  }
  const facts = {
    ...noFacts,
    async lookUpAll(domains: Iterable<string>) {
      const distinct = new Set(domains)
      asked.push(...distinct)
      return new Map(
        Array.from(distinct, (domain): [string, Checked<DomainFacts>] => [
          domain,
          domain === 'gmail.com' ? { known: true, value: good } : { known: false, reason: 'timeout' },
        ]),
      )
    },
  }
  const setup = await setUp({ facts })
  const { db, deps, accountId } = setup
  const emails = ['ann.lee@gmail.com', 'bob@silent.example', 'Carl.Jones@GMAIL.com', 'no address']
  const { jobId, chunkIds } = await submit(setup, emails, 1)
  await runChunk(deps, { chunkId: chunkIds[0]! }, first)
  expect(asked.toSorted()).toEqual(['gmail.com', 'silent.example'])
  const { items } = JSON.parse(await readResults({ db }, accountId, jobId, { page: 1, take: 10 })) as JobResults
  expect(items.map(({ error }) => error?.code ?? null)).toEqual([null, 'lookup_failed', null, 'invalid_email'])
  expect(items[0]!.result!.validations.has_valid_mx_records).toBe(true)
  expect(items[0]!.result!.metadata.domain.mx_records).toEqual(good.mx)
  const { rows } = await sql<{
    body: { units: number; candidateCount: number }
  }>`SELECT body FROM outbox_events`.execute(db)
  expect(rows[0]!.body).toMatchObject({ units: 2, candidateCount: 2 })
})

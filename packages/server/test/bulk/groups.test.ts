// A group's way to its end: split once, finished once, partial or failed where children failed.
import { loadEngine } from '@mailsift/engine/node'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/accounts.ts'
import { createJobEncoders } from '../../src/bulk/export/job-csv.ts'
import { createRecentChunks } from '../../src/bulk/export/recent-chunks.ts'
import { readGroup } from '../../src/bulk/read/groups.ts'
import { cleanUp, expireDue } from '../../src/bulk/retention/expire.ts'
import { chunkIdsOf, loadChunk } from '../../src/bulk/state/chunks.ts'
import { failJob } from '../../src/bulk/state/job-states.ts'
import { uploadKey } from '../../src/bulk/state/objects.ts'
import { submitCsv } from '../../src/bulk/submit/csv.ts'
import { prepareUpload } from '../../src/bulk/submit/uploads.ts'
import { runChunk } from '../../src/bulk/work/chunk.ts'
import { finalizeGroup } from '../../src/bulk/work/finalize.ts'
import { splitGroup } from '../../src/bulk/work/split.ts'
import { BlobsUnavailableError } from '../../src/platform/blobs/blobs.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { verify } from '../../src/verify/verify.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { makeDataDir } from '../support/program.ts'
import { ROOMY } from './roomy-storage.ts'

const engine = loadEngine()
const first = { interruptions: 0, isIsolated: false, isQuarantined: false }

async function* once(text: string) {
  yield Buffer.from(text)
}

async function setUp() {
  const { db } = await useTestDatabase()
  const { id: accountId } = await createAccount(db, { email: 'user@mail.example' })
  const options = { folder: await makeDataDir(), linkBaseUrl: 'http://127.0.0.1/v1/files', uploadStallMs: 1_000 }
  const blobs = createDiskBlobs({ ...options, secrets: [Buffer.from('secret')] })
  const facts = {
    lookUpAll: async () => new Map(),
    resolversAnswer: async () => false,
    storedRegistry: async () => new Map(),
  }
  const deps = {
    db,
    log: silentLog,
    engine,
    facts,
    registryBudgetMs: 0,
    lookupPatienceMs: 0,
    blobs,
    recent: createRecentChunks(),
    encoders: createJobEncoders(),
    wake: () => undefined,
    countRows: () => undefined,
  }
  const admission = { db, blobs, bulkAdmission: true, csvAdmission: true, storage: ROOMY }

  async function submit(content: string) {
    const file = { filename: 'a.csv', size_bytes: Buffer.byteLength(content) }
    const { upload } = await prepareUpload(admission, accountId, file, undefined)
    await blobs.write(uploadKey(upload.upload_id), once(content))
    const body = { upload_id: upload.upload_id, email_column: 'email' }
    return (await submitCsv(admission, accountId, body, undefined)).row.id
  }

  async function chunksOf(jobId: string): Promise<string[]> {
    const chunks = await db
      .selectFrom('bulk_chunks')
      .select('id')
      .where('job_id', '=', jobId)
      .orderBy('first_index')
      .execute()
    return chunks.map(({ id }) => id)
  }

  const group = (id: string) => readGroup({ db, baseUrl: 'http://127.0.0.1/v1' }, accountId, id)
  return { db, accountId, blobs, deps, submit, chunksOf, group }
}

const file = (count: number) =>
  `email,n\n${Array.from({ length: count }, (_, index) => `user${index}@gmail.com,${index}`).join('\n')}\n`

async function exportOf({ db, blobs }: Awaited<ReturnType<typeof setUp>>, groupId: string): Promise<string[][]> {
  const { csv_key } = await db
    .selectFrom('bulk_groups')
    .select('csv_key')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  const pieces: Buffer[] = []
  for await (const piece of (await blobs.read(csv_key!))!) pieces.push(piece)
  return parse(Buffer.concat(pieces))
}

test('splitters and finishers that race make each child and each end once', async () => {
  const setup = await setUp()
  const { db, deps, submit, chunksOf, group } = setup
  const groupId = await submit(file(12_000))
  await Promise.all(Array.from({ length: 4 }, () => splitGroup(deps, { groupId }, first)))
  const { group: split, jobs } = await group(groupId)
  expect(split).toMatchObject({ status: 'processing', total: 12_000, unprocessed: 12_000 })
  expect(jobs.map(({ total }) => total)).toEqual([10_000, 2_000])
  const chunks = (await Promise.all(jobs.map(({ id }) => chunksOf(id)))).flat()
  // As many at once as there are connections: no one waits for one, however slow the machine is.
  while (chunks.length > 0) {
    const some = chunks.splice(0, 5)
    await Promise.all([...some, ...some].map((chunkId) => runChunk(deps, { chunkId }, first)))
  }
  expect((await group(groupId)).group).toMatchObject({ status: 'finalizing', processed: 12_000, download_ready: false })
  await Promise.all(Array.from({ length: 3 }, () => finalizeGroup(deps, { groupId }, first)))
  expect((await group(groupId)).group).toMatchObject({ status: 'completed', success: 12_000, download_ready: true })
  const account = await db.selectFrom('bulk_accounts').selectAll().executeTakeFirstOrThrow()
  expect(account.unfinished).toBe(0)
  expect(await exportOf(setup, groupId)).toHaveLength(12_001)
})

test('long cells make short chunks, which memory has to hold; children are what they would be otherwise', async () => {
  const setup = await setUp()
  const { db, deps, submit, chunksOf, group } = setup
  const long = 'x'.repeat(600_000)
  const groupId = await submit(file(10_005).replace('\n', `\n${long},a\n${long},b\n`))
  await splitGroup(deps, { groupId }, first)
  const { jobs } = await group(groupId)
  expect(jobs.map(({ total, row_offset }) => [row_offset, total])).toEqual([
    [0, 10_000],
    [10_000, 7],
  ])
  const chunks = await db
    .selectFrom('bulk_chunks')
    .select(['first_index', 'row_count'])
    .where('job_id', '=', jobs[0]!.id)
    .orderBy('first_index')
    .execute()
  expect(chunks).toEqual([
    { first_index: 0, row_count: 2 },
    { first_index: 2, row_count: 5_000 },
    { first_index: 5_002, row_count: 4_998 },
  ])
  for (const { id } of jobs) for (const chunkId of await chunksOf(id)) await runChunk(deps, { chunkId }, first)
  await finalizeGroup(deps, { groupId }, first)
  expect((await group(groupId)).group).toMatchObject({ status: 'completed', success: 10_005, errors: 2 })
  const rows = await exportOf(setup, groupId)
  expect(rows.map(([email]) => email)).toEqual([
    'email',
    long,
    long,
    ...Array.from({ length: 10_005 }, (_, index) => `user${index}@gmail.com`),
  ])
})

test('a failed child makes the group partial: its rows say job_failed in place, and everything else is there', async () => {
  const setup = await setUp()
  const { accountId, db, deps, submit, chunksOf, group } = setup
  const groupId = await submit(file(21_000))
  await splitGroup(deps, { groupId }, first)
  const { jobs } = await group(groupId)
  for (const job of [jobs[0]!, jobs[2]!])
    for (const chunkId of await chunksOf(job.id)) await runChunk(deps, { chunkId }, first)
  const [done] = await chunksOf(jobs[1]!.id)
  await runChunk(deps, { chunkId: done! }, first)
  await failJob(db, { id: jobs[1]!.id, account_id: accountId }, 'Failed.')
  await finalizeGroup(deps, { groupId }, first)
  const { group: ended, jobs: children } = await group(groupId)
  expect(ended).toMatchObject({
    status: 'partial',
    total: 21_000,
    processed: 16_000,
    unprocessed: 5_000,
    download_ready: true,
  })
  expect(children.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed'])
  const rows = await exportOf(setup, groupId)
  expect(rows.slice(1).map((row) => row[1])).toEqual(Array.from({ length: 21_000 }, (_, index) => String(index)))
  const failed = rows.slice(1).flatMap((row, index) => (row[2] === 'job_failed' ? [index] : []))
  expect([failed.length, failed[0], failed.at(-1)]).toEqual([5_000, 15_000, 19_999])
})

test('a group whose children all failed has failed and has no file', async () => {
  const { accountId, db, deps, submit, group } = await setUp()
  const groupId = await submit(file(10))
  await splitGroup(deps, { groupId }, first)
  const { jobs } = await group(groupId)
  for (const chunkId of await chunkIdsOf(db, { id: jobs[0]!.id, account_id: accountId })) await loadChunk(db, chunkId)
  await failJob(db, { id: jobs[0]!.id, account_id: accountId }, 'Failed.')
  await finalizeGroup(deps, { groupId }, first)
  expect((await group(groupId)).group).toMatchObject({ status: 'failed', download_ready: false })
  expect((await db.selectFrom('bulk_accounts').selectAll().executeTakeFirstOrThrow()).unfinished).toBe(0)
})

test('a store that is away or full delays splitting and finishing, and fails neither', async () => {
  const setup = await setUp()
  const { deps, submit, chunksOf, group } = setup
  const away = async () => {
    throw new BlobsUnavailableError(new Error('ENOSPC'))
  }
  const groupId = await submit(file(10))
  for (let attempt = 0; attempt < 8; attempt++)
    await splitGroup({ ...deps, blobs: { ...deps.blobs, read: away } }, { groupId }, first)
  expect((await group(groupId)).group.status).toBe('parsing')
  await splitGroup(deps, { groupId }, first)
  const { jobs } = await group(groupId)
  for (const chunkId of await chunksOf(jobs[0]!.id)) await runChunk(deps, { chunkId }, first)
  for (let attempt = 0; attempt < 8; attempt++)
    await finalizeGroup({ ...deps, blobs: { ...deps.blobs, write: away } }, { groupId }, first)
  expect((await group(groupId)).group.status).toBe('finalizing')
  await finalizeGroup(deps, { groupId }, first)
  expect((await group(groupId)).group.status).toBe('completed')
})

test('an expired group answers 410, then 404, and nothing is left of it but its units', async () => {
  const setup = await setUp()
  const { db, blobs, deps, submit, chunksOf, group } = setup
  const groupId = await submit(file(3))
  await splitGroup(deps, { groupId }, first)
  const { jobs } = await group(groupId)
  for (const chunkId of await chunksOf(jobs[0]!.id)) await runChunk(deps, { chunkId }, first)
  await finalizeGroup(deps, { groupId }, first)
  for (const table of ['bulk_groups', 'bulk_jobs'])
    await sql`UPDATE ${sql.table(table)} SET expires_at = expires_at - interval '38 days'`.execute(db)
  await expect(group(groupId)).rejects.toMatchObject({ code: 'job_expired' })
  const cleaning = { db, blobs, log: silentLog }
  await expireDue(cleaning)
  await cleanUp(cleaning)
  await expect(group(groupId)).rejects.toMatchObject({ code: 'not_found' })
  const left: string[] = []
  for await (const { key } of blobs.list('')) left.push(key)
  expect(left).toEqual([])
  const { rows } = await sql<{ jobs: number; chunks: number; uploads: number; units: number }>`
    SELECT (SELECT count(*) FROM bulk_jobs) AS jobs, (SELECT count(*) FROM bulk_chunks) AS chunks,
      (SELECT count(*) FROM bulk_uploads) AS uploads, (SELECT removed_units FROM bulk_accounts) AS units`.execute(db)
  expect(rows[0]).toEqual({ jobs: 0, chunks: 0, uploads: 0, units: 3 })
})

test('unclaimed uploads are removed after their hour and the longest PUT', async () => {
  const { db, accountId, blobs } = await setUp()
  const admission = { db, blobs, csvAdmission: true, storage: ROOMY }
  const { upload } = await prepareUpload(admission, accountId, { filename: 'a.csv', size_bytes: 1 }, undefined)
  await blobs.write(uploadKey(upload.upload_id), once('x'))
  await expireDue({ db, blobs })
  expect(await blobs.stat(uploadKey(upload.upload_id))).toBeDefined()
  await sql`UPDATE bulk_uploads SET expires_at = expires_at - interval '80 minutes'`.execute(db)
  await expireDue({ db, blobs })
  expect(await blobs.stat(uploadKey(upload.upload_id))).toBeUndefined()
  const violations = (await verify({ db, blobs })).filter(({ invariant }) => invariant !== 3)
  expect(violations).toEqual([])
})

// Every writer of a state, tried from every state: it moves along an edge of the contract, or leaves the row alone.
import {
  GROUP_EDGES,
  GROUP_STATUSES,
  type GroupStatus,
  JOB_EDGES,
  JOB_STATUSES,
  type JobStatus,
} from '@mailsift/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/accounts/accounts.ts'
import { loadChunk } from '../../../src/bulk/state/chunks.ts'
import {
  endChild,
  expireGroup,
  failGroup,
  finishGroup,
  startParsing,
  startProcessing,
} from '../../../src/bulk/state/group-states.ts'
import { insertValidatedList } from '../../../src/bulk/state/insert-list.ts'
import { completeJob, expireJob, failJob } from '../../../src/bulk/state/job-states.ts'
import { countUnfinished } from '../../../src/bulk/state/metrics.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { uuidv7 } from '../../../src/platform/ids.ts'
import { bulkEvent } from '../../outbox/events.ts'
import { createTestDatabase } from '../../support/database.ts'

let db: Db
let accountId: string

beforeAll(async () => {
  const made = await createTestDatabase()
  db = made.db
  accountId = (await createAccount(db, { email: 'user@mail.example' })).id
  return () => made.drop()
})

const owned = (id: string) => ({ id, account_id: accountId })

const CSV = { key: 'jobs/some.csv', size: 1, sha256: '00' }
const FILE = { total: 1, children: 1, delimiter: ',', headerEnd: 6, resultPrefix: 'result_' }
const HELD = 2

/** Two slots are held, so that a release too many would be seen. */
async function holdSlots(): Promise<void> {
  await sql`INSERT INTO bulk_accounts (account_id, unfinished) VALUES (${accountId}, ${HELD})
    ON CONFLICT (account_id) DO UPDATE SET unfinished = ${HELD}`.execute(db)
}

async function slotsReleased(): Promise<number> {
  return HELD - (await db.selectFrom('bulk_accounts').select('unfinished').executeTakeFirstOrThrow()).unfinished
}

async function jobIn(status: JobStatus, life = '1 day'): Promise<string> {
  await holdSlots()
  const id = uuidv7()
  await sql`INSERT INTO bulk_jobs (id, account_id, status, validate_domain, total, success, chunks_left, csv_key, expires_at)
    VALUES (${id}, ${accountId}, ${status}, false, 1, 1, 1, 'jobs/x.csv', now() + ${life}::interval)`.execute(db)
  return id
}

async function groupIn(status: GroupStatus, life = '1 day'): Promise<string> {
  await holdSlots()
  const [id, uploadId] = [uuidv7(), uuidv7()]
  await sql`INSERT INTO bulk_uploads (id, account_id, filename, size_bytes, expires_at)
    VALUES (${uploadId}, ${accountId}, '"a.csv"', 1, now())`.execute(db)
  await sql`INSERT INTO bulk_groups
      (id, account_id, upload_id, upload_version, email_column, validate_domain, status, children_left, csv_key, expires_at)
    VALUES (${id}, ${accountId}, ${uploadId}, '1', '"email"', false, ${status}, 1, 'groups/x.csv', now() + ${life}::interval)`.execute(
    db,
  )
  return id
}

async function statusOf(table: 'bulk_jobs' | 'bulk_groups', id: string): Promise<string> {
  return (await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
}

const inTransaction = <T>(work: (tx: Parameters<typeof endChild>[0]) => Promise<T>) => db.transaction().execute(work)

const JOB_WRITERS: [JobStatus, JobStatus[], (id: string) => Promise<unknown>][] = [
  ['processing', ['pending'], (id) => loadChunkOf(id)],
  ['completed', ['processing'], (id) => completeJob(db, owned(id))],
  ['failed', ['processing'], (id) => failJob(db, owned(id), 'Failed.')],
  ['expired', JOB_STATUSES.filter((s) => s !== 'expired'), (id) => inTransaction((tx) => expireJob(tx, id))],
]

async function loadChunkOf(jobId: string): Promise<void> {
  const chunkId = uuidv7()
  await sql`INSERT INTO bulk_chunks (id, job_id, account_id, first_index, row_count, inputs)
    VALUES (${chunkId}, ${jobId}, ${accountId}, 0, 1, '')`.execute(db)
  await loadChunk(db, chunkId)
}

const GROUP_WRITERS: [GroupStatus, GroupStatus[], (id: string) => Promise<unknown>][] = [
  ['parsing', ['queued'], (id) => startParsing(db, id)],
  ['processing', ['parsing'], (id) => inTransaction((tx) => startProcessing(tx, owned(id), FILE))],
  ['finalizing', ['processing'], (id) => inTransaction((tx) => endChild(tx, owned(id)))],
  ['completed', ['finalizing'], (id) => finishGroup(db, owned(id), 'completed', CSV)],
  ['partial', ['finalizing'], (id) => finishGroup(db, owned(id), 'partial', CSV)],
  ['failed', ['parsing'], (id) => failGroup(db, owned(id), 'parsing', 'Not a CSV.')],
  ['failed', ['finalizing'], (id) => failGroup(db, owned(id), 'finalizing', 'Failed.')],
  ['expired', GROUP_STATUSES.filter((s) => s !== 'expired'), (id) => inTransaction((tx) => expireGroup(tx, id))],
]

const UNFINISHED = ['pending', 'queued', 'parsing', 'processing', 'finalizing']

test.each(JOB_WRITERS)('a job becomes %s from %s only, and gives its slot back once', async (to, froms, write) => {
  for (const from of JOB_STATUSES) {
    const id = await jobIn(from)
    await write(id)
    const moved = froms.includes(from)
    expect([from, await statusOf('bulk_jobs', id)]).toEqual([from, moved ? to : from])
    const ends = moved && UNFINISHED.includes(from) && !UNFINISHED.includes(to)
    expect([from, await slotsReleased()]).toEqual([from, ends ? 1 : 0])
  }
})

test('a list that was validated before it is stored is completed from its first moment', async () => {
  const [jobId, chunkId] = [uuidv7(), uuidv7()]
  const event = bulkEvent({ id: chunkId, chunkId, jobId, accountId })
  const chunk = { event, results: Buffer.alloc(0), success: 1, errors: 0 }
  await insertValidatedList(db, { jobId, accountId, fingerprint: Buffer.alloc(32), total: 1, chunk })
  expect(await statusOf('bulk_jobs', jobId)).toBe('completed')
})

test.each(GROUP_WRITERS)('a group becomes %s from %s only, and gives its slot back once', async (to, froms, write) => {
  for (const from of GROUP_STATUSES) {
    const id = await groupIn(from)
    await write(id)
    const moved = froms.includes(from)
    expect([from, await statusOf('bulk_groups', id)]).toEqual([from, moved ? to : from])
    const ends = moved && UNFINISHED.includes(from) && !UNFINISHED.includes(to)
    expect([from, await slotsReleased()]).toEqual([from, ends ? 1 : 0])
  }
})

test('all writers together cover the edges of the contract, and no other', () => {
  const writtenBy = (writers: [string, string[], unknown][]) =>
    writers.flatMap(([to, froms]) => froms.map((from) => `${from} → ${to}`)).sort()
  const edgesOf = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(table)
      .flatMap(([from, tos]) => tos.map((to) => `${from} → ${to}`))
      .sort()
  expect(writtenBy(JOB_WRITERS)).toEqual(edgesOf(JOB_EDGES))
  expect(writtenBy(GROUP_WRITERS)).toEqual(edgesOf(GROUP_EDGES))
})

test('past its time a row does nothing but expire', async () => {
  for (const [to, froms, write] of JOB_WRITERS) {
    for (const from of froms) {
      const id = await jobIn(from, '-1 second')
      await write(id)
      expect(await statusOf('bulk_jobs', id)).toBe(to === 'expired' ? 'expired' : from)
    }
  }
  for (const [to, froms, write] of GROUP_WRITERS) {
    for (const from of froms) {
      const id = await groupIn(from, '-1 second')
      await write(id)
      expect(await statusOf('bulk_groups', id)).toBe(to === 'expired' ? 'expired' : from)
    }
  }
})

test('unfinished is a state that something other than expiry can follow', async () => {
  await sql`DELETE FROM bulk_jobs`.execute(db)
  await sql`DELETE FROM bulk_groups`.execute(db)
  for (const status of JOB_STATUSES) await jobIn(status)
  for (const status of GROUP_STATUSES) await groupIn(status)
  const unfinishedIn = (kind: 'job' | 'group', edges: Readonly<Record<string, readonly string[]>>) =>
    Object.keys(edges)
      .filter((status) => edges[status]!.some((next) => next !== 'expired'))
      .sort()
      .map((status) => ({ kind, status, count: 1 }))
  expect(await countUnfinished(db)).toEqual([...unfinishedIn('group', GROUP_EDGES), ...unfinishedIn('job', JOB_EDGES)])
})

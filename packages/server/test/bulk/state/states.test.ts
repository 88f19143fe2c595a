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
import { createUser } from '../../../src/accounts/users/users.ts'
import { groupStates, jobStates, passing, statesOf } from '../../../src/bulk/state/edges.ts'
import { expire } from '../../../src/bulk/state/expire.ts'
import {
  endChild,
  failGroup,
  finishGroup,
  refuseGroup,
  startParsing,
  startProcessing,
} from '../../../src/bulk/state/group-states.ts'
import {
  completeJob,
  countingChunk,
  failJob,
  insertingCompleted,
  startingJob,
} from '../../../src/bulk/state/job-states.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { uuidv7 } from '../../../src/platform/ids.ts'
import { createTestDatabase } from '../../support/database.ts'

let db: Db
let userId: string

beforeAll(async () => {
  const made = await createTestDatabase()
  db = made.db
  userId = (await createUser(db, { email: 'user@mail.example' })).id
  return () => made.drop()
})

const CSV = { key: 'jobs/some.csv', size: 1, sha256: '00' }
const FILE = { total: 1, children: 1, delimiter: ',', headerEnd: 6, resultPrefix: 'result_' }
const HELD = 2

/** Two slots are held, so that a release too many would be seen. */
async function holdSlots(): Promise<void> {
  await sql`INSERT INTO bulk_accounts (user_id, unfinished) VALUES (${userId}, ${HELD})
    ON CONFLICT (user_id) DO UPDATE SET unfinished = ${HELD}`.execute(db)
}

async function slotsReleased(): Promise<number> {
  return HELD - (await db.selectFrom('bulk_accounts').select('unfinished').executeTakeFirstOrThrow()).unfinished
}

async function jobIn(status: JobStatus, life = '1 day'): Promise<string> {
  await holdSlots()
  const id = uuidv7()
  await sql`INSERT INTO bulk_jobs (id, user_id, status, validate_domain, total, success, chunks_left, csv_key, expires_at)
    VALUES (${id}, ${userId}, ${status}, false, 1, 1, 1, 'jobs/x.csv', now() + ${life}::interval)`.execute(db)
  return id
}

async function groupIn(status: GroupStatus, life = '1 day'): Promise<string> {
  await holdSlots()
  const [id, uploadId] = [uuidv7(), uuidv7()]
  await sql`INSERT INTO bulk_uploads (id, user_id, filename, size_bytes, expires_at)
    VALUES (${uploadId}, ${userId}, '"a.csv"', 1, now())`.execute(db)
  await sql`INSERT INTO bulk_groups
      (id, user_id, upload_id, upload_version, email_column, validate_domain, status, children_left, csv_key, expires_at)
    VALUES (${id}, ${userId}, ${uploadId}, '1', '"email"', false, ${status}, 1, 'groups/x.csv', now() + ${life}::interval)`.execute(
    db,
  )
  return id
}

async function statusOf(table: 'bulk_jobs' | 'bulk_groups', id: string): Promise<string> {
  return (await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
}

const inTransaction = <T>(work: (tx: Parameters<typeof endChild>[0]) => Promise<T>) => db.transaction().execute(work)

const JOB_WRITERS: [JobStatus, JobStatus[], (id: string) => Promise<unknown>][] = [
  ['processing', ['pending'], (id) => startingJob(sql`${id}::uuid`).execute(db)],
  ['completed', ['processing'], (id) => completeJob(db, id)],
  ['failed', ['processing'], (id) => failJob(db, id, 'Gave up.')],
  ['expired', JOB_STATUSES.filter((s) => s !== 'expired'), (id) => inTransaction((tx) => expire(tx, 'job', id))],
]

/** The only chunk of a job is stored; the slot is given back by another part of the same statement. */
const storeOnlyChunk = (id: string) =>
  sql`WITH chunk AS (SELECT ${id}::uuid AS job_id), counted AS (${countingChunk({ success: 0, errors: 0, completes: id })})
    SELECT FROM counted`.execute(db)

const GROUP_WRITERS: [GroupStatus, GroupStatus[], (id: string) => Promise<unknown>][] = [
  ['parsing', ['queued'], (id) => startParsing(db, id)],
  ['processing', ['parsing'], (id) => inTransaction((tx) => startProcessing(tx, id, FILE))],
  ['finalizing', ['processing'], (id) => inTransaction((tx) => endChild(tx, id))],
  ['completed', ['finalizing'], (id) => finishGroup(db, id, 'completed', CSV)],
  ['partial', ['finalizing'], (id) => finishGroup(db, id, 'partial', CSV)],
  ['failed', ['parsing'], (id) => refuseGroup(db, id, 'Not a CSV.')],
  ['failed', ['finalizing'], (id) => failGroup(db, id, 'Gave up.')],
  ['expired', GROUP_STATUSES.filter((s) => s !== 'expired'), (id) => inTransaction((tx) => expire(tx, 'group', id))],
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

test('a job whose only chunk is stored passes processing, and is completed from nowhere else', async () => {
  for (const from of JOB_STATUSES) {
    const id = await jobIn(from)
    await storeOnlyChunk(id)
    const moved = from === 'pending' || from === 'processing'
    expect([from, await statusOf('bulk_jobs', id)]).toEqual([from, moved ? 'completed' : from])
  }
})

test('a list that was judged before it is stored is completed from its first moment', async () => {
  const jobId = uuidv7()
  const list = { jobId, userId, fingerprint: Buffer.alloc(32), total: 1, success: 1, errors: 0 }
  await insertingCompleted(list, sql`(SELECT) AS free`).execute(db)
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

test('a change of state that is no edge cannot even be named', () => {
  for (const from of JOB_STATUSES)
    for (const to of JOB_STATUSES) {
      const name = () => jobStates.transition(from, to)
      if (JOB_EDGES[from].includes(to)) expect(name).not.toThrow()
      else expect(name).toThrow(`There is no edge from ${from} to ${to}.`)
    }
})

test('edges that are no path cannot be passed in one statement', () => {
  const [start, complete] = [
    jobStates.transition('pending', 'processing'),
    jobStates.transition('processing', 'completed'),
  ]
  expect(passing(start, complete)).toMatchObject({ from: 'pending', to: 'completed' })
  expect(() => passing(complete, start)).toThrow('completed is not pending: the edges are no path.')
})

test('unfinished is a state that something other than expiry can follow', async () => {
  const asked = async (states: typeof jobStates | typeof groupStates, status: string) => {
    const { rows } = await sql<{ unfinished: boolean }>`
      SELECT ${states.isUnfinished('s.status')} AS unfinished FROM (SELECT ${status}::text AS status) AS s`.execute(db)
    return rows[0]!.unfinished
  }
  for (const status of JOB_STATUSES) expect(await asked(jobStates, status)).toBe(UNFINISHED.includes(status))
  for (const status of GROUP_STATUSES) expect(await asked(groupStates, status)).toBe(UNFINISHED.includes(status))
})

test('states are written as literals, so the index on unfinished jobs serves', () => {
  const { when } = statesOf(JOB_EDGES).transition('pending', 'processing')
  const compiled = sql`SELECT ${when}, ${jobStates.isUnfinished()}`.compile(db)
  expect(compiled.parameters).toEqual([])
})

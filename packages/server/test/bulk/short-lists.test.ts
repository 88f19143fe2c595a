// Short lists are validated by the process that takes them in, and stored with their results in one commit.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { submitList } from '../../src/bulk/submit/list.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { silentLog, whileLocked } from '../support/database.ts'
import { ROOMY } from './roomy-storage.ts'
import { type Caller, type Service, startService } from './service.ts'

const EMAILS = ['ann.lee@gmail.com', 'nothing', 'bob.stone@gmx.de']

let service: Service
beforeAll(async () => {
  service = await startService({ SHORT_LIST_MAX_COUNT: '3', ENRICHMENT: 'off' }, { worker: false })
})
afterAll(() => service.stop())

async function tasksOf(kind: string): Promise<number> {
  const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = ${kind}`.execute(service.db)
  return rows.length
}

async function expectOnce(caller: Caller, jobId: string): Promise<void> {
  expect(await service.untilDone(caller, jobId)).toMatchObject({ status: 'completed', success: 2, errors: 1 })
  const { rows } = await sql<{ units: number; unfinished: number }>`
    SELECT (SELECT sum((body->>'units')::int)::int FROM outbox_events WHERE account_id = ${caller.accountId}) AS units, unfinished
    FROM bulk_accounts WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect(rows).toEqual([{ units: 2, unfinished: 0 }])
  const csv = await service.request(caller, `/emails/bulk/${jobId}/download`)
  expect(csv.status).toBe(200)
}

async function filesOf(jobId: string): Promise<number> {
  const names = await readdir(join(service.dataDir, 'blobs', 'objects', 'jobs')).catch(() => [])
  return names.filter((name) => name.includes(jobId)).length
}

/** Ends the connections that wait for a lock in the statement that stores a list. */
async function endStoring(): Promise<number> {
  const { rows } = await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%INSERT INTO bulk_chunks%'`.execute(service.db)
  return rows.length
}

/** All that a submission may leave. */
async function tracesOf({ accountId }: Caller): Promise<object> {
  const { rows } = await sql<object>`
    SELECT (SELECT count(*) FROM bulk_jobs WHERE account_id = ${accountId}) AS jobs,
      (SELECT count(*) FROM bulk_keys WHERE account_id = ${accountId}) AS keys,
      (SELECT count(*) FROM outbox_events WHERE account_id = ${accountId}) AS events,
      (SELECT count(*) FROM bulk_accounts WHERE account_id = ${accountId} AND unfinished > 0) AS slots`.execute(
    service.db,
  )
  return rows[0]!
}

const keyedOrNot = (key: string): Record<string, string>[] => [{}, { 'idempotency-key': key }]

const NOTHING = { jobs: 0, keys: 0, events: 0, slots: 0 }

const submitted = async (answer: Response) => ((await answer.json()) as SubmittedJob).job

test('a short list is completed without a worker, with a key and without, and leaves no task in the queue', async () => {
  const caller = await service.newCaller()
  const job = await submitted(await service.submit(caller, { emails: EMAILS }))
  expect(job.status).toBe('pending')
  await expectOnce(caller, job.id)

  const keyed = await service.newCaller()
  const submitAgain = () => service.submit(keyed, { emails: EMAILS }, { 'idempotency-key': 'short' })
  const { id } = await submitted(await submitAgain())
  await expectOnce(keyed, id)
  expect(await submitted(await submitAgain())).toMatchObject({ id })
  await expectOnce(keyed, id)
  expect(await tasksOf('bulk.chunk')).toBe(0)
})

test('the file of a short list that was submitted by another account cannot be requested', async () => {
  const caller = await service.newCaller()
  const { id } = await submitted(await service.submit(caller, { emails: EMAILS }))
  await service.untilDone(caller, id)
  const answer = await service.request(await service.newCaller(), `/emails/bulk/${id}/download`)
  expect([answer.status, await filesOf(id)]).toEqual([404, 0])
})

test('a longer list, and one whose domains are looked up, wait for a worker', async () => {
  const caller = await service.newCaller()
  const bodies = [{ emails: [...EMAILS, 'carl.jones@gmx.de'] }, { emails: EMAILS, validate_domain: 1 }]
  for (const body of bodies) expect((await service.submit(caller, body)).status).toBe(202)
  expect(await tasksOf('bulk.chunk')).toBe(2)
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(service.db)
})

test('a process that validates none leaves a short list to the queue at once', async () => {
  const { accountId } = await service.newCaller()
  await submitList({ db: service.db, bulkAdmission: true, storage: ROOMY }, accountId, { emails: EMAILS }, undefined)
  const { rows } =
    await sql`SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND task_identifier = 'bulk.chunk'`.execute(
      service.db,
    )
  expect(rows).toHaveLength(1)
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(service.db)
})

test('while three submissions are unfinished, a short list is refused and leaves nothing', async () => {
  const caller = await service.newCaller()
  await sql`INSERT INTO bulk_accounts (account_id, unfinished) VALUES (${caller.accountId}, 3)`.execute(service.db)
  for (const headers of keyedOrNot('refused'))
    expect((await service.submit(caller, { emails: EMAILS }, headers)).status).toBe(429)
  expect(await tracesOf(caller)).toEqual({ ...NOTHING, slots: 1 })
  await sql`UPDATE bulk_accounts SET unfinished = 0 WHERE account_id = ${caller.accountId}`.execute(service.db)
  await expectOnce(caller, (await submitted(await service.submit(caller, { emails: EMAILS }))).id)
})

test('a list whose connection is lost while it is stored leaves nothing, and is done once when it is sent again', async () => {
  const { db, close } = openDatabase(service.url, { log: silentLog, connectionCount: 2 })
  for (const headers of keyedOrNot('lost')) {
    const caller = await service.newCaller()
    let lost: Promise<Response> | undefined
    // The job and its results are written by then, and not committed: the event comes last.
    await whileLocked(db, 'outbox_events', async () => {
      lost = service.submit(caller, { emails: EMAILS }, headers)
      await eventually(endStoring)
    })
    expect((await lost!).status).toBe(503)
    expect(await tracesOf(caller)).toEqual(NOTHING)
    await expectOnce(caller, (await submitted(await service.submit(caller, { emails: EMAILS }, headers))).id)
  }
  await close()
})

test('short lists of one account side by side are all done, each once, and those with one key once together', async () => {
  const caller = await service.newCaller()
  const answers = await Promise.all(Array.from({ length: 12 }, () => service.submit(caller, { emails: EMAILS })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
  expect(await tracesOf(caller)).toEqual({ ...NOTHING, jobs: 12, events: 12 })

  const keyed = await service.newCaller()
  const submitAgain = () => service.submit(keyed, { emails: EMAILS }, { 'idempotency-key': 'together' })
  const statuses = (await Promise.all(Array.from({ length: 12 }, submitAgain))).map(({ status }) => status)
  // Those that come while the first one is not answered yet are told so.
  expect(statuses.filter((status) => status !== 202 && status !== 409)).toEqual([])
  expect(await tracesOf(keyed)).toEqual({ ...NOTHING, jobs: 1, keys: 1, events: 1 })
})

// Short lists are judged by the process that took them in; the queue has their task in case that it dies.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Download, SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShortLists } from '../../src/bulk/state/held-task.ts'
import { submitList } from '../../src/bulk/submit/list.ts'
import { openDatabase } from '../../src/platform/database.ts'
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
    SELECT (SELECT sum((body->>'units')::int)::int FROM outbox_events WHERE user_id = ${caller.userId}) AS units, unfinished
    FROM bulk_accounts WHERE user_id = ${caller.userId}`.execute(service.db)
  expect(rows).toEqual([{ units: 2, unfinished: 0 }])
  const csv = await service.request(caller, `/emails/bulk/${jobId}/download`)
  expect(csv.status).toBe(200)
}

async function filesOf(jobId: string): Promise<number> {
  const names = await readdir(join(service.dataDir, 'blobs', 'objects', 'jobs')).catch(() => [])
  return names.filter((name) => name.includes(jobId)).length
}

/** How many wait to store a chunk. */
async function waitingToStore(): Promise<number> {
  const { rows } =
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%UPDATE bulk_chunks SET results%'`.execute(service.db)
  return rows.length
}

async function makeDue(): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second' WHERE run_at > now()`.execute(
    service.db,
  )
}

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

test('the file of a short list is written when it is first asked for, once by all who ask at the same moment', async () => {
  const caller = await service.newCaller()
  const { id } = await submitted(await service.submit(caller, { emails: EMAILS }))
  await service.untilDone(caller, id)
  expect(await filesOf(id)).toBe(0)
  const links = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const answer = await service.request(caller, `/emails/bulk/${id}/download`)
      return ((await answer.json()) as Download).download_url
    }),
  )
  const texts = await Promise.all(links.map(async (link) => (await fetch(link)).text()))
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]!.trimEnd().split('\n')).toHaveLength(1 + EMAILS.length)
  expect(await filesOf(id)).toBe(1)
  const { rows } = await sql<{ csv_bytes: number; csv_sha256: Buffer }>`
    SELECT csv_bytes, csv_sha256 FROM bulk_jobs WHERE id = ${id}`.execute(service.db)
  expect(rows).toEqual([
    { csv_bytes: Buffer.byteLength(texts[0]!), csv_sha256: createHash('sha256').update(texts[0]!).digest() },
  ])
})

test('the file of a short list that was submitted by another account cannot be asked for', async () => {
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
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(service.db)
})

test('a process that has no place, or none at all, leaves a short list to the queue at once', async () => {
  const { userId } = await service.newCaller()
  const none: ShortLists = { reserve: () => undefined }
  for (const shortLists of [none, undefined])
    await submitList(
      { db: service.db, bulkAdmission: true, storage: ROOMY, shortLists },
      userId,
      { emails: EMAILS },
      undefined,
    )
  const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE run_at <= now()`.execute(service.db)
  expect(rows).toHaveLength(2)
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(service.db)
})

test('refused lists take no place: far more of them than there are places, and the next short list is still run here', async () => {
  const caller = await service.newCaller()
  await sql`INSERT INTO bulk_accounts (user_id, unfinished) VALUES (${caller.userId}, 3)`.execute(service.db)
  for (let refused = 0; refused < 20; refused++)
    expect((await service.submit(caller, { emails: EMAILS })).status).toBe(429)
  await sql`UPDATE bulk_accounts SET unfinished = 0 WHERE user_id = ${caller.userId}`.execute(service.db)
  await expectOnce(caller, (await submitted(await service.submit(caller, { emails: EMAILS }))).id)
})

test('the list of a process that died after its answer is run by the queue, and billed once', {
  timeout: 60_000,
}, async () => {
  const caller = await service.newCaller()
  // What a process that is killed does with it.
  const dead: ShortLists = { reserve: () => ({ run: () => undefined, release: () => undefined }) }
  const deps = { db: service.db, bulkAdmission: true, storage: ROOMY, shortLists: dead }
  const { row } = await submitList(deps, caller.userId, { emails: EMAILS }, undefined)
  await makeDue()
  await service.startWorker()
  await expectOnce(caller, row.id)
  await service.stopWorker()
})

test('a list that the queue begins while its process still stores it has one effect and one file', {
  timeout: 60_000,
}, async () => {
  const caller = await service.newCaller()
  const { db, close } = openDatabase(service.url, { log: silentLog, connectionCount: 2 })
  let id = ''
  // Neither of the two can store before both have judged the list: the second waits for the row of the first.
  await whileLocked(db, 'outbox_events', async () => {
    id = (await submitted(await service.submit(caller, { emails: EMAILS }))).id
    await makeDue()
    await service.startWorker()
    while ((await waitingToStore()) < 2) await sleep(10)
  })
  await close()
  await expectOnce(caller, id)
  expect(await filesOf(id)).toBe(1)
  while ((await tasksOf('bulk.chunk')) > 0) await sleep(10)
  await service.stopWorker()
})

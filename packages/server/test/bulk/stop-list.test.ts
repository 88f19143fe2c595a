// Stopping a list: what runs finishes and is billed, the rest never starts.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AccountPlan, Download, Job, ListDetail, PreparedUpload, SubmittedGroup } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { endStoppedJob } from '../../src/bulk/state/job-states.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { verify } from '../../src/verify/verify.ts'
import { startDnsServer } from '../stand-ins/dns-server.ts'
import { writePlans } from '../usage/quota/plans.ts'
import { type Caller, type Service, startService } from './service.ts'

const CREDITS = 100_000
const CHUNK = 1_000
const STOPPED = { status: 'failed', failure: 'Stopped by its owner' }

let service: Service
let gate: PromiseWithResolvers<void>
let round = 0

beforeAll(async () => {
  // Lookups of the domain of this test wait until its gate opens; all others find out at once that the domain does not exist.
  const dns = await startDnsServer((name) => ({
    nxdomain: true,
    ...(name.endsWith(`held${round}.test`) && { until: gate.promise }),
  }))
  service = await startService({
    DNS_SERVERS: dns.address,
    DNS_CANARIES: 'off',
    DNS_TIMEOUT_MS: '60000',
    LOOKUP_BUDGET_MS: '60000',
    PLANS_FILE: await writePlans({ test: { monthly_credits: CREDITS } }),
  })
  return () => dns.close()
})
beforeEach(() => {
  gate = Promise.withResolvers()
  round++
})
afterAll(async () => {
  gate.resolve()
  const blobs = createDiskBlobs({
    ...{ folder: join(service.dataDir, 'blobs'), linkBaseUrl: '', uploadStallMs: 0 },
    secrets: [Buffer.from('a secret for tests that is long enough')],
  })
  await eventually(async () => (await deliveries()) === 0)
  expect(await verify({ db: service.db, blobs })).toEqual([])
  await service.stop()
})

const deliveries = async () => (await sql`SELECT FROM outbox_deliveries`.execute(service.db)).rows.length

const held = (count: number) => Array.from({ length: count }, (_, at) => `person${at}@held${round}.test`)

async function submit(caller: Caller, emails: string[], key = randomUUID(), validate_domain = 1): Promise<Job> {
  const answer = await service.submit(caller, { emails, validate_domain }, { 'idempotency-key': key })
  expect(answer.status).toBe(202)
  return ((await answer.json()) as { job: Job }).job
}

async function submitCsv(caller: Caller, emails: string[], validate_domain = 1): Promise<string> {
  const csv = `email\n${emails.join('\n')}\n`
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ filename: 'list.csv', size_bytes: csv.length })
  const prepared = await service.request(caller, '/emails/bulk/upload', { method: 'POST', headers, body })
  const upload = (await prepared.json()) as PreparedUpload
  await fetch(upload.upload_url, { method: 'PUT', headers: { ...upload.headers }, body: csv })
  const answer = await service.submit(caller, { upload_id: upload.upload_id, email_column: 'email', validate_domain })
  return ((await answer.json()) as SubmittedGroup).group.id
}

const send = async (caller: Caller, method: string, path: string, token = caller.token) =>
  (await service.request({ ...caller, token }, `${service.origin}/account/lists/${path}`, { method })).status
const stop = (caller: Caller, id: string, token?: string) => send(caller, 'POST', `${id}/stop`, token)
const read = (caller: Caller, id: string) => service.json<ListDetail>(caller, `${service.origin}/account/lists/${id}`)
const unfinished = async ({ accountId }: Caller) =>
  (
    await sql<{ unfinished: number }>`SELECT unfinished FROM bulk_accounts WHERE account_id = ${accountId}`.execute(
      service.db,
    )
  ).rows[0]!.unfinished
const credits = async (caller: Caller) =>
  (await service.json<AccountPlan>(caller, `${service.origin}/account/plan`)).credits
const units = async (caller: Caller) =>
  (await service.json<{ total: number }>(caller, `${service.origin}/account/usage`)).total

/** Until so many chunks of the job, or of the jobs of the group, wait for the gate. */
const untilRunning = (id: string, count: number) =>
  eventually(async () => {
    const { rows } = await sql`
      SELECT FROM bulk_chunks chunk JOIN bulk_jobs job ON job.id = job_id
      WHERE ${id} IN (job.id, job.group_id) AND started_at IS NOT NULL AND done_at IS NULL`.execute(service.db)
    return rows.length === count
  })

test('running chunks of a stopped list finish and are billed; the rest is neither validated nor billed', async () => {
  const caller = await service.newCaller()
  const key = randomUUID()
  const emails = held(3 * CHUNK)
  const job = await submit(caller, emails, key)
  await untilRunning(job.id, 2)
  expect(await credits(caller)).toMatchObject({ left: CREDITS - 3 * CHUNK })
  expect(await stop(caller, job.id)).toBe(204)
  expect(await read(caller, job.id)).toMatchObject({ stopped: true, status: 'processing' })
  gate.resolve()
  const done = await service.untilDone(caller, job.id)
  expect(done).toMatchObject({ ...STOPPED, total: 3 * CHUNK, processed: 2 * CHUNK, success: 2 * CHUNK, errors: 0 })
  expect(await unfinished(caller)).toBe(0)
  expect(await credits(caller)).toMatchObject({ used: 2 * CHUNK, left: CREDITS - 2 * CHUNK })
  await eventually(async () => (await units(caller)) === 2 * CHUNK)
  // The key leads to the job that was stopped.
  expect((await submit(caller, emails, key)).id).toBe(job.id)
  const { rows } = await sql`
    SELECT actor FROM audit_events WHERE account_id = ${caller.accountId} AND action = 'list_stopped' AND subject_id = ${job.id}`.execute(
    service.db,
  )
  expect(rows).toEqual([{ actor: 'account' }])
})

test('a stopped file is partial if one of its jobs completed, and its download has all rows', async () => {
  const caller = await service.newCaller()
  const plain = Array.from({ length: 10_000 }, (_, at) => `person${at}@plain.test`)
  const id = await submitCsv(caller, [...plain, ...held(3 * CHUNK)])
  await eventually(async () => (await read(caller, id)).processed === 10_000)
  await untilRunning(id, 2)
  expect(await stop(caller, id)).toBe(204)
  gate.resolve()
  const { group, jobs } = await service.untilGroupDone(caller, id)
  expect(group).toMatchObject({ status: 'partial', total: 13_000, success: 12_000, errors: 0, download_ready: true })
  expect(jobs).toMatchObject([
    { status: 'completed', success: 10_000 },
    { ...STOPPED, success: 2 * CHUNK },
  ])
  const { download_url } = await service.json<Download>(caller, `/emails/bulk/groups/${id}/download`)
  expect((await (await fetch(download_url)).text()).trimEnd().split('\n')).toHaveLength(13_001)
  expect([await unfinished(caller), await credits(caller)]).toMatchObject([0, { used: 12_000, left: CREDITS - 12_000 }])
})

test('a stopped file without a completed job has failed, and says that its owner stopped it', async () => {
  const caller = await service.newCaller()
  const id = await submitCsv(caller, held(3 * CHUNK))
  await untilRunning(id, 2)
  await stop(caller, id)
  gate.resolve()
  const { group, jobs } = await service.untilGroupDone(caller, id)
  expect(group).toMatchObject({ ...STOPPED, success: 2 * CHUNK, download_ready: false })
  expect(jobs).toMatchObject([STOPPED])
  expect(await unfinished(caller)).toBe(0)
})

test('a list that has not started is stopped without a row, as a list and as a file', async () => {
  const caller = await service.newCaller()
  await service.stopWorker()
  const job = await submit(caller, held(10))
  const group = await submitCsv(caller, held(10))
  for (const id of [job.id, group]) expect(await stop(caller, id)).toBe(204)
  await service.startWorker()
  expect(await service.untilDone(caller, job.id)).toMatchObject({ ...STOPPED, processed: 0 })
  expect((await service.untilGroupDone(caller, group)).group).toMatchObject({ ...STOPPED, total: 0 })
  expect([await unfinished(caller), await credits(caller)]).toMatchObject([0, { used: 0, left: CREDITS }])
})

test('a deleted list stops first: what runs is billed, the rest is not', async () => {
  const caller = await service.newCaller()
  const key = randomUUID()
  const emails = held(3 * CHUNK)
  const job = await submit(caller, emails, key)
  await untilRunning(job.id, 2)
  expect(await send(caller, 'DELETE', job.id)).toBe(204)
  expect(await read(caller, job.id)).toMatchObject({ deleting: true, stopped: true })
  gate.resolve()
  await eventually(async () => (await send(caller, 'GET', job.id)) === 404)
  await eventually(async () => (await units(caller)) === 2 * CHUNK)
  expect([await unfinished(caller), await credits(caller)]).toMatchObject([
    0,
    { used: 2 * CHUNK, left: CREDITS - 2 * CHUNK },
  ])
  const again = await service.submit(caller, { emails, validate_domain: 1 }, { 'idempotency-key': key })
  expect(again.status).toBe(404)
})

test('a stop that comes after the last chunk is stored leaves the list to complete', async () => {
  const caller = await service.newCaller()
  const job = await submit(caller, held(10))
  await untilRunning(job.id, 1)
  // As the stop finds it between the last chunk and the end of the job.
  await sql`UPDATE bulk_jobs SET stopped_at = now(), chunks_left = 0 WHERE id = ${job.id}`.execute(service.db)
  await endStoppedJob(service.db, { id: job.id, account_id: caller.accountId })
  expect((await read(caller, job.id)).status).toBe('processing')
  await sql`UPDATE bulk_jobs SET stopped_at = NULL, chunks_left = 1 WHERE id = ${job.id}`.execute(service.db)
  // Several stops that race with the last chunk: it is stored and billed, or never was, and the slot is released once.
  gate.resolve()
  expect(await Promise.all(Array.from({ length: 8 }, () => stop(caller, job.id)))).toEqual(Array(8).fill(204))
  const done = await service.untilDone(caller, job.id)
  expect(done).toMatchObject({ status: 'completed', success: 10 })
  expect(await unfinished(caller)).toBe(0)
  expect(await stop(caller, job.id)).toBe(204)
  expect(await service.untilDone(caller, job.id)).toEqual(done)
})

test('stopping a list that has ended, or was stopped before, changes nothing and is no event', async () => {
  const caller = await service.newCaller()
  const failed = await submitCsv(
    caller,
    Array.from({ length: 100_001 }, () => 'person@plain.test'),
  )
  const { group } = await service.untilGroupDone(caller, failed)
  const before = await read(caller, failed)
  expect(before).toMatchObject({ status: 'failed', stopped: false, failure: group.failure })
  expect(await stop(caller, failed)).toBe(204)
  expect(await read(caller, failed)).toEqual(before)

  const running = await submit(caller, held(3 * CHUNK))
  await untilRunning(running.id, 2)
  for (let times = 0; times < 3; times++) expect(await stop(caller, running.id)).toBe(204)
  gate.resolve()
  await service.untilDone(caller, running.id)
  expect(await stop(caller, running.id)).toBe(204)
  const { rows } = await sql`
    SELECT subject_id FROM audit_events WHERE account_id = ${caller.accountId} AND action = 'list_stopped'`.execute(
    service.db,
  )
  expect(rows).toEqual([{ subject_id: running.id }])
})

test('a list of another account looks missing, and a reader may not stop', async () => {
  const [caller, other] = [await service.newCaller(), await service.newCaller()]
  const job = await submit(caller, held(10))
  expect(await stop(other, job.id)).toBe(404)
  expect(await stop(other, randomUUID())).toBe(404)
  expect(await stop(caller, job.id, caller.readToken)).toBe(403)
  gate.resolve()
  expect(await service.untilDone(caller, job.id)).toMatchObject({ status: 'completed' })
})

test('a part that arrives after the stop is stopped, too, and the list has ended', async () => {
  const caller = await service.newCaller()
  const id = randomUUID()
  const headers = { 'content-type': 'application/json' }
  const at = `${service.origin}/account/lists`
  const body = JSON.stringify({ id, name: 'long.csv', parts: 3, total: 30 })
  await service.request(caller, at, { method: 'POST', headers, body })
  expect(await stop(caller, id)).toBe(204)
  expect(await read(caller, id)).toMatchObject({ status: 'failed', stopped: true })
  const job = await submit(caller, held(10))
  const place = JSON.stringify({ round: 0, part: 1, parts: 3 })
  const added = await service.request(caller, `${at}/${id}/submissions/${job.id}`, {
    method: 'PUT',
    headers,
    body: place,
  })
  expect(added.status).toBe(204)
  gate.resolve()
  await service.untilDone(caller, job.id)
  expect(await unfinished(caller)).toBe(0)
  expect(['failed', 'completed']).toContain((await read(caller, id)).status)
})

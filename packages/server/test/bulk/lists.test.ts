// Lists as people know them: several submissions as one list, its name and notes, and its deletion.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { ListDetail, PreparedUpload, SubmittedGroup, SubmittedLists } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { type Caller, type Service, startService } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function submitCsv(caller: Caller, csv: string, key = randomUUID()): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const body = JSON.stringify({ filename: 'part.csv', size_bytes: csv.length })
  const prepared = await service.request(caller, '/emails/bulk/upload', { method: 'POST', headers, body })
  const upload = (await prepared.json()) as PreparedUpload
  await fetch(upload.upload_url, { method: 'PUT', headers: { ...upload.headers }, body: csv })
  const answer = await service.submit(
    caller,
    { upload_id: upload.upload_id, email_column: 'email' },
    { 'idempotency-key': key },
  )
  expect(answer.status).toBe(202)
  return ((await answer.json()) as SubmittedGroup).group.id
}

const send = (caller: Caller, method: string, path: string, body?: object) =>
  service.request(caller, `${service.origin}/account/lists${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
const read = async (caller: Caller, id: string) =>
  service.json<ListDetail>(caller, `${service.origin}/account/lists/${id}`)
const all = async (caller: Caller) => service.json<SubmittedLists>(caller, `${service.origin}/account/lists`)

async function create(caller: Caller, list: Partial<{ id: string; parts: number; fingerprint: string }> = {}) {
  const id = randomUUID()
  const answer = await send(caller, 'POST', '', { id, name: 'spring.csv', parts: 2, total: 3, ...list })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as ListDetail).id
}

const add = (caller: Caller, listId: string, submissionId: string, place: object) =>
  send(caller, 'PUT', `/${listId}/submissions/${submissionId}`, { round: 0, part: 1, parts: 1, ...place })

test('several submissions are one list with one progress; before all are there it is uploading', async () => {
  const caller = await service.newCaller()
  const id = await create(caller)
  expect(await create(caller, { id })).toBe(id)
  const first = await submitCsv(caller, 'email\nada@contoso.com\nbob@contoso.com\n')
  for (let twice = 0; twice < 2; twice++) expect((await add(caller, id, first, { part: 1, parts: 2 })).status).toBe(204)
  expect(await read(caller, id)).toMatchObject({ status: 'uploading', name: 'spring.csv', total: 3, parts: 2 })
  const second = await submitCsv(caller, 'email\neva@contoso.com\n')
  await add(caller, id, second, { part: 2, parts: 2 })
  for (const group of [first, second]) await service.untilGroupDone(caller, group)
  expect(await read(caller, id)).toMatchObject({
    ...{ status: 'completed', total: 3, processed: 3, success: 3, errors: 0, download_ready: true, deleting: false },
    submissions: [{ submission: { id: first } }, { submission: { id: second } }],
  })
  const alone = await service.run(caller, ['ann@contoso.com'])
  const { items, total } = await all(caller)
  expect([items.map((list) => list.id), total]).toEqual([[alone.id, id], 2])
})

test('a place in a list has one submission, and a submission one list', async () => {
  const caller = await service.newCaller()
  const [id, other] = [await create(caller), await create(caller)]
  const [one, two] = [
    await submitCsv(caller, 'email\na@contoso.com\n'),
    await submitCsv(caller, 'email\nb@contoso.com\n'),
  ]
  expect((await add(caller, id, one, {})).status).toBe(204)
  expect((await add(caller, id, two, {})).status).toBe(409)
  expect((await add(caller, other, one, {})).status).toBe(409)
  expect((await add(caller, other, randomUUID(), {})).status).toBe(404)
})

test('a list is renamed and has notes, also one that came by the API', async () => {
  const caller = await service.newCaller()
  const { id } = await service.run(caller, ['ada@contoso.com'])
  const change = { name: 'Newsletter ✉ \u0000', notes: 'Sent to\nthe agency' }
  expect((await send(caller, 'PATCH', `/${id}`, change)).status).toBe(204)
  expect(await read(caller, id)).toMatchObject({ ...change, status: 'completed' })
  expect((await all(caller)).total).toBe(1)
  expect((await send(caller, 'PATCH', `/${id}`, {})).status).toBe(400)
})

test('the last list of the same file is found by its fingerprint, not one of another account', async () => {
  const [caller, other] = [await service.newCaller(), await service.newCaller()]
  const fingerprint = '0123456789abcdef'
  const made: string[] = []
  for (const owner of [caller, other, caller]) {
    const id = await create(owner, { fingerprint, parts: 1 })
    await add(owner, id, await submitCsv(owner, 'email\nada@contoso.com\n'), {})
    made.push(id)
  }
  expect((await read(caller, made[2]!)).previous?.id).toBe(made[0])
  expect((await read(caller, made[0]!)).previous).toBeNull()
  expect((await read(other, made[1]!)).previous).toBeNull()
})

test('a deleted list is gone with its files; its key stays reserved and its units stay counted once', async () => {
  const caller = await service.newCaller()
  const id = await create(caller)
  const key = randomUUID()
  const csv = 'email\nada@contoso.com\nbob@contoso.com\n'
  const group = await submitCsv(caller, csv, key)
  await add(caller, id, group, { parts: 1 })
  await service.untilGroupDone(caller, group)
  const files = async () =>
    (await readdir(`${service.dataDir}`, { recursive: true })).filter((name) => name.includes(group))
  expect(await files()).not.toEqual([])
  expect((await send(caller, 'DELETE', `/${id}`)).status).toBe(204)
  await eventually(async () => (await send(caller, 'GET', `/${id}`)).status === 404)
  expect((await service.request(caller, `/emails/bulk/groups/${group}`)).status).toBe(404)
  expect(await files()).toEqual([])
  expect(await all(caller)).toMatchObject({ items: [], total: 0 })
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const body = JSON.stringify({ filename: 'part.csv', size_bytes: csv.length })
  const again = await service.request(caller, '/emails/bulk/upload', { method: 'POST', headers, body })
  expect(again.status).toBe(410)
  const units = async () => (await service.json<{ total: number }>(caller, `${service.origin}/account/usage`)).total
  await eventually(async () => (await units()) === 2)
  const { rows } = await sql<{ removed_units: number }>`
    SELECT removed_units FROM bulk_accounts WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect(Number(rows[0]!.removed_units)).toBe(2)
})

test('a list that is deleted before it starts is gone, and nothing of it is counted', async () => {
  const caller = await service.newCaller()
  await service.stopWorker()
  const answer = await service.submit(caller, { emails: ['ada@contoso.com', 'bob@contoso.com'] })
  const { job } = (await answer.json()) as { job: { id: string } }
  expect((await send(caller, 'DELETE', `/${job.id}`)).status).toBe(204)
  expect(await read(caller, job.id)).toMatchObject({ deleting: true, stopped: true, status: 'pending' })
  expect((await add(caller, job.id, job.id, {})).status).toBe(404)
  await service.startWorker()
  await eventually(async () => (await send(caller, 'GET', `/${job.id}`)).status === 404)
  expect(await service.json(caller, `${service.origin}/account/usage`)).toMatchObject({ total: 0 })
  const { rows } = await sql`SELECT FROM outbox_events WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect(rows).toEqual([])
})

test('a list goes with the last of its submissions, however that is removed', async () => {
  const caller = await service.newCaller()
  const id = await create(caller)
  const groups = [await submitCsv(caller, 'email\na@contoso.com\n'), await submitCsv(caller, 'email\nb@contoso.com\n')]
  for (const [at, group] of groups.entries()) await add(caller, id, group, { part: at + 1, parts: 2 })
  const count = async () =>
    (await sql`SELECT FROM saved_lists WHERE account_id = ${caller.accountId}`.execute(service.db)).rows.length
  for (const [at, group] of groups.entries()) {
    await service.untilGroupDone(caller, group)
    await sql`DELETE FROM bulk_groups WHERE id = ${group}`.execute(service.db)
    expect(await count()).toBe(1 - at)
  }
})

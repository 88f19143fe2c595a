// Files and lists under the names their owner knows them by.
import type { PreparedUpload, SubmissionList, SubmittedGroup } from '@mailsift/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Service, startService } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function cleanFile(caller: Caller, filename: string, csv: string): Promise<string> {
  const json = { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': filename } }
  const prepare = JSON.stringify({ filename, size_bytes: Buffer.byteLength(csv) })
  const prepared = await service.request(caller, '/emails/bulk/upload', { ...json, body: prepare })
  const { upload_id, upload_url, headers } = (await prepared.json()) as PreparedUpload
  await fetch(upload_url, { method: 'PUT', headers, body: csv })
  const body = JSON.stringify({ upload_id, email_column: 'email' })
  const submitted = await service.request(caller, '/emails/bulk', { ...json, body })
  const { group } = (await submitted.json()) as SubmittedGroup
  await service.untilGroupDone(caller, group.id)
  return group.id
}

test('files and lists come newest first in one list, with the name of the file and the counters of the contract', async () => {
  const caller = await service.newCaller()
  const first = await cleanFile(caller, 'Kontakte "2026" <b>.csv', 'email\nann.lee@contoso.com\nnot an address\n')
  const job = await service.run(caller, ['bob.ray@contoso.com'], 0)
  const second = await cleanFile(caller, 'second.csv', 'name,email\nAnn,ann.lee@contoso.com\n')
  const url = `${service.origin}/account/submissions`
  const listed = await service.json<SubmissionList>(caller, url)
  expect(listed).toMatchObject({ total: 3, page: 1, take: 25 })
  expect(listed.items.map(({ kind, id }) => [kind, id])).toEqual([
    ['group', second],
    ['job', job.id],
    ['group', first],
  ])
  expect(listed.items[2]).toMatchObject({
    filename: 'Kontakte "2026" <b>.csv',
    email_column: 'email',
    validate_domain: false,
    status: 'completed',
    total: 2,
    processed: 2,
    success: 1,
    errors: 1,
    failure: null,
    download_ready: true,
  })
  expect(listed.items[1]).toMatchObject({ filename: null, email_column: null, total: 1, download_ready: true })
  const pages = await Promise.all(
    [1, 2, 3].map((page) => service.json<SubmissionList>(caller, `${url}?take=1&page=${page}`)),
  )
  expect(pages.map(({ items }) => items[0]!.id)).toEqual([second, job.id, first])
  expect(await service.json(caller, `${url}/${first}`)).toEqual(listed.items[2])
  expect(await service.json(caller, `${url}/${job.id}`)).toEqual(listed.items[1])
})

test("another user's submission answers exactly like a missing one, and the children of a group are none", async () => {
  const [owner, stranger] = [await service.newCaller(), await service.newCaller()]
  const id = await cleanFile(owner, 'mine.csv', 'email\nann.lee@contoso.com\n')
  const { jobs } = await service.json<{ jobs: { id: string }[] }>(owner, `/emails/bulk/groups/${id}`)
  const answerTo = async (caller: Caller, wanted: string) => {
    const answer = await service.request(caller, `${service.origin}/account/submissions/${wanted}`)
    const { request_id: _id, ...body } = (await answer.json()) as { request_id: string }
    return [answer.status, body]
  }
  const missing = await answerTo(stranger, '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')
  expect(missing[0]).toBe(404)
  expect(await answerTo(stranger, id)).toEqual(missing)
  expect(await answerTo(owner, jobs[0]!.id)).toEqual(missing)
  expect(await service.json(stranger, `${service.origin}/account/submissions`)).toMatchObject({ items: [], total: 0 })
})

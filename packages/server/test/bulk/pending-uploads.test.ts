// Uploads that were prepared and not submitted: listed and discarded by their owner alone.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { PendingUploadList, PreparedUpload } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireDue } from '../../src/bulk/retention/expire.ts'
import { uploadKey } from '../../src/bulk/state/objects.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { type Caller, type Service, startService } from './service.ts'

const CSV = 'email\nann.lee@contoso.com\n'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

function prepare(caller: Caller, filename = 'contacts.csv', key?: string): Promise<Response> {
  return service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify({ filename, size_bytes: CSV.length }),
  })
}

async function prepared(caller: Caller, filename?: string, key?: string): Promise<PreparedUpload> {
  const answer = await prepare(caller, filename, key)
  expect(answer.status).toBe(201)
  return (await answer.json()) as PreparedUpload
}

const put = ({ upload_url, headers }: PreparedUpload) => fetch(upload_url, { method: 'PUT', headers, body: CSV })
const submit = (caller: Caller, { upload_id }: PreparedUpload) =>
  service.submit(caller, { upload_id, email_column: 'email' })
const listed = async (caller: Caller) =>
  (await service.json<PendingUploadList>(caller, `${service.origin}/account/uploads`)).items
const discard = (caller: Caller, id: string, token = caller.token) =>
  service.request({ ...caller, token }, `${service.origin}/account/uploads/${id}`, { method: 'DELETE' })
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

test('three aborted uploads do not block a fourth once one of them is discarded', async () => {
  const caller = await service.newCaller()
  const uploads: PreparedUpload[] = []
  for (const name of ['one.csv', 'two.csv', 'drei "3".csv']) uploads.push(await prepared(caller, name))
  expect(await codeOf(await prepare(caller))).toEqual([429, 'too_many_uploads'])
  const pending = await listed(caller)
  expect(pending.map(({ id, filename, size_bytes }) => [id, filename, size_bytes])).toEqual([
    [uploads[0]!.upload_id, 'one.csv', CSV.length],
    [uploads[1]!.upload_id, 'two.csv', CSV.length],
    [uploads[2]!.upload_id, 'drei "3".csv', CSV.length],
  ])
  expect((await discard(caller, uploads[1]!.upload_id.toUpperCase())).status).toBe(204)
  expect((await listed(caller)).map(({ filename }) => filename)).toEqual(['one.csv', 'drei "3".csv'])
  expect((await prepare(caller)).status).toBe(201)
  expect(await codeOf(await prepare(caller))).toEqual([429, 'too_many_uploads'])
})

test('a discarded upload takes neither file nor submission, and its key prepares a new one', async () => {
  const caller = await service.newCaller()
  const upload = await prepared(caller, 'contacts.csv', 'a key')
  expect((await discard(caller, upload.upload_id)).status).toBe(204)
  expect((await discard(caller, upload.upload_id)).status).toBe(204)
  expect(await codeOf(await put(upload))).toEqual([410, 'upload_expired'])
  expect(await codeOf(await submit(caller, upload))).toEqual([410, 'upload_expired'])
  const next = await prepared(caller, 'contacts.csv', 'a key')
  expect(next.upload_id).not.toBe(upload.upload_id)
  expect((await put(next)).status).toBe(200)
  expect((await submit(caller, next)).status).toBe(202)
})

test('a submitted upload is not pending and cannot be discarded', async () => {
  const caller = await service.newCaller()
  const upload = await prepared(caller)
  expect((await put(upload)).status).toBe(200)
  expect((await submit(caller, upload)).status).toBe(202)
  expect(await listed(caller)).toEqual([])
  expect(await codeOf(await discard(caller, upload.upload_id))).toEqual([409, 'upload_claimed'])
})

test("another user's upload answers exactly like a missing one, and a read token cannot discard", async () => {
  const [owner, stranger] = [await service.newCaller(), await service.newCaller()]
  const { upload_id } = await prepared(owner)
  const answerTo = async (id: string) => {
    const answer = await discard(stranger, id)
    const { request_id: _id, ...body } = (await answer.json()) as { request_id: string }
    return [answer.status, body]
  }
  const missing = await answerTo('0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')
  expect(missing[0]).toBe(404)
  expect(await answerTo(upload_id)).toEqual(missing)
  expect(await listed(stranger)).toEqual([])
  expect((await discard(owner, upload_id, owner.readToken)).status).toBe(403)
  expect((await listed(owner)).map(({ id }) => id)).toEqual([upload_id])
})

test('of a discard and a submission at the same time exactly one succeeds', async () => {
  for (let round = 0; round < 12; round++) {
    const caller = await service.newCaller()
    const upload = await prepared(caller)
    expect((await put(upload)).status).toBe(200)
    const [discarded, submitted] = await Promise.all([discard(caller, upload.upload_id), submit(caller, upload)])
    expect([
      [204, 410],
      [409, 202],
    ]).toContainEqual([discarded.status, submitted.status])
  }
})

test('a submission whose transaction began before the discard does not get the upload', async () => {
  const caller = await service.newCaller()
  const upload = await prepared(caller)
  expect((await put(upload)).status).toBe(200)
  let submitted: Promise<Response> | undefined
  await service.db.transaction().execute(async (tx) => {
    // The submission's transaction has begun and waits for the slots of the account.
    await sql`INSERT INTO bulk_accounts (account_id) VALUES (${caller.accountId})
      ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id`.execute(tx)
    submitted = submit(caller, upload)
    await untilWaiting()
    expect((await discard(caller, upload.upload_id)).status).toBe(204)
  })
  expect(await codeOf(await submitted!)).toEqual([410, 'upload_expired'])
})

async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%bulk_accounts%'`.execute(
      service.db,
    )
    if (rows.length > 0) return
  }
}

test('the file of a discarded upload is deleted, also when its PUT ends after the discard', async () => {
  const caller = await service.newCaller()
  const upload = await prepared(caller)
  const request = httpRequest(upload.upload_url, {
    method: 'PUT',
    headers: { ...upload.headers, expect: '100-continue' },
  })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.flushHeaders()
  // From here on the service takes the file in.
  await once(request, 'continue')
  expect((await discard(caller, upload.upload_id)).status).toBe(204)
  request.end(CSV)
  const [{ statusCode }] = await answered
  expect(statusCode).toBe(200)
  expect(await codeOf(await submit(caller, upload))).toEqual([410, 'upload_expired'])

  const blobs = createDiskBlobs({
    folder: join(service.dataDir, 'blobs'),
    linkBaseUrl: '',
    secrets: [Buffer.alloc(0)],
    uploadStallMs: 0,
  })
  expect(await blobs.stat(uploadKey(upload.upload_id))).toMatchObject({ size: CSV.length })
  await sql`UPDATE bulk_uploads SET expires_at = expires_at - interval '16 minutes'
    WHERE id = ${upload.upload_id}`.execute(service.db)
  await expireDue({ db: service.db, blobs })
  expect(await blobs.stat(uploadKey(upload.upload_id))).toBeUndefined()
})

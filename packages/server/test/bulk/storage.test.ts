// What one account may store, and what is stored at all when the disk is nearly full.
import { join } from 'node:path'
import type { PreparedUpload, Problem, SubmittedGroup } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { expireDue } from '../../src/bulk/retention/expire.ts'
import { uploadKey } from '../../src/bulk/state/objects.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { verify } from '../../src/verify/verify.ts'
import { type Caller, type Service, startService } from './service.ts'

async function start(env: NodeJS.ProcessEnv): Promise<Service> {
  const service = await startService(env)
  onTestFinished(() => service.stop())
  return service
}

const prepare = (service: Service, caller: Caller, size: number) =>
  service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    body: JSON.stringify({ filename: 'a.csv', size_bytes: size }),
    headers: { 'content-type': 'application/json' },
  })

/** Prepares, uploads and submits. */
async function sendFile(service: Service, caller: Caller, content: string): Promise<{ upload: string; group: string }> {
  const prepared = await prepare(service, caller, Buffer.byteLength(content))
  const upload = (await prepared.json()) as PreparedUpload
  await fetch(upload.upload_url, { method: 'PUT', headers: upload.headers, body: content })
  const submitted = await service.submit(caller, { upload_id: upload.upload_id, email_column: 'email' })
  return { upload: upload.upload_id, group: ((await submitted.json()) as SubmittedGroup).group.id }
}

async function refusalOf(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as Problem).code]
}

test('uploads and exports of an account count together, and what would pass the limit is refused', async () => {
  const service = await start({ STORAGE_MAX_BYTES: '10000' })
  const caller = await service.newCaller()
  const { group } = await sendFile(service, caller, 'email\nann.lee@gmail.com\n')
  await service.untilGroupDone(caller, group)
  const { rows } = await sql<{ bytes: number }>`
    SELECT (SELECT sum(size_bytes) FROM bulk_uploads) + (SELECT sum(csv_bytes) FROM bulk_jobs)
      + (SELECT sum(csv_bytes) FROM bulk_groups) AS bytes`.execute(service.db)
  const left = 10_000 - Number(rows[0]!.bytes)
  expect(left).toBeGreaterThan(0)
  expect(await refusalOf(await prepare(service, caller, left + 1))).toEqual([403, 'storage_exceeded'])
  expect((await prepare(service, caller, left)).status).toBe(201)
  expect((await prepare(service, await service.newCaller(), 900)).status).toBe(201)
})

test('an account that has used its storage up submits no lists either, with or without a key', async () => {
  const service = await start({ STORAGE_MAX_BYTES: '10' })
  const caller = await service.newCaller()
  await service.run(caller, ['ann.lee@gmail.com'])
  for (const headers of [{}, { 'idempotency-key': 'k' }] as Record<string, string>[])
    expect(await refusalOf(await service.submit(caller, { emails: ['bob@gmx.de'] }, headers))).toEqual([
      403,
      'storage_exceeded',
    ])
})

test('an account that has used up its storage and its slots gets the same refusal for a list and a file, with or without a key', async () => {
  const service = await start({ STORAGE_MAX_BYTES: '100' })
  const caller = await service.newCaller()
  const { upload_id } = (await (await prepare(service, caller, 100)).json()) as PreparedUpload
  await sql`UPDATE bulk_uploads SET size_bytes = 101`.execute(service.db)
  await sql`INSERT INTO bulk_accounts (account_id, unfinished) VALUES (${caller.accountId}, 3)
    ON CONFLICT (account_id) DO UPDATE SET unfinished = 3`.execute(service.db)
  const refusals = []
  for (const body of [{ emails: ['bob@gmx.de'] }, { upload_id, email_column: 'email' }])
    for (const headers of [{}, { 'idempotency-key': 'k' }] as Record<string, string>[])
      refusals.push(await refusalOf(await service.submit(caller, body, headers)))
  expect(refusals).toEqual(Array(4).fill([403, 'storage_exceeded']))
})

test('preparations at the same moment do not pass the limit together', async () => {
  const service = await start({ STORAGE_MAX_BYTES: '1000' })
  const caller = await service.newCaller()
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await prepare(service, caller, 600)).status),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
})

test('with too little free on the disk nothing new is stored, and what is there can be read', async () => {
  const open = await start({})
  const caller = await open.newCaller()
  const job = await open.run(caller, ['ann.lee@gmail.com'])
  const upload = (await (await prepare(open, caller, 24)).json()) as PreparedUpload

  const full = await start({
    FREE_SPACE_MIN_BYTES: String(2 ** 52),
    DATABASE_URL: open.url,
    DATA_DIR: open.dataDir,
  })
  for (const answer of [
    await full.submit(caller, { emails: ['bob@gmx.de'] }),
    await full.submit(caller, { upload_id: upload.upload_id, email_column: 'email' }),
    await prepare(full, caller, 24),
    await fetch(upload.upload_url.replace(open.base, full.base), {
      method: 'PUT',
      headers: upload.headers,
      body: 'email\nann.lee@gmail.com\n',
    }),
  ]) {
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await refusalOf(answer)).toEqual([503, 'unavailable'])
  }
  expect((await full.request(caller, `/emails/bulk/${job.id}`)).status).toBe(200)
  expect((await full.request(caller, '/emails/validate?email=ann.lee@gmail.com')).status).toBe(200)
})

test('the file of a failed group goes after an hour; the group still says why it failed', async () => {
  const service = await start({})
  const caller = await service.newCaller()
  const { upload, group } = await sendFile(service, caller, 'address\nann.lee@gmail.com\n')
  const failed = await service.untilGroupDone(caller, group)
  expect(failed.group.status).toBe('failed')
  const blobs = createDiskBlobs({
    folder: join(service.dataDir, 'blobs'),
    linkBaseUrl: '',
    secrets: [Buffer.alloc(0)],
    uploadStallMs: 0,
  })
  await expireDue({ db: service.db, blobs })
  expect(await blobs.stat(uploadKey(upload))).toBeDefined()

  await sql`UPDATE bulk_groups SET updated_at = updated_at - interval '61 minutes'`.execute(service.db)
  await expireDue({ db: service.db, blobs })
  expect(await blobs.stat(uploadKey(upload))).toBeUndefined()
  const { group: later } = await service.json<{ group: typeof failed.group }>(caller, `/emails/bulk/groups/${group}`)
  expect(later.status).toBe('failed')
  expect((await verify({ db: service.db, blobs })).filter(({ invariant }) => invariant === 7)).toEqual([])
})

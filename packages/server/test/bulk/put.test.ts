// Every wrong PUT is refused and leaves nothing visible.
import { readdir, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { PreparedUpload, Problem } from '@mailsift/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { uploadKey } from '../../src/bulk/state/objects.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { type Caller, type Service, startService } from './service.ts'

const CONTENT = Buffer.from('email\na@b.de\n')
let service: Service

beforeAll(async () => {
  service = await startService({}, { worker: false })
  return () => service.stop()
})

async function prepared(): Promise<{ caller: Caller; upload: PreparedUpload }> {
  const caller = await service.newCaller()
  const answer = await service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    body: JSON.stringify({ filename: 'a.csv', size_bytes: CONTENT.length }),
    headers: { 'content-type': 'application/json' },
  })
  return { caller, upload: (await answer.json()) as PreparedUpload }
}

type Sent = { url?: string; headers?: Record<string, string | undefined>; body?: Buffer }

/** The PUT as it should be, but for the changes. */
function put(upload: PreparedUpload, { url = upload.upload_url, headers = {}, body = CONTENT }: Sent = {}) {
  const sent = Object.fromEntries(
    Object.entries({ ...upload.headers, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
  return new Promise<{ status: number; code: string | undefined }>((resolve, reject) => {
    const request = httpRequest(url, { method: 'PUT', headers: sent }, async (response) => {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece)
      const text = Buffer.concat(pieces).toString()
      resolve({ status: response.statusCode!, code: text ? (JSON.parse(text) as Problem).code : undefined })
    })
    request.on('error', reject)
    request.end(body)
  })
}

async function isVisible({ caller, upload }: { caller: Caller; upload: PreparedUpload }): Promise<boolean> {
  const answer = await service.submit(caller, { upload_id: upload.upload_id, email_column: 'email' })
  return ((await answer.json()) as { code?: string }).code !== 'upload_not_ready'
}

/** What has arrived of each body that is still being sent. */
async function sizesOfIncoming(): Promise<number[]> {
  const folder = join(service.dataDir, 'blobs', 'incoming')
  const names = await readdir(folder)
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
}

const longer = Buffer.concat([CONTENT, Buffer.from('x')])

test.each<[string, Sent, number, string]>([
  [
    'of another announced length',
    { headers: { 'Content-Length': String(longer.length) }, body: longer },
    400,
    'upload_mismatch',
  ],
  [
    'shorter than announced',
    { headers: { 'Content-Length': '3' }, body: CONTENT.subarray(0, 3) },
    400,
    'upload_mismatch',
  ],
  ['in chunks', { headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' } }, 411, 'length_required'],
  ['of another type', { headers: { 'Content-Type': 'application/octet-stream' } }, 415, 'unsupported_media_type'],
  [
    'of the type with a parameter',
    { headers: { 'Content-Type': 'text/csv; charset=utf-8' } },
    415,
    'unsupported_media_type',
  ],
  ['without If-None-Match', { headers: { 'If-None-Match': undefined } }, 400, 'invalid_request'],
  ['with another If-None-Match', { headers: { 'If-None-Match': '"x"' } }, 400, 'invalid_request'],
  ['compressed', { headers: { 'Content-Encoding': 'gzip' } }, 415, 'unsupported_media_type'],
])('a PUT %s', async (_name, sent, status, code) => {
  const both = await prepared()
  expect(await put(both.upload, sent)).toEqual({ status, code })
  expect(await isVisible(both)).toBe(false)
  expect((await put(both.upload)).status).toBe(200)
})

test('a tampered or borrowed URL is refused', async () => {
  const one = await prepared()
  const other = await prepared()
  const { upload_url } = one.upload
  for (const url of [
    upload_url.replace(/size=\d+/, 'size=99'),
    upload_url.replace(/expires=\d+/, 'expires=99999999999999'),
    `${upload_url}x`,
    upload_url.split('?')[0]!,
    other.upload.upload_url.split('?')[0]! + new URL(upload_url).search,
  ])
    expect(await put(one.upload, { url })).toEqual({ status: 403, code: 'link_invalid' })
  expect((await fetch(upload_url)).status).toBe(403)
  expect(await isVisible(one)).toBe(false)
})

test('a PUT past its 15 minutes is refused, though the upload still lives', async () => {
  const both = await prepared()
  const { upload_id } = both.upload
  // The same store with the same secret, a quarter of an hour ago.
  const signer = createDiskBlobs({
    folder: join(service.dataDir, 'blobs'),
    linkBaseUrl: `${service.base}/files`,
    uploadStallMs: 1_000,
    secrets: [Buffer.from('a secret for tests that is long enough')],
  })
  const link = (expiresAtMs: number) =>
    signer.reserveUpload(uploadKey(upload_id), { size: CONTENT.length, expiresAtMs }).then(({ url }) => url)
  const lapsed = await link(Date.now() - 1_000)
  expect(await put(both.upload, { url: lapsed })).toEqual({ status: 410, code: 'link_expired' })
  expect(await isVisible(both)).toBe(false)
  expect((await put(both.upload, { url: await link(Date.now() + 60_000) })).status).toBe(200)
})

test('a PUT past the hour of its upload is refused', async () => {
  const both = await prepared()
  await sql`UPDATE bulk_uploads SET expires_at = now() WHERE id = ${both.upload.upload_id}`.execute(service.db)
  expect(await put(both.upload)).toEqual({ status: 410, code: 'upload_expired' })
})

test('a second PUT is refused, also with the same bytes; of eight at once one is stored', async () => {
  const both = await prepared()
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => put(both.upload)))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(outcomes.filter(({ code }) => code === 'upload_exists')).toHaveLength(7)
  expect(await put(both.upload)).toEqual({ status: 412, code: 'upload_exists' })
})

test('a PUT that breaks off leaves nothing, and the next one succeeds', async () => {
  const both = await prepared()
  const { host, hostname, port, pathname, search } = new URL(both.upload.upload_url)
  const socket = connect(Number(port), hostname)
  const headers = Object.entries(both.upload.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${headers.join('')}\r\nemail`)
  await expect.poll(sizesOfIncoming).toEqual([5])
  socket.destroy()
  await expect.poll(sizesOfIncoming).toEqual([])
  expect(await isVisible(both)).toBe(false)
  expect((await put(both.upload)).status).toBe(200)
})

test('a browser may PUT from any page: preflight and answer say so', async () => {
  const both = await prepared()
  const preflight = await fetch(both.upload.upload_url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,if-none-match',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('if-none-match')
})

// Every bad request of the list is answered as decided, over real HTTP, and leaves nothing behind.
import { request as httpRequest } from 'node:http'
import type { Problem } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Caller, type Service, startService } from './service.ts'

let service: Service
let caller: Caller

beforeAll(async () => {
  service = await startService({}, { worker: false })
  caller = await service.newCaller()
  return () => service.stop()
})

afterEach(async () => {
  const { rows } = await sql<{ jobs: number; slots: number; keys: number }>`
    SELECT (SELECT count(*) FROM bulk_jobs) AS jobs, (SELECT count(*) FROM bulk_keys) AS keys,
      (SELECT coalesce(sum(unfinished), 0) FROM bulk_accounts) AS slots`.execute(service.db)
  expect(rows[0]).toEqual({ jobs: 0, slots: 0, keys: 0 })
})

async function expectProblem(answer: Response, status: number, code: string): Promise<Problem> {
  const problem = (await answer.json()) as Problem
  expect({ status: answer.status, code: problem.code }).toEqual({ status, code })
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  return problem
}

const list = (count: number) => Array.from({ length: count }, () => 'a@b.de')

test.each<[string, unknown]>([
  ['an extra property', { emails: ['a@b.de'], extra: 1 }],
  ['a number in the list', { emails: ['a@b.de', 1] }],
  ['null in the list', { emails: [null] }],
  ['a nested list', { emails: [['a@b.de']] }],
  ['a scalar for the list', { emails: 'a@b.de' }],
  ['validate_domain as a string', { emails: ['a@b.de'], validate_domain: '1' }],
  ['validate_domain as a boolean', { emails: ['a@b.de'], validate_domain: true }],
  ['validate_domain 2', { emails: ['a@b.de'], validate_domain: 2 }],
  ['validate_domain null', { emails: ['a@b.de'], validate_domain: null }],
  ['both forms', { emails: ['a@b.de'], upload_id: '0190b1b2-0000-7000-8000-000000000000', email_column: 'e' }],
  ['neither form', {}],
  ['no entries', { emails: [] }],
  ['10,001 entries', { emails: list(10_001) }],
  ['a list as body', ['a@b.de']],
  ['an upload id that is none', { upload_id: 'x', email_column: 'e' }],
  ['an upload without its column', { upload_id: '0190b1b2-0000-7000-8000-000000000000' }],
])('%s is 400', async (_name, body) => {
  await expectProblem(await service.submit(caller, body), 400, 'invalid_request')
})

test.each<[string, string | Uint8Array]>([
  ['no JSON', '{"emails":'],
  ['an empty body', ''],
  ['a key twice', '{"emails":["a@b.de"],"emails":["c@d.de"]}'],
  ['__proto__', '{"emails":["a@b.de"],"__proto__":{}}'],
  ['invalid UTF-8', Buffer.concat([Buffer.from('{"emails":["'), Buffer.from([0xff, 0xfe]), Buffer.from('"]}')])],
  ['200,000 levels', `{"emails":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('%s is 400 invalid_json', async (_name, body) => {
  await expectProblem(await service.submit(caller, body), 400, 'invalid_json')
})

test('one byte over 5 MiB is 413', async () => {
  const frame = '{"emails":[""]}'.length
  const over = `{"emails":["${'x'.repeat(5 * 1024 * 1024 + 1 - frame)}"]}`
  expect(Buffer.byteLength(over)).toBe(5 * 1024 * 1024 + 1)
  await expectProblem(await service.submit(caller, over), 413, 'body_too_large')
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data'])(
  'the media type %s is 415',
  async (type) => {
    const answer = await service.submit(caller, { emails: ['a@b.de'] }, { 'content-type': type })
    await expectProblem(answer, 415, 'unsupported_media_type')
  },
)

const prepare = (body: unknown, headers: Record<string, string> = {}) =>
  service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

test.each<[string, unknown]>([
  ['an extra property', { filename: 'a.csv', size_bytes: 1, extra: 1 }],
  ['no file name', { size_bytes: 1 }],
  ['no size', { filename: 'a.csv' }],
  ['a size in quotes', { filename: 'a.csv', size_bytes: '1' }],
  ['a number for the name', { filename: 1, size_bytes: 1 }],
  ['null for the name', { filename: null, size_bytes: 1 }],
  ['a list as body', [{ filename: 'a.csv', size_bytes: 1 }]],
])('an upload prepared with %s is 400', async (_name, body) => {
  await expectProblem(await prepare(body), 400, 'invalid_request')
})

test('an upload prepared with a key twice, __proto__ or no JSON is 400, as another type 415', async () => {
  for (const body of ['{"filename":"a","filename":"b","size_bytes":1}', '{"__proto__":{},"size_bytes":1}', '{'])
    await expectProblem(await prepare(body), 400, 'invalid_json')
  const text = await prepare({ filename: 'a.csv', size_bytes: 1 }, { 'content-type': 'text/plain' })
  await expectProblem(text, 415, 'unsupported_media_type')
})

test('an idempotency key of an upload is bound by the same rules', async () => {
  for (const key of ['', 'k'.repeat(256)]) {
    const answer = await prepare({ filename: 'a.csv', size_bytes: 1 }, { 'idempotency-key': key })
    await expectProblem(answer, 400, 'invalid_request')
  }
})

test('a body without a type, or of one that is cut off, is 415', async () => {
  for (const type of ['', 'application/', 'json', 'application/json, text/plain']) {
    const { status } = await rawSubmit([], type)
    expect([type, status]).toEqual([type, 415])
  }
})

test.each<[string, string]>([
  ['empty', ''],
  ['of 256 characters', 'k'.repeat(256)],
])('a key that is %s is 400', async (_name, key) => {
  const answer = await service.submit(caller, { emails: ['a@b.de'] }, { 'idempotency-key': key })
  await expectProblem(answer, 400, 'invalid_request')
})

test('a key that is sent twice is 400', async () => {
  expect(
    await rawSubmit([
      ['Idempotency-Key', 'a'],
      ['Idempotency-Key', 'b'],
    ]),
  ).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
})

test('a key with a control byte is 400', async () => {
  const { connect } = await import('node:net')
  const { port } = new URL(service.base)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1')
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece
    })
    socket.on('close', () => resolve(text))
    socket.write(
      `POST /v1/emails/bulk HTTP/1.1\r\nHost: x\r\nservice-email-api-token: ${caller.token}\r\nIdempotency-Key: a\u0001b\r\nContent-Length: 2\r\n\r\n{}`,
    )
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"invalid_request"')
})

test.each([
  'page=0',
  'page=1000001',
  'page=1e3',
  'page=NaN',
  'take=0',
  'take=101',
  'page=-1',
  'page=',
  'page=1&page=2',
  'size=3',
])('?%s is 400 on every list', async (query) => {
  for (const path of ['/emails/bulk', '/emails/bulk/groups', '/emails/bulk/0190b1b2-0000-7000-8000-000000000000'])
    await expectProblem(await service.request(caller, `${path}?${query}`), 400, 'invalid_request')
})

test.each([
  '0190b1b2000070008000000000000000',
  '0190b1b2-0000-9000-8000-000000000000',
  '0190b1b2-0000-7000-c000-000000000000',
  'x',
  '..%2f..%2fetc',
  '0190b1b2-0000-7000-8000-000000000000x',
])('the id %s is 400', async (id) => {
  for (const path of [`/emails/bulk/${id}`, `/emails/bulk/${id}/download`, `/emails/bulk/groups/${id}`])
    await expectProblem(await service.request(caller, path), 400, 'invalid_request')
})

test('a well-formed id that does not exist is 404, in any case of letters', async () => {
  for (const id of ['0190b1b2-0000-7000-8000-00000000abcd', '0190B1B2-0000-7000-8000-00000000ABCD'])
    for (const path of [`/emails/bulk/${id}`, `/emails/bulk/${id}/download`, `/emails/bulk/groups/${id}`])
      await expectProblem(await service.request(caller, path), 404, 'not_found')
})

test('a read token cannot submit or upload; without a token every route answers 401', async () => {
  const reader = { ...caller, token: caller.readToken }
  await expectProblem(await service.submit(reader, { emails: ['a@b.de'] }), 403, 'write_permission_required')
  const upload = await service.request(reader, '/emails/bulk/upload', {
    method: 'POST',
    body: JSON.stringify({ filename: 'a.csv', size_bytes: 1 }),
    headers: { 'content-type': 'application/json' },
  })
  await expectProblem(upload, 403, 'write_permission_required')
  expect((await service.request(reader, '/emails/bulk')).status).toBe(200)
  const anonymous = { ...caller, token: 'ms_w_nothing' }
  for (const path of ['/emails/bulk', '/emails/bulk/groups', '/emails/bulk/0190b1b2-0000-7000-8000-00000000abcd'])
    await expectProblem(await service.request(anonymous, path), 401, 'unauthenticated')
  await expectProblem(await service.submit(anonymous, { nonsense: true }), 401, 'unauthenticated')
})

async function rawSubmit(
  headers: [string, string][],
  type = 'application/json',
): Promise<{ status: number; body: unknown }> {
  const body = JSON.stringify({ emails: ['a@b.de'] })
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${service.base}/emails/bulk`, {
      method: 'POST',
      headers: [
        ...[
          'host',
          new URL(service.base).host,
          'service-email-api-token',
          caller.token,
          ...(type ? ['content-type', type] : []),
        ],
        ...['content-length', String(body.length)],
        ...headers.flat(),
      ] as unknown as Record<string, string>,
    })
    request.on('response', async (response) => {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece)
      resolve({ status: response.statusCode!, body: JSON.parse(Buffer.concat(pieces).toString()) })
    })
    request.on('error', reject)
    request.end(body)
  })
}

import { get as send } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ERROR_CODES, ERROR_HELP } from '@mailsift/contract'
import { Gauge, Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerHealth } from '../../../../src/platform/http/pages/health.ts'
import { registerMetrics } from '../../../../src/platform/http/pages/metrics-route.ts'
import { registerReference } from '../../../../src/platform/http/pages/reference.ts'
import { createHttp, type Http } from '../../../../src/platform/http/server.ts'
import { createMetrics, createMetricsReader } from '../../../../src/platform/metrics/metrics.ts'
import { forAWhile } from '../../../../src/platform/shared-value.ts'
import { createTestDatabase, silentLog } from '../../../support/database.ts'

let http: Http
let origin: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
let collected = 0
beforeAll(async () => {
  const metrics = createMetrics()
  new Gauge({ name: 'x', help: 'x', registers: [metrics], collect: () => void collected++ })
  http = createHttp({ log: silentLog, metrics, docsUrl: '', trustProxy: false, https: false })
  database = await createTestDatabase()
  registerReference(http, { origin: 'https://mail.example' })
  registerHealth(http, { db: database.db, isStopping: () => false })
  registerMetrics(http, { read: createMetricsReader({ own: metrics, fleet: new Registry() }), token: '' })
  origin = await http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await http.close()
  await database.drop()
})

type Raw = { status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }

/** `fetch` unpacks what it gets; here the bytes count. */
function get(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    send(origin + path, { headers, agent: false }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(pieces) }),
      )
    }).on('error', reject)
  })
}

test('twenty requests for the script of the reference at once get the same compressed script', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => get('/docs/scalar.js', { 'accept-encoding': 'br' })),
  )
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1)
  expect(String(brotliDecompressSync(answers[0]!.bytes))).toContain('createApiReference')
  expect(answers[0]!.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(answers[0]!.headers['cache-control']).toBe('public, max-age=86400')
})

test.each(['/docs/scalar.js', '/docs/start.js', '/docs', '/openapi.json', `/docs/errors/${ERROR_CODES[0]}`])(
  '%s comes compressed as asked for, each form with its own tag, and not again to those who have it',
  async (path) => {
    const plain = await get(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
      ['br;q=0.1, identity;q=0.5', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      const answer = await get(path, { 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers.vary).toBe('accept-encoding')
      expect(Buffer.compare(unpack(answer.bytes), plain.bytes)).toBe(0)
      expect(answer.headers.etag === plain.headers.etag).toBe(encoding === undefined)
      const again = await get(path, {
        'accept-encoding': accepted,
        'if-none-match': `"other", W/${answer.headers.etag}`,
      })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, answer.headers.etag])
      expect((await get(path, { 'accept-encoding': accepted, 'if-none-match': '"other"' })).status).toBe(200)
    }
  },
)

test('the page of each error says its cause and what to do', async () => {
  for (const code of ERROR_CODES) {
    const page = String((await get(`/docs/errors/${code}`)).bytes)
    expect(page).toContain(ERROR_HELP[code].cause)
    expect(page).toContain(ERROR_HELP[code].fix)
  }
  expect((await get('/docs/errors/none_of_ours')).status).toBe(404)
})

test('openapi.json names the address of this service, in the call of its introduction too', async () => {
  expect(JSON.parse(String((await get('/openapi.json')).bytes))).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: 'https://mail.example' }],
    info: { description: expect.stringContaining('curl -G https://mail.example/v1/emails/validate') },
  })
})

test('metrics are collected at most once a second, however many ask for them', async () => {
  const startedAt = performance.now()
  const before = collected
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 20 }, () => get('/metrics')))
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)
  expect(collected - before).toBeGreaterThan(0)
  expect(collected - before).toBeLessThanOrEqual(seconds + 1)
  const packed = await get('/metrics', { 'accept-encoding': 'gzip' })
  expect(String(gunzipSync(packed.bytes))).toContain('process_cpu_seconds_total')
})

test('a value that is made for all is shared while it is made, made again when it is old, and a failure is not kept', async () => {
  let made = 0
  const ask = forAWhile(0, async () => {
    if (++made === 2) throw new Error('broken')
    return made
  })
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  await expect(ask()).rejects.toThrow('broken')
  expect(await ask()).toBe(3)
})

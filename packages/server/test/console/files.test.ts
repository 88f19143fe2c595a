import { get as send } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { CONSOLE_PATHS } from '@mailsift/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ConsoleOptions, registerConsole } from '../../src/console/routes.ts'
import { createHttp } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { silentLog } from '../support/database.ts'

const ORIGIN = 'http://127.0.0.1:3000'

const storeAt = (base: string): ConsoleOptions['blobs'] => ({
  reserveUpload: async (key, { size }) => ({
    url: `${base}/${key}`,
    headers: { 'Content-Type': 'text/csv', 'Content-Length': String(size), 'If-None-Match': '*' },
  }),
  downloadLink: async (key) => `${base}/${key}`,
})

async function serve(options: Partial<ConsoleOptions> = {}) {
  const metrics = createMetrics()
  const http = createHttp({ log: silentLog, metrics, docsUrl: '', trustProxy: false, https: false })
  registerConsole(http, { isOn: true, origin: ORIGIN, blobs: storeAt(`${ORIGIN}/v1/files`), ...options })
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => http.close())
  return (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
      send(address + path, { headers, agent: false }, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece) => pieces.push(piece))
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(pieces) }),
        )
      }).on('error', reject)
    })
}

const assetsIn = (page: Buffer) =>
  [...page.toString().matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => path!)

describe('the console', () => {
  test('is one page at each of its paths, never cached, whose links are relative to where it stands', async () => {
    const get = await serve()
    for (const path of Object.values(CONSOLE_PATHS)) {
      const answer = await get(path.replace(/:\w+/, '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'))
      expect(answer.status, path).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      const base = /<base href="([^"]+)"/.exec(answer.bytes.toString())![1]!
      // Below any path that a proxy puts before it, the base leads to where the console begins.
      expect(new URL(base, `http://proxy.test/tools${path}`).href, path).toBe('http://proxy.test/tools/')
      expect(answer.bytes.toString()).not.toMatch(/(?:src|href)="\//)
    }
  })

  test('has files with hashed names that browsers keep for good, compressed beforehand', async () => {
    const get = await serve()
    const assets = assetsIn((await get('/')).bytes)
    expect(assets.length).toBeGreaterThan(2)
    for (const path of assets) {
      const plain = await get(`/${path}`)
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const packed = await get(`/${path}`, { 'accept-encoding': 'br' })
      expect(packed.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true)
      const known = await get(`/${path}`, { 'if-none-match': String(plain.headers.etag) })
      expect(known.status).toBe(304)
    }
  })

  test('allows scripts, styles and connections of its own service alone, and nothing to become a script', async () => {
    const get = await serve()
    const page = await get('/')
    const [script] = assetsIn(page.bytes).filter((path) => path.endsWith('.js'))
    for (const answer of [page, await get(`/${script}`)])
      expect(String(answer.headers['content-security-policy']).split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types mailsift',
      ])
  })

  test('may connect to the store that browsers upload to, where that is another host', async () => {
    const get = await serve({ blobs: storeAt('https://bucket.store.test:9000/uploads') })
    const policy = String((await get('/clean')).headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' https://bucket.store.test:9000;")
  })

  test.each(['/assets/none.js', '/assets/..%2Fmanifest.json', '/assets/%2e%2e%2findex.html'])(
    'answers 404 for %s, which is none of its files',
    async (path) => {
      const get = await serve()
      expect((await get(path)).status).toBe(404)
    },
  )

  test('can be switched off: then / says in one line where the API and its reference are', async () => {
    const get = await serve({ isOn: false })
    const answer = await get('/')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.bytes.toString()).toBe(`Mailsift: the API is at ${ORIGIN}/v1 and its reference at ${ORIGIN}/docs.\n`)
    expect((await get('/clean')).status).toBe(404)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseOtherMethods } from '../../src/platform/http/limits/methods.ts'
import { createHttp, type Http } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { silentLog } from '../support/database.ts'

let http: Http
let origin: string
beforeAll(async () => {
  http = createHttp({ log: silentLog, metrics: createMetrics(), docsUrl: '/docs', trustProxy: false, https: false })
  const refuseRest = refuseOtherMethods(http)
  const open = { config: { access: 'public' as const } }
  http.get('/lists/:id', open, () => ({}))
  http.post('/lists/new', open, () => ({}))
  http.register(async (late) => void late.put('/files/*', open, () => ({})))
  refuseRest()
  origin = await http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => http.close())

test.each([
  ['POST', '/lists/7', 'GET, HEAD'],
  ['DELETE', '/lists/7', 'GET, HEAD'],
  ['GET', '/lists/new', 'POST'],
  ['GET', '/files/a/b', 'PUT'],
])('%s %s is answered 405 with the methods that are right, before any body is read', async (method, path, allow) => {
  const body = method === 'POST' ? 'no JSON at all' : null
  const answer = await fetch(origin + path, { method, body })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe(allow)
  expect(await answer.json()).toMatchObject({ code: 'method_not_allowed', detail: `This URL supports ${allow}.` })
})

test('an address that does not exist has no methods', async () => {
  expect((await fetch(`${origin}/nothing`, { method: 'POST' })).status).toBe(404)
})

import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { registerHealth } from '../../src/platform/http/pages/health.ts'
import { registerMetrics } from '../../src/platform/http/pages/metrics-route.ts'
import { createHttp } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

async function useHttp(token = '') {
  const metrics = createMetrics()
  const { db } = await useTestDatabase()
  const hostNames = ['Mail.Example', 'api.internal', '0.0.0.0']
  const http = createHttp({ log: silentLog, metrics, docsUrl: '', trustProxy: false, https: false, hostNames })
  http.get('/', { config: { access: 'public' } }, () => ({}))
  registerHealth(http, { db, isStopping: () => false })
  registerMetrics(http, { read: () => metrics.metrics(), token })
  await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => http.close())
  const { port } = http.server.address() as { port: number }
  return async (path: string, host: string | undefined, version = host === undefined ? '1.0' : '1.1') => {
    const socket = connect(port, '127.0.0.1')
    const field = host === undefined ? '' : `host: ${host}\r\n`
    socket.write(`GET ${path} HTTP/${version}\r\n${field}authorization: Bearer ${token}\r\nconnection: close\r\n\r\n`)
    let text = ''
    for await (const piece of socket) text += piece
    return text
  }
}

const OURS = ['mail.example', 'MAIL.example:8443', 'mail.example.', 'api.internal', 'localhost:3000', 'a.localhost']
const ADDRESSES = ['127.0.0.1', '10.1.2.3:3000', '[::1]:3000', '[2001:db8::1]']
const FOREIGN = [
  'evil.example',
  'mail.example.evil.example',
  'notmail.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '',
  'x@mail.example',
]

test('requests under our names, under addresses and without a name are answered, and others are refused', async () => {
  const get = await useHttp()
  for (const host of [...OURS, ...ADDRESSES, undefined]) expect(await get('/', host), host).toMatch(/^HTTP\/1.1 200 /)
  for (const host of FOREIGN) expect(await get('/', host), host).toMatch(/^HTTP\/1.1 421 .*"code":"misdirected"/s)
  expect(await get('/nowhere', 'evil.example')).toMatch(/^HTTP\/1.1 421 /)
})

test('HTTP/1.1 without a name is refused by a problem, as every error is told', async () => {
  const get = await useHttp()
  for (const path of ['/', '/livez', '/nowhere'])
    expect(await get(path, undefined, '1.1')).toMatch(/^HTTP\/1.1 400 .*request-id: .*"code":"invalid_request"/s)
})

test('health checks may use any name', async () => {
  const get = await useHttp()
  for (const path of ['/livez', '/readyz']) expect(await get(path, 'pod-17')).toMatch(/^HTTP\/1.1 200 /)
})

test('metrics may be read under any name by the holder of their token, and else under our names alone', async () => {
  const [open, guarded] = [await useHttp(), await useHttp('a token of the monitoring, long enough')]
  expect(await guarded('/metrics', 'pod-17')).toMatch(/^HTTP\/1.1 200 /)
  expect(await open('/metrics', 'localhost:3000')).toMatch(/^HTTP\/1.1 200 /)
  expect(await open('/metrics', 'evil.example')).toMatch(/^HTTP\/1.1 421 /)
})

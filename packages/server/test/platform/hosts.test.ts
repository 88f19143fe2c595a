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
  async function send(requestLine: string, ...hosts: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    const fields = hosts.map((host) => `host: ${host}\r\n`).join('')
    socket.write(`${requestLine}\r\n${fields}authorization: Bearer ${token}\r\nconnection: close\r\n\r\n`)
    let text = ''
    for await (const piece of socket) text += piece
    return text
  }
  const get = (path: string, host: string | undefined, version = host === undefined ? '1.0' : '1.1') =>
    send(`GET ${path} HTTP/${version}`, ...(host === undefined ? [] : [host]))
  return { get, send }
}

const OURS = ['mail.example', 'MAIL.example:8443', 'mail.example.', 'api.internal', 'localhost:3000', 'a.localhost']
const ADDRESSES = ['127.0.0.1', '10.1.2.3:3000', '[::1]:3000', '[2001:db8::1]']
const FOREIGN = [
  'evil.example',
  'mail.example.evil.example',
  'notmail.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'x@mail.example',
]

test('requests under our names, under addresses and without a name are answered, and others are refused', async () => {
  const { get } = await useHttp()
  for (const host of [...OURS, ...ADDRESSES, undefined]) expect(await get('/', host), host).toMatch(/^HTTP\/1.1 200 /)
  for (const host of FOREIGN) expect(await get('/', host), host).toMatch(/^HTTP\/1.1 421 .*"code":"misdirected"/s)
  expect(await get('/nowhere', 'evil.example')).toMatch(/^HTTP\/1.1 421 /)
})

test('HTTP/1.1 without a name is refused by a problem, as every error is told', async () => {
  const { get } = await useHttp()
  for (const path of ['/', '/livez', '/nowhere'])
    expect(await get(path, undefined, '1.1')).toMatch(/^HTTP\/1.1 400 .*request-id: .*"code":"invalid_request"/s)
})

test('health checks may use any name', async () => {
  const { get } = await useHttp()
  for (const path of ['/livez', '/readyz']) expect(await get(path, 'pod-17')).toMatch(/^HTTP\/1.1 200 /)
})

test('metrics may be read under any name by the holder of their token, and else under our names alone', async () => {
  const [{ get: open }, { get: guarded }] = [await useHttp(), await useHttp('a token of the monitoring, long enough')]
  expect(await guarded('/metrics', 'pod-17')).toMatch(/^HTTP\/1.1 200 /)
  expect(await open('/metrics', 'localhost:3000')).toMatch(/^HTTP\/1.1 200 /)
  expect(await open('/metrics', 'evil.example')).toMatch(/^HTTP\/1.1 421 /)
})

const MALFORMED = /^HTTP\/1.1 400 .*request-id: .*"code":"invalid_request"/s

test('an empty Host field is refused on every route, health checks included', async () => {
  const { get } = await useHttp()
  for (const path of ['/', '/livez', '/nowhere'])
    for (const host of ['', ':3000', '[]'])
      for (const version of ['1.0', '1.1']) expect(await get(path, host, version), host).toMatch(MALFORMED)
})

test('two Host fields are refused, whatever they name', async () => {
  const { send } = await useHttp()
  for (const path of ['/', '/livez', 'http://localhost/'])
    for (const hosts of [
      ['localhost', 'localhost'],
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
    ])
      expect(await send(`GET ${path} HTTP/1.1`, ...hosts), String(hosts)).toMatch(MALFORMED)
})

test('the host of an absolute-form target replaces the Host field', async () => {
  const { send } = await useHttp()
  for (const host of [...OURS, ...ADDRESSES])
    for (const target of [`http://${host}/`, `HTTPS://${host}`])
      expect(await send(`GET ${target} HTTP/1.1`, 'evil.example'), target).toMatch(/^HTTP\/1.1 200 /)
  expect(await send('GET http://evil.example/ HTTP/1.1', 'localhost')).toMatch(/^HTTP\/1.1 421 /)
  expect(await send('GET http://evil.example/livez HTTP/1.1', 'localhost')).toMatch(/^HTTP\/1.1 200 /)
})

test('targets that are neither a path nor an http URL are refused', async () => {
  const { send } = await useHttp()
  for (const line of ['OPTIONS *', 'GET *', 'GET ftp://localhost/', 'GET http://ann@localhost/', 'GET http:///'])
    expect(await send(`${line} HTTP/1.1`, 'localhost'), line).toMatch(/^HTTP\/1.1 400 .*"code":"invalid_request"/s)
})

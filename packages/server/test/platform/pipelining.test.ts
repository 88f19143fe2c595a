import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { createHttp } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { silentLog } from '../support/database.ts'

async function useHttp() {
  const http = createHttp({ log: silentLog, metrics: createMetrics(), docsUrl: '', trustProxy: false, https: false })
  const running = { now: 0, most: 0, begun: 0 }
  http.get('/:n', { config: { access: 'public' } }, async (request) => {
    running.begun++
    running.most = Math.max(running.most, ++running.now)
    await setImmediate()
    running.now--
    return request.params
  })
  http.post('/', { config: { access: 'public' } }, async (request) => request.body)
  await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => http.close())
  return { port: (http.server.address() as { port: number }).port, running }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const LAST = 'GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

async function answersTo(port: number, requests: string): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(requests)
  let text = ''
  for await (const piece of socket.setEncoding('utf8')) text += piece
  return [...text.matchAll(/\r\n\r\n(\{.*?\})/g)].map(([, body]) => body!)
}

test('pipelined requests are answered all, in order, and one at a time', async () => {
  const { port, running } = await useHttp()
  const paths = Array.from({ length: 2_000 }, (_, n) => `/${n}`)
  const answers = await answersTo(port, paths.map(get).join('') + LAST)
  expect(answers).toEqual([...paths, '/last'].map((path) => JSON.stringify({ n: path.slice(1) })))
  expect(running.most).toBe(1)
})

test('requests with bodies among them are read whole', async () => {
  const { port } = await useHttp()
  const bodies = Array.from({ length: 20 }, (_, n) => JSON.stringify({ n, text: 'x'.repeat(n * 10_000) }))
  const post = (body: string) =>
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const answers = await answersTo(port, bodies.map((body) => get('/between') + post(body)).join('') + LAST)
  expect(answers.filter((_, at) => at % 2 === 1)).toEqual(bodies)
})

test('a client that does not read its answers has few of its requests begun', async () => {
  const { port, running } = await useHttp()
  const socket = connect(port, '127.0.0.1')
    .pause()
    .on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  for (let n = 0; n < 10; n++) socket.write(get('/n').repeat(100_000))
  await eventually(() => running.begun)
  const other = await answersTo(port, LAST)
  expect(other).toEqual(['{"n":"last"}'])
  expect(running.most).toBeLessThanOrEqual(2)
})

test('connections that pile up more requests than may wait are closed, and others are not', async () => {
  const { port } = await useHttp()
  const closed = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(get('/n').repeat(1_400))
    return new Promise<void>((resolve) => {
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
    })
  })
  await Promise.race(closed)
  expect(await answersTo(port, get('/one') + LAST)).toEqual(['{"n":"one"}', '{"n":"last"}'])
})

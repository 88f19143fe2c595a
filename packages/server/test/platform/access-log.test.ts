import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'

async function useHttp(accessLogMax: number, level = 'info') {
  const lines: Record<string, unknown>[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(String(chunk)))
    done()
  }
  const log = pino({ level, base: null, timestamp: false }, new Writable({ write }))
  const metrics = createMetrics()
  const http = createHttp({ log, metrics, docsUrl: '', trustProxy: false, https: false, accessLogMax })
  http.get('/of/:email', { config: { access: 'public' } }, async (request) => {
    request.accountId = 'account-1'
    return {}
  })
  // Fixed time: what is measured.
  http.get('/slow', { config: { access: 'public' } }, () => new Promise((resolve) => setTimeout(resolve, 60, {})))
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => http.close())
  return { lines, metrics, get: (path: string) => fetch(origin + path) }
}

test('each request has one line: its id, route, status, time and account, and nothing of its address', async () => {
  const { lines, get } = await useHttp(100)
  const answer = await get('/of/jane@example.com?token=secret')
  await get('/of-nobody/jane@example.com')
  await get('/%zz')
  expect(lines).toEqual([
    {
      level: 30,
      msg: 'request',
      method: 'GET',
      route: '/of/:email',
      status: 200,
      ms: expect.any(Number),
      request_id: answer.headers.get('request-id'),
      account_id: 'account-1',
    },
    expect.objectContaining({ msg: 'request', route: 'unknown', status: 404 }),
    expect.objectContaining({ msg: 'request', route: 'unknown', status: 400 }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/jane|secret|127\.0\.0\.1/)
})

test('past the rate lines are left out, and the next line tells how many', async () => {
  const { lines, get } = await useHttp(2)
  let sent = 0
  const counted = () => lines.reduce((sum, { skipped = 0 }) => sum + 1 + (skipped as number), 0)
  for (; !lines.some(({ skipped }) => skipped); sent++) await get('/nowhere')
  expect(counted()).toBe(sent)
  expect(lines.length).toBeLessThan(sent)
})

test.each([
  ['a rate of 0', 0, 'info'],
  ['a level above info', 100, 'warn'],
] as const)('%s logs no requests', async (_what, max, level) => {
  const { lines, get } = await useHttp(max, level)
  await get('/nowhere')
  expect(lines).toEqual([])
})

test('a slow request is counted in the bucket of its time', async () => {
  const { metrics, get } = await useHttp(0)
  await get('/slow')
  const buckets = (await metrics.metrics()).split('\n').filter((line) => /_bucket\{.*route="\/slow"/.test(line))
  const upTo = (bound: string) =>
    Number(
      buckets
        .find((line) => line.includes(`le="${bound}"`))
        ?.split(' ')
        .at(-1),
    )
  expect([upTo('0.05'), upTo('+Inf')]).toEqual([0, 1])
})

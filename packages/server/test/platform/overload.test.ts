import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import type { OverloadLimits } from '../../src/platform/http/limits/overload.ts'
import { registerHealth } from '../../src/platform/http/pages/health.ts'
import { registerMetrics } from '../../src/platform/http/pages/metrics-route.ts'
import { createHttp } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

const STALL_MS = 300

/** Several times: what a finalizer holds is released by the next one. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  for (let n = 0; n < 3; n++) {
    runInNewContext('gc')()
    await nextTurn()
  }
}

/** Nothing else runs at the same time. In processor time: others may use the machine too. */
function stall(): void {
  const before = process.threadCpuUsage()
  for (let usedMs = 0; usedMs < STALL_MS; ) {
    const { user, system } = process.threadCpuUsage(before)
    usedMs = (user + system) / 1000
  }
}

async function useHttp(overload: OverloadLimits) {
  const { db } = await useTestDatabase()
  const metrics = createMetrics()
  const http = createHttp({ log: silentLog, metrics, docsUrl: '', trustProxy: false, https: false, overload })
  http.get('/work', { config: { access: 'public' } }, () => ({ done: true }))
  registerHealth(http, { db, isStopping: () => false })
  registerMetrics(http, { read: () => metrics.metrics(), token: '' })
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => http.close())
  const statusOf = async (path: string) => (await fetch(origin + path)).status
  const until = (status: number) => eventually(async () => (await statusOf('/work')) === status)
  return { origin, statusOf, until }
}

test('one long stall refuses requests with 503 and Retry-After, not those who watch, and is forgotten', async () => {
  const { origin, statusOf, until } = await useHttp({ eventLoopDelayMaxMs: STALL_MS / 2, memoryMaxMb: 0 })
  await until(200)
  stall()
  const refusal = await fetch(`${origin}/work`)
  expect(refusal.headers.get('retry-after')).toBe('1')
  expect(await refusal.json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await statusOf('/nowhere'), 'an unknown path asks for no more than a known one').toBe(503)
  expect([await statusOf('/livez'), await statusOf('/metrics')]).toEqual([200, 200])
  await until(200)
})

test('memory that is held refuses requests, and released memory does not', async () => {
  // What earlier tests of this process left behind would be collected during the test, and counted as released.
  await collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  const memoryMaxMb = Math.ceil((heapUsed + external) / 1024 / 1024) + 500
  const { statusOf, until } = await useHttp({ eventLoopDelayMaxMs: 0, memoryMaxMb })
  await until(200)
  // Nothing writes to it, so that it takes addresses and no memory of the machine.
  let held = Buffer.allocUnsafeSlow(2 ** 30)
  await until(503)
  expect([await statusOf('/livez'), await statusOf('/metrics')]).toEqual([200, 200])
  expect(held.length).toBe(2 ** 30)
  held = Buffer.alloc(0)
  await until(200)
})

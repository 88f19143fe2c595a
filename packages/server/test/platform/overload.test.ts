import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { registerHealth } from '../../src/platform/health.ts'
import { createHttp } from '../../src/platform/http.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

const BLOCKED_MS = 50

/** Something that leaves the event loop little time for anybody else. */
function keepBusy(): { end(): void } {
  const work = { goesOn: true }
  void (async () => {
    while (work.goesOn) {
      for (const until = performance.now() + BLOCKED_MS; performance.now() < until; );
      await setImmediate()
    }
  })()
  return {
    end() {
      work.goesOn = false
    },
  }
}

test('a late event loop refuses requests with 503 and Retry-After, not those who watch it, and recovers', async () => {
  const { db } = await useTestDatabase()
  const metrics = createMetrics()
  const http = createHttp({
    ...{ log: silentLog, metrics, docsUrl: '', trustProxy: false, https: false },
    eventLoopDelayMaxMs: BLOCKED_MS / 5,
  })
  http.get('/work', { config: { access: 'public' } }, () => ({ done: true }))
  registerHealth(http, { db, metrics, isStopping: () => false })
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => http.close())
  const statusOf = async (path: string) => (await fetch(origin + path)).status
  const until = async (status: number) => {
    while ((await statusOf('/work')) !== status) await sleep(20)
  }

  await until(200)
  const work = keepBusy()
  onTestFinished(work.end)
  await until(503)
  const refusal = await fetch(`${origin}/work`)
  expect(refusal.headers.get('retry-after')).toBe('1')
  expect(await refusal.json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await statusOf('/nowhere'), 'an unknown path asks for no more than a known one').toBe(503)
  expect([await statusOf('/livez'), await statusOf('/metrics')]).toEqual([200, 200])
  work.end()
  await until(200)
}, 60_000)

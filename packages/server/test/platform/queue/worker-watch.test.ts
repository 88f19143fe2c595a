import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../../../src/platform/metrics/metrics.ts'
import { measureWorkers, watchWorkers } from '../../../src/platform/queue/worker-watch.ts'
import { silentLog, useTestDatabase } from '../../support/database.ts'

test('workers are missing when none has sent a heartbeat for the time, and back with the first', async () => {
  const { db } = await useTestDatabase()
  const metrics = createMetrics()
  const count = async () => /^mailsift_workers_alive (\d+)$/m.exec(await metrics.metrics())?.[1]
  measureWorkers({ db, metrics })
  const watch = watchWorkers({ db, log: silentLog, intervalMs: 10, absentAfterMs: 50 })
  onTestFinished(() => watch.stop())
  expect(watch.complaint()).toBeUndefined()
  await expect.poll(watch.complaint).toMatch(/^none for a minute/)
  expect(await count()).toBe('0')
  await sql`INSERT INTO heartbeats (worker_id, process) VALUES ('pool-here', 'process')`.execute(db)
  await expect.poll(watch.complaint).toBeUndefined()
  expect(await count()).toBe('1')
  await sql`UPDATE heartbeats SET seen_at = now() - interval '1 minute'`.execute(db)
  await expect.poll(watch.complaint).toMatch(/^none for a minute/)
})

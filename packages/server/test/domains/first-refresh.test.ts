import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../bulk/service.ts'

/** What two workers plan that start one after the other. The guarded client refuses this address before any packet is sent. */
async function plansWith(registryLookups: 'on' | 'off') {
  const url = 'http://127.0.0.1:9/dns.json'
  const service = await startService({ REGISTRY_LOOKUPS: registryLookups, REGISTRY_SERVERS_URL: url })
  onTestFinished(() => service.stop())
  await service.stopWorker()
  await service.startWorker()
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM run_at - now())::float8 AS seconds FROM graphile_worker.jobs
    WHERE task_identifier = 'domains.registry-servers'`.execute(service.db)
  return rows
}

test('workers that start plan one fetch of the list of registries among them, within two minutes', async () => {
  const plans = await plansWith('on')
  expect(plans).toHaveLength(1)
  expect(plans[0]!.seconds).toBeGreaterThan(0)
  expect(plans[0]!.seconds).toBeLessThan(120)
})

test('where registries are not asked, nothing is fetched for them', async () => {
  expect(await plansWith('off')).toEqual([])
})

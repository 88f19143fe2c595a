import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../bulk/service.ts'

/** The guarded client refuses this address before any packet is sent. */
const REFUSED = 'http://127.0.0.1:9'

/** What two workers plan that start one after the other. */
async function plansOf(task: string, env: NodeJS.ProcessEnv) {
  const service = await startService(env)
  onTestFinished(() => service.stop())
  await service.stopWorker()
  await service.startWorker()
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM run_at - now())::float8 AS seconds FROM graphile_worker.jobs
    WHERE task_identifier = ${task}`.execute(service.db)
  return rows
}

const registries = (onOff: 'on' | 'off') =>
  plansOf('domains.registry-servers', { REGISTRY_LOOKUPS: onOff, REGISTRY_SERVERS_URL: `${REFUSED}/dns.json` })
const lists = (onOff: 'on' | 'off') =>
  plansOf('disposable-domains.refresh', { LIST_REFRESH: onOff, LIST_SOURCES: `${REFUSED}/list.txt` })

test('workers that start plan one fetch of the list of registries among them, within two minutes', async () => {
  const plans = await registries('on')
  expect(plans).toHaveLength(1)
  expect(plans[0]!.seconds).toBeGreaterThan(0)
  expect(plans[0]!.seconds).toBeLessThan(120)
})

test('where registries are not asked, nothing is fetched for them', async () => {
  expect(await registries('off')).toEqual([])
})

test('workers that start plan one fetch of the lists of disposable domains among them, within two minutes', async () => {
  const plans = await lists('on')
  expect(plans).toHaveLength(1)
  expect(plans[0]!.seconds).toBeGreaterThan(0)
  expect(plans[0]!.seconds).toBeLessThan(120)
})

test('with LIST_REFRESH=off no list is fetched', async () => {
  expect(await lists('off')).toEqual([])
})

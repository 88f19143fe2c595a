import { Writable } from 'node:stream'
import type { JobResults } from '@mailsift/contract'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { followLists } from '../../src/disposable-domains/follow.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { startWorker } from '../../src/worker.ts'
import { startService } from '../bulk/service.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

const NAME = 'throwaway-inbox-0.com'

/** What another process of the fleet has fetched. */
async function listed(db: Db, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`INSERT INTO domain_lists (url, outcome, fetched_at, name_count)
      VALUES ('https://lists.example/all.txt', 'fetched', now(), 1) ON CONFLICT DO NOTHING`.execute(tx)
    await sql`INSERT INTO listed_domains VALUES ('https://lists.example/all.txt', ${name}, now())`.execute(tx)
    await sql`UPDATE domain_lists_version SET version = version + 1`.execute(tx)
  })
}

test('a process that runs takes up what another one fetched, without a restart', async () => {
  const { db } = await useTestDatabase()
  const engine = loadEngine()
  const takenUp = Promise.withResolvers<void>()
  const observed = {
    get dataVersion() {
      return engine.dataVersion
    },
    takeUp: (lists: Parameters<typeof engine.takeUp>[0]) => {
      engine.takeUp(lists)
      takenUp.resolve()
    },
  }
  const follower = followLists({ db, engine: observed, log: silentLog }, 20)
  onTestFinished(() => follower.stop())
  await follower.refresh()
  await listed(db, NAME)
  await takenUp.promise
  const verdict = engine.validate(`someone.new@${NAME}`)
  expect(verdict.ok && verdict.domain.disposableSources).toEqual(['lists.example'])
})

test('an outage of the database leaves the lists as they are until it ends', async () => {
  const { db } = await useTestDatabase()
  const engine = loadEngine()
  const follower = followLists({ db, engine, log: silentLog })
  onTestFinished(() => follower.stop())
  await sql`ALTER TABLE domain_lists_version RENAME TO elsewhere`.execute(db)
  expect(await follower.refresh()).toBe(false)
  await sql`ALTER TABLE elsewhere RENAME TO domain_lists_version`.execute(db)
  await listed(db, NAME)
  expect(await follower.refresh()).toBe(true)
})

test('a job is validated by the fetched lists, and its log names the version of the data', async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  await listed(service.db, NAME)
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const config = readConfig({
    ROLE: 'worker',
    DATABASE_URL: service.url,
    DATA_DIR: service.dataDir,
    SECRET: 'x'.repeat(32),
    REGISTRY_LOOKUPS: 'off',
    LIST_REFRESH: 'off',
    DNS_SERVERS: '127.0.0.1:9',
  })
  const worker = await startWorker(config, pino(stream))
  onTestFinished(() => worker.stop())
  const caller = await service.newCaller()
  const job = await service.run(caller, [`someone.new@${NAME}`])
  const { items } = await service.json<JobResults>(caller, `/emails/bulk/${job.id}?take=1`)
  expect(JSON.stringify(items)).toContain('"is_disposable":true')
  expect(lines).toContainEqual(
    expect.objectContaining({ job_id: job.id, data_version: `${loadEngine().dataVersion}+1` }),
  )
})

// Enrichment over a loopback internet, its tasks run by the test one after the other.
import { ENRICHMENT_SOURCES } from '@mailsift/contract'
import { sql } from 'kysely'
import { listContacts } from '../../src/contacts/store.ts'
import { type EnrichmentTaskOptions, enrichmentTasks } from '../../src/enrichment/enrichment.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { engine } from '../contacts/safe-address.ts'
import { someAccount } from '../outbox/events.ts'
import { page, startWeb, type Web } from '../stand-ins/website.ts'
import { TEST_USER_AGENT } from '../stand-ins/website-client.ts'
import { BUSINESS, HUMAN, QUERY_SERVICE, type TestItem, WIKIDATA_API, wikidata } from '../stand-ins/wikidata.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

const ACME: TestItem = {
  id: 'Q100',
  label: 'Acme Rockets, Inc.',
  description: 'maker of rockets',
  claims: { P31: [BUSINESS], P856: ['https://acme-rockets.com/'], P2002: ['acme'] },
}
const JANE: TestItem = { id: 'Q500', label: 'Jane Doe', claims: { P31: [HUMAN], P108: [{ item: 'Q100' }] } }
export const SITE = page('<title>Acme Rockets</title><meta name="description" content="Rockets for everyone">')
export const HOME = 'acme-rockets.com/'
export const JANE_DOE = 'jane.doe@acme-rockets.com'

type Given = { web?: Web; items?: readonly TestItem[]; options?: Partial<EnrichmentTaskOptions> }

export async function start({ web = { [HOME]: SITE }, items = [ACME, JANE], options }: Given = {}) {
  const { db } = await useTestDatabase()
  const standIn = wikidata(items)
  const pages: Web = { [QUERY_SERVICE]: standIn.query, ...web, [WIKIDATA_API]: standIn.reply }
  const internet = await startWeb(pages)
  const deps = { db, clock: systemClock, log: silentLog, metrics: createMetrics(), engine, fetch: internet.fetch }
  const tasks = enrichmentTasks(
    { ...deps, userAgent: TEST_USER_AGENT },
    {
      enabled: true,
      sources: ENRICHMENT_SOURCES,
      searchesByName: true,
      refreshMaxCount: 100,
      wikidataRestMs: 0,
      ...options,
    },
  )
  const user = await someAccount(db)
  const read = async () => (await listContacts({ db }, user, { page: 1, take: 100 })).data
  return { db, user, tasks, pages, standIn, internet, read, run: () => runTasks(db, tasks) }
}

type Tasks = ReturnType<typeof enrichmentTasks>
export const never = { signal: new AbortController().signal, interruptions: 0, id: '1' } as Parameters<
  Tasks['enrichment.wikidata']
>[1]

/** Runs what the queue holds for now, one after the other, until nothing is left; answers how many that were. */
async function runTasks(db: Db, tasks: Tasks): Promise<number> {
  for (let count = 0; ; count++) {
    type Next = { task: 'enrichment.website' | 'enrichment.wikidata'; payload: { domain: string }; run_at: Date }
    const { rows } = await sql<Next>`
      WITH next AS (SELECT id, task_identifier FROM graphile_worker.jobs WHERE run_at <= now() ORDER BY priority, run_at, id LIMIT 1)
      DELETE FROM graphile_worker._private_jobs AS jobs USING next WHERE jobs.id = next.id
      RETURNING next.task_identifier AS task, jobs.payload, jobs.run_at`.execute(db)
    const [next] = rows
    if (!next) return count
    await tasks[next.task](next.payload, { ...never, runAt: next.run_at })
  }
}

/** As if the time until everything is due had passed. */
export async function skipWaiting(db: Db): Promise<void> {
  await sql`UPDATE contacts SET due_at = now() WHERE due_at IS NOT NULL`.execute(db)
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now()`.execute(db)
}

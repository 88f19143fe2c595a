import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectSound, safeAddress, save } from '../contacts/safe-address.ts'
import { status } from '../stand-ins/website.ts'
import { BUSINESS, QUERY_SERVICE, type TestItem } from '../stand-ins/wikidata.ts'
import { never, start } from './enriching.ts'

const DOMAINS = Array.from({ length: 60 }, (_, nth) => `pier-${nth}.com`)
const ITEMS: readonly TestItem[] = DOMAINS.filter((_, nth) => nth % 3 === 0).map((domain, nth) => ({
  id: `Q${1000 + nth}`,
  label: `Harbour ${domain}`,
  claims: { P31: [BUSINESS], P856: [`https://www.${domain}/`] },
}))

/** Many websites have been read: their domains wait for Wikidata. */
async function startMany(given: Parameters<typeof start>[0] = {}, domains = DOMAINS) {
  const service = await start({ web: {}, items: ITEMS, options: { sources: ['wikidata_company'] }, ...given })
  const { db, user, tasks } = service
  await save(
    db,
    domains.map((domain) => safeAddress(user, `jane.doe@${domain}`)),
  )
  const { rows } = await sql<{ domain: string; run_at: Date }>`
    DELETE FROM graphile_worker._private_jobs RETURNING payload ->> 'domain' AS domain, run_at`.execute(db)
  for (const { domain, run_at } of rows)
    await tasks['enrichment.website']({ domain }, { runAt: run_at, interruptions: 0, id: '1' } as never)
  return service
}

const searches = (asked: readonly URLSearchParams[]) =>
  asked.filter((parameters) => parameters.get('srsearch')?.includes('P856')).length

test('domains that wait are requested fifty in a question, and each gets its own company', async () => {
  const { db, run, read, standIn } = await startMany()
  await run()
  expect(standIn.queries).toHaveLength(2)
  expect(searches(standIn.asked)).toBe(0)
  const contacts = await read()
  for (const { domain, enrichment } of contacts) {
    const expected = ITEMS.find(({ label }) => label === `Harbour ${domain}`)?.label ?? null
    expect(enrichment.company.name).toBe(expected)
  }
  await expectSound(db)
})

test('without the query service each domain is searched for, and the service is left in peace for a while', async () => {
  for (const reply of [status(503), status(200, 'not JSON'), status(200, '{"results":null}')]) {
    const { db, run, read, internet, standIn } = await startMany(
      { web: { [QUERY_SERVICE]: reply } },
      DOMAINS.slice(0, 12),
    )
    await run()
    expect(internet.asked.filter((address) => address === QUERY_SERVICE)).toHaveLength(1)
    expect(searches(standIn.asked)).toBe(12)
    expect((await read()).filter(({ enrichmentState }) => enrichmentState === 'matched')).toHaveLength(4)
    await expectSound(db)
  }
})

test('the task that runs does the work of those behind it, except what is isolated or quarantined', async () => {
  const { db, tasks, read } = await startMany({}, DOMAINS.slice(0, 12))
  const [, interrupted, quarantined] = DOMAINS
  await sql`UPDATE graphile_worker._private_jobs SET priority = -29999 WHERE key = ${`enrichment.wikidata:${interrupted}`}`.execute(
    db,
  )
  await sql`INSERT INTO quarantine (task, payload, interruptions, reason)
    VALUES ('enrichment.wikidata', ${JSON.stringify({ domain: quarantined })}::jsonb, 3, 'was blocked')`.execute(db)
  await tasks['enrichment.wikidata']({ domain: DOMAINS[0]! }, { ...never, runAt: new Date() })
  const waiting = (await read()).filter(({ enrichmentState }) => enrichmentState === 'pending')
  expect(waiting.map(({ domain }) => domain).sort()).toEqual([interrupted, quarantined].sort())
  const { rows } = await sql<{ key: string }>`SELECT key FROM graphile_worker.jobs ORDER BY key`.execute(db)
  expect(rows.map(({ key }) => key)).toEqual(
    [interrupted, quarantined].map((domain) => `enrichment.wikidata:${domain}`).sort(),
  )
})

test('a few domains are searched for', async () => {
  const { db, user, run, standIn } = await start()
  await save(
    db,
    DOMAINS.slice(0, 3).map((domain) => safeAddress(user, `jane.doe@${domain}`)),
  )
  await run()
  expect(standIn.queries).toEqual([])
  expect(searches(standIn.asked)).toBe(3)
})

test('domains of which only role addresses wait are in no question', async () => {
  const { db, user, run, standIn } = await startMany()
  await save(db, [safeAddress(user, 'john.smith@only-role.com')])
  await sql`UPDATE contacts SET email = 'info@only-role.com', normalized = 'info@only-role.com'
    WHERE domain = 'only-role.com'`.execute(db)
  await run()
  expect(standIn.queries.flat().filter((site) => site.includes('only-role'))).toEqual([])
})

test('a domain whose task ended its process is looked up alone', async () => {
  const { tasks, standIn, db } = await startMany()
  const { signal } = new AbortController()
  await tasks['enrichment.wikidata']({ domain: DOMAINS[0]! }, { signal, interruptions: 1 } as never)
  expect(standIn.queries).toEqual([])
  const { rows } = await sql<{
    domain: string
  }>`SELECT domain FROM company_facts WHERE source = 'wikidata_company'`.execute(db)
  expect(rows).toEqual([{ domain: DOMAINS[0] }])
})

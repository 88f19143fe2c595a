import { ENRICHMENT_EDGES, ENRICHMENT_SOURCES, type EnrichmentState } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { editContact } from '../../src/contacts/edit.ts'
import { forgetAddress } from '../../src/contacts/privacy.ts'
import { createAddressSearch } from '../../src/platform/address-search.ts'
import { engine, expectSound, SECRETS, safeAddress, save } from '../contacts/safe-address.ts'
import { someAccount } from '../outbox/events.ts'
import { hangUp, page, status } from '../stand-ins/website.ts'
import { WIKIDATA_API } from '../stand-ins/wikidata.ts'
import { HOME, JANE_DOE, never, SITE, skipWaiting, start } from './enriching.ts'

test('a contact is matched with all three sources, and every merged field says where it comes from', async () => {
  const { db, user, read, run } = await start()
  await save(db, [safeAddress(user, JANE_DOE)])
  await run()
  const [contact] = await read()
  expect(contact).toMatchObject({
    version: 'v1',
    enrichmentState: 'matched',
    enrichedAt: expect.any(Number),
    enrichment: {
      status: 'matched',
      person: { name: 'Jane Doe', employer: 'Acme Rockets, Inc.', jobTitle: null },
      company: {
        name: 'Acme Rockets, Inc.',
        website: 'https://acme-rockets.com/',
        description: 'Rockets for everyone',
        links: ['https://x.com/acme'],
      },
    },
  })
  const origins = contact!.enrichment.provenance.map(({ field, source, url }) => `${field} ${source} ${url}`)
  expect(origins).toEqual([
    'person.name wikidata_person https://www.wikidata.org/wiki/Q500',
    'person.employer wikidata_person https://www.wikidata.org/wiki/Q500',
    'company.name wikidata_company https://www.wikidata.org/wiki/Q100',
    'company.website website https://acme-rockets.com/',
    'company.description website https://acme-rockets.com/',
    'company.links wikidata_company https://www.wikidata.org/wiki/Q100',
  ])
  await expectSound(db)
})

test('a contact that no source knows is completed as no match', async () => {
  const { db, user, read, run } = await start({ web: {} })
  await save(db, [safeAddress(user, 'john.smith@other-firm.de')])
  await run()
  const [contact] = await read()
  expect(contact).toMatchObject({ version: 'v1', enrichmentState: 'no_match', enrichment: { status: 'no_match' } })
  expect(Object.values(contact!.enrichment.sources).map(({ status }) => status)).toEqual([
    'no_match',
    'no_match',
    'no_match',
  ])
  await expectSound(db)
})

test('a company is requested once for all contacts and users, and kept', async () => {
  const { db, user, internet, standIn, run, read } = await start()
  const other = await someAccount(db)
  await save(
    db,
    Array.from({ length: 120 }, (_, n) => safeAddress(n % 2 ? user : other, `person${n}@acme-rockets.com`)),
  )
  await run()
  await save(db, [safeAddress(user, JANE_DOE)])
  await run()
  expect(internet.asked.filter((address) => address === HOME)).toHaveLength(1)
  const companySearches = standIn.asked.filter((parameters) => parameters.get('srsearch')?.includes('P856'))
  expect(companySearches).toHaveLength(1)
  expect((await read()).every(({ enrichmentState }) => enrichmentState === 'matched')).toBe(true)
  await sql`UPDATE company_facts SET fetched_at = now() - interval '31 days'`.execute(db)
  await save(db, [safeAddress(user, 'newcomer@acme-rockets.com')])
  await run()
  expect(internet.asked.filter((address) => address === HOME)).toHaveLength(2)
  await expectSound(db)
})

test('role, no-reply, disposable and public mailboxes are never asked about', async () => {
  const { db, user, internet, run, read } = await start()
  const emails = ['info', 'no-reply'].map((local) => `${local}@acme-rockets.com`)
  await save(
    db,
    [...emails, 'jane.doe@mailinator.com', 'jane.doe@gmail.com'].map((email) => safeAddress(user, email)),
  )
  await save(db, [safeAddress(user, 'john.smith@other-firm.de')])
  const john = (await read()).find(({ firstName }) => firstName === 'John')!
  await editContact({ db, engine, enrichment: true, secrets: SECRETS }, user, john.id, {
    email: 'sales@other-firm.de',
    firstName: 'A',
    lastName: 'B',
  })
  await run()
  expect(internet.asked).toEqual([])
  for (const { enrichmentState, enrichment } of await read()) {
    expect(enrichmentState).toBe('no_match')
    expect(Object.values(enrichment.sources).map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped'])
  }
  await expectSound(db)
})

test('each source can be switched off, and then is skipped', async () => {
  for (const off of ENRICHMENT_SOURCES) {
    const sources = ENRICHMENT_SOURCES.filter((source) => source !== off)
    const { db, user, read, run, internet } = await start({ options: { sources } })
    await save(db, [safeAddress(user, JANE_DOE)])
    await run()
    const [contact] = await read()
    expect(contact!.enrichmentState).toBe('matched')
    expect(contact!.enrichment.sources[off]).toMatchObject({ status: 'skipped', provenance: [] })
    expect(contact!.enrichment.provenance.map(({ source }) => source)).not.toContain(off)
    if (off === 'website') expect(internet.asked).not.toContain(HOME)
    await expectSound(db)
  }
})

test('with enrichment switched off no source is used; switched on, it continues with what waited', async () => {
  const off = await start({ options: { enabled: false } })
  await save(off.db, [safeAddress(off.user, JANE_DOE)])
  await off.run()
  await off.tasks['enrichment.refresh']({}, never)
  expect(off.internet.asked).toEqual([])
  expect(await off.read()).toMatchObject([{ enrichmentState: 'pending' }])

  const on = await start()
  await save(on.db, [safeAddress(on.user, JANE_DOE)], false)
  await on.tasks['enrichment.refresh']({}, never)
  expect(await on.run()).toBe(0)
  await sql`UPDATE contacts SET due_at = now() - interval '16 minutes'`.execute(on.db)
  await on.tasks['enrichment.refresh']({}, never)
  await on.run()
  expect(await on.read()).toMatchObject([{ enrichmentState: 'matched' }])
})

test('a source that is down leads to retrying, and to a match once it is up again', async () => {
  const { db, user, read, run, pages } = await start({ web: { [HOME]: status(503) } })
  await save(db, [safeAddress(user, JANE_DOE)])
  await run()
  expect(await read()).toMatchObject([{ enrichmentState: 'retrying', version: null, enrichedAt: null }])
  pages[HOME] = SITE
  await skipWaiting(db)
  await run()
  expect(await read()).toMatchObject([{ enrichmentState: 'matched', version: 'v1' }])
})

test('while one source is down, what the others say is shown at once, and it alone is queried again', async () => {
  for (const down of ['website', 'wikidata'] as const) {
    const { db, user, read, run, pages, standIn, internet } = await start({
      web: { [HOME]: down === 'website' ? hangUp : SITE },
    })
    if (down === 'wikidata') standIn.failure = { status: 503, body: '' }
    await save(db, [safeAddress(user, JANE_DOE)])
    await run()
    const shown = down === 'website' ? { person: { name: 'Jane Doe' } } : { company: { name: 'Acme Rockets' } }
    expect(await read()).toMatchObject([{ enrichmentState: 'retrying', version: null, enrichment: shown }])
    const [sites, questions] = [internet.asked.filter((address) => address === HOME).length, standIn.asked.length]
    pages[HOME] = SITE
    standIn.failure = undefined
    await skipWaiting(db)
    await run()
    expect(await read()).toMatchObject([{ enrichmentState: 'matched', version: 'v1' }])
    if (down === 'website') expect(standIn.asked).toHaveLength(questions)
    else expect(internet.asked.filter((address) => address === HOME)).toHaveLength(sites)
    await expectSound(db)
  }
})

test('a contact whom the site names by the exact address gets name, title and the page as its source; no other contact does', async () => {
  const team = `<h3>Mary Major</h3><p>Head of Rockets</p><a href="mailto:mary.major@acme-rockets.com">E-mail</a>
    <h3>Otto Other</h3><a href="mailto:otto.other@acme-rockets.com">E-mail</a>`
  const { db, user, read, run } = await start({
    web: {
      [HOME]: page('<title>Acme Rockets</title>', '<a href="/team">Team</a>'),
      'acme-rockets.com/team': page('', team),
    },
  })
  const emails = ['mary.major@acme-rockets.com', 'john.smith@acme-rockets.com']
  await save(
    db,
    emails.map((email) => safeAddress(user, email)),
  )
  await run()
  const [john, mary] = await read()
  expect(mary!.enrichment.person).toMatchObject({ name: 'Mary Major', jobTitle: 'Head of Rockets' })
  expect(mary!.enrichment.provenance[0]).toMatchObject({
    field: 'person.name',
    source: 'website',
    url: 'https://acme-rockets.com/team',
  })
  expect(john!.enrichment.person.name).toBeNull()
  const { rows } = await sql<{ text: string }>`SELECT string_agg(f::text, '') AS text FROM company_facts f`.execute(db)
  expect(rows[0]!.text).not.toMatch(/otto|mary/i)
  await expectSound(db)
})

test('a corrected name finds the person, and no other source is queried again', async () => {
  const { db, user, read, run, internet, standIn } = await start()
  await save(db, [safeAddress(user, 'jd@acme-rockets.com')])
  await run()
  const [before] = await read()
  expect(before).toMatchObject({ enrichmentState: 'matched', enrichment: { person: { name: null } } })
  const body = { email: before!.email, firstName: 'Jane', lastName: 'Doe' }
  await editContact({ db, engine, enrichment: true, secrets: SECRETS }, user, before!.id, body)
  standIn.asked.length = 0
  await run()
  expect(await read()).toMatchObject([{ enrichmentState: 'matched', enrichment: { person: { name: 'Jane Doe' } } }])
  expect(internet.asked.filter((address) => address === HOME)).toHaveLength(1)
  expect(standIn.asked.filter((parameters) => parameters.get('srsearch')?.includes('P856'))).toEqual([])
})

test('a source that stays down is skipped after five retries, and the others complete the contact', async () => {
  for (const down of ['website', 'wikidata'] as const) {
    const { db, user, read, run, standIn, internet } = await start({
      web: { [HOME]: down === 'website' ? hangUp : SITE },
    })
    if (down === 'wikidata') standIn.failure = { status: 200, body: '{"error":{"code":"maxlag"}}' }
    await save(db, [safeAddress(user, JANE_DOE)])
    for (let retry = 0; retry < 5; retry++) {
      await run()
      expect(await read()).toMatchObject([{ enrichmentState: 'retrying' }])
      await skipWaiting(db)
    }
    await run()
    const [contact] = await read()
    expect(contact).toMatchObject({ enrichmentState: 'matched', version: 'v1' })
    const matched =
      down === 'website' ? { wikidata_company: 'matched', wikidata_person: 'matched' } : { website: 'matched' }
    const skipped =
      down === 'website' ? { website: 'skipped' } : { wikidata_company: 'skipped', wikidata_person: 'skipped' }
    for (const [source, status] of Object.entries({ ...matched, ...skipped }))
      expect(contact!.enrichment.sources).toMatchObject({ [source]: { status } })
    const questions = down === 'website' ? internet.asked.filter((address) => address === HOME) : standIn.asked
    expect(questions).toHaveLength(6)
    await expectSound(db)
  }
})

test('with all sources down a contact ends as no match, and nothing was taken for a "no"', async () => {
  const { db, user, read, run, standIn } = await start({ web: { [HOME]: hangUp } })
  standIn.failure = { status: 503, body: '' }
  await save(db, [safeAddress(user, JANE_DOE)])
  for (let round = 0; round < 6; round++) {
    await run()
    await skipWaiting(db)
  }
  const [contact] = await read()
  expect(contact).toMatchObject({ enrichmentState: 'no_match', enrichment: { status: 'no_match' } })
  expect(Object.values(contact!.enrichment.sources).map(({ status }) => status)).toEqual([
    'skipped',
    'skipped',
    'skipped',
  ])
  expect(await db.selectFrom('company_facts').selectAll().execute()).toEqual([])
})

test('while a source is down it is queried once for a domain, however many contacts wait', async () => {
  const { db, user, run, standIn, internet, read } = await start({ web: { [HOME]: hangUp } })
  await save(
    db,
    Array.from({ length: 90 }, (_, n) => safeAddress(user, `person${n}@acme-rockets.com`)),
  )
  await run()
  expect(internet.asked.filter((address) => address === HOME)).toHaveLength(1)
  expect(standIn.asked.filter((parameters) => parameters.get('srsearch')?.includes('P31=Q5'))).toEqual([])
  expect((await read()).every(({ enrichmentState }) => enrichmentState === 'retrying')).toBe(true)
})

test('when Wikidata fails in the middle, who was completed stays so and the rest is retried', async () => {
  const { db, user, run, standIn, read, pages } = await start()
  const answer = pages[WIKIDATA_API] as (...parameters: unknown[]) => void
  let persons = 0
  pages[WIKIDATA_API] = (request, response) => {
    if (request.url?.includes('P31%3DQ5') && ++persons > 3) standIn.failure = { status: 500, body: '' }
    answer(request, response)
  }
  await save(
    db,
    ['anna', 'berta', 'clara', 'doris', 'emma', 'frida', 'greta', 'helga', 'irma', 'julia'].map((name) =>
      safeAddress(user, `${name}.meier@acme-rockets.com`),
    ),
  )
  await run()
  const states = (await read()).map(({ enrichmentState }) => enrichmentState)
  expect(states.filter((state) => state === 'matched')).toHaveLength(3)
  expect(states.filter((state) => state === 'retrying')).toHaveLength(7)
  expect(persons).toBe(4)
  standIn.failure = undefined
  persons = -100
  await skipWaiting(db)
  await run()
  expect((await read()).every(({ enrichmentState }) => enrichmentState === 'matched')).toBe(true)
})

test('a refresh keeps showing what was known, and keeps it if the sources are down', async () => {
  const { db, user, read, run, tasks, pages, standIn } = await start()
  await save(db, [safeAddress(user, JANE_DOE)])
  await run()
  const [before] = await read()
  await sql`UPDATE contacts SET enriched_at = now() - interval '91 days'`.execute(db)
  await sql`UPDATE company_facts SET fetched_at = now() - interval '91 days'`.execute(db)
  pages[HOME] = hangUp
  standIn.failure = { status: 503, body: '' }
  await tasks['enrichment.refresh']({}, never)
  expect(await read()).toMatchObject([{ enrichmentState: 'updating', version: null, enrichment: before!.enrichment }])
  for (let round = 0; round < 6; round++) {
    await run()
    expect(await read()).toMatchObject([{ enrichment: before!.enrichment }])
    await skipWaiting(db)
  }
  expect(await read()).toMatchObject([{ enrichmentState: 'matched', version: 'v1' }])
})

test('a refresh begins after 90 days, oldest first, at most as many as allowed', async () => {
  const { db, user, tasks, read } = await start({ options: { refreshMaxCount: 2 } })
  await save(
    db,
    ['a', 'b', 'c', 'd'].map((name) => safeAddress(user, `${name}@acme-rockets.com`)),
  )
  const age = (email: string, days: number) =>
    sql`UPDATE contacts SET state = 'no_match', due_at = NULL, enriched_at = now() - make_interval(days => ${days})
      WHERE email = ${email}`.execute(db)
  for (const [index, days] of [89, 91, 93, 92].entries()) await age(`${'abcd'[index]}@acme-rockets.com`, days)
  const updating = async () =>
    (await read())
      .filter(({ enrichmentState }) => enrichmentState === 'updating')
      .map(({ email }) => email[0])
      .sort()
  await tasks['enrichment.refresh']({}, never)
  expect(await updating()).toEqual(['c', 'd'])
  await tasks['enrichment.refresh']({}, never)
  expect(await updating()).toEqual(['b', 'c', 'd'])
  await tasks['enrichment.refresh']({}, never)
  expect(await updating()).toEqual(['b', 'c', 'd'])
})

test('an address that changes during enrichment is enriched for the new one only', async () => {
  const { db, user, read, run, pages } = await start()
  await save(db, [safeAddress(user, JANE_DOE)])
  const [jane] = await read()
  let edited = false
  const answer = pages[WIKIDATA_API] as (...parameters: unknown[]) => void
  pages[WIKIDATA_API] = async (request, response) => {
    if (!edited) {
      edited = true
      const body = { email: 'jane.doe@other-firm.de', firstName: 'Jane', lastName: 'Doe' }
      await editContact({ db, engine, enrichment: true, secrets: SECRETS }, user, jane!.id, body)
    }
    answer(request, response)
  }
  await run()
  expect(await read()).toMatchObject([
    { domain: 'other-firm.de', enrichmentState: 'no_match', enrichment: { company: { name: null } } },
  ])
})

test('a contact that is deleted during enrichment stays deleted, and so does what only it knew', async () => {
  const { db, user, read, run, pages } = await start()
  await save(db, [safeAddress(user, JANE_DOE)])
  const answer = pages[WIKIDATA_API] as (...parameters: unknown[]) => void
  pages[WIKIDATA_API] = async (request, response) => {
    await db.transaction().execute((tx) => forgetAddress(tx, createAddressSearch(engine, JANE_DOE)))
    answer(request, response)
  }
  await run()
  expect(await read()).toEqual([])
  expect(await db.selectFrom('company_facts').selectAll().execute()).toEqual([])
})

test('a company whose answer cannot be read is requested again and in the end skipped', async () => {
  const { db, user, read, run, standIn } = await start()
  standIn.failure = { status: 200, body: '{"query":{"search":[null]}}' }
  await save(db, [safeAddress(user, JANE_DOE)])
  for (let round = 0; round < 6; round++) {
    await run()
    await skipWaiting(db)
  }
  expect(await read()).toMatchObject([
    { enrichmentState: 'matched', enrichment: { sources: { wikidata_person: { status: 'skipped' } } } },
  ])
})

test('a person whose answer cannot be read is skipped, and the colleagues are not', async () => {
  const { db, user, read, run, pages } = await start()
  const answer = pages[WIKIDATA_API] as (...parameters: unknown[]) => void
  pages[WIKIDATA_API] = (request, response) => {
    if (request.url?.includes('john+smith')) response.end('{"query":{"search":[null]}}')
    else answer(request, response)
  }
  await save(db, [safeAddress(user, 'john.smith@acme-rockets.com'), safeAddress(user, JANE_DOE)])
  await run()
  expect(await read()).toMatchObject([
    { firstName: 'Jane', enrichment: { sources: { wikidata_person: { status: 'matched' } } } },
    {
      firstName: 'John',
      enrichment: { sources: { wikidata_person: { status: 'skipped' }, website: { status: 'matched' } } },
    },
  ])
})

test('contacts go only along the edges of the contract', async () => {
  const { db, user, read, run, pages, tasks, standIn } = await start()
  await sql`CREATE TABLE edges (former text, state text)`.execute(db)
  await sql`CREATE FUNCTION note_edge() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO edges VALUES (OLD.state, NEW.state); RETURN NULL; END $$`.execute(db)
  await sql`CREATE TRIGGER note_edge AFTER UPDATE OF state ON contacts FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION note_edge()`.execute(db)
  await save(db, [safeAddress(user, JANE_DOE), safeAddress(user, 'john.smith@other-firm.de')])
  const move = async (email: string) => {
    const [contact] = await read()
    await editContact({ db, engine, enrichment: true, secrets: SECRETS }, user, contact!.id, {
      email,
      firstName: null,
      lastName: null,
    })
  }
  for (const [n, isDown] of [true, false, true, true, false].entries()) {
    pages[HOME] = isDown ? hangUp : SITE
    standIn.failure = isDown ? { status: 500, body: '' } : undefined
    await run()
    await move(n % 2 ? 'mary.major@acme-rockets.com' : 'peter.minor@acme-rockets.com')
    await run()
    await sql`UPDATE contacts SET enriched_at = now() - interval '91 days' WHERE due_at IS NULL`.execute(db)
    await sql`DELETE FROM company_facts`.execute(db)
    await tasks['enrichment.refresh']({}, never)
    await skipWaiting(db)
  }
  await move('mary.major@gmail.com')
  await run()
  const { rows } = await sql<{
    former: EnrichmentState
    state: EnrichmentState
  }>`SELECT DISTINCT former, state FROM edges`.execute(db)
  expect(rows.length).toBeGreaterThan(5)
  for (const { former, state } of rows) expect(ENRICHMENT_EDGES[former]).toContain(state)
})

test("a user's one contact is enriched before the rest of another's hundreds", async () => {
  const { db, user, internet, run } = await start({})
  const other = await someAccount(db)
  const many = Array.from({ length: 30 }, (_, at) => safeAddress(user, `jane.doe@firm-number-${at}.com`))
  for (let start = 0; start < many.length; start += 10) await save(db, many.slice(start, start + 10))
  await save(db, [safeAddress(other, 'jane.doe@lone-firm.com')])
  await run()
  const sites = internet.asked.filter((address) => /^[a-z0-9-]+\.com\/$/.test(address))
  expect(sites).toHaveLength(31)
  expect(sites.indexOf('lone-firm.com/')).toBeLessThanOrEqual(5)
})

test('sites that may share hosts are visited one after the other, by whatever task; one that was cut short goes on', async () => {
  const { db, user, tasks, read, run, pages, internet } = await start()
  await save(
    db,
    ['acme-rockets.com', 'office.acme-rockets.com'].map((domain) => safeAddress(user, `mary.major@${domain}`)),
  )
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(db)
  const visit = (domain: string, id: string) =>
    tasks['enrichment.website']({ domain }, { ...never, id, runAt: new Date() })
  let other: Promise<void> | undefined
  pages[HOME] = async (_request, response) => {
    other ??= visit('office.acme-rockets.com', '2')
    await other
    response.setHeader('content-type', 'text/html').end(SITE)
  }
  await visit('acme-rockets.com', '1')
  expect(internet.asked.filter((address) => address.startsWith('office.'))).toEqual([])
  expect(await db.selectFrom('site_leases').selectAll().execute()).toEqual([])
  await skipWaiting(db)
  await run()
  expect((await read()).map(({ enrichmentState }) => enrichmentState)).toEqual(['matched', 'matched'])

  await save(db, [safeAddress(user, 'anna.berg@other-firm.de')])
  await sql`INSERT INTO site_leases SELECT sha256('other-firm.de'), 3, now() + interval '1 minute'`.execute(db)
  await visit('other-firm.de', '4')
  expect(internet.asked).not.toContain('other-firm.de/')
  await visit('other-firm.de', '3')
  expect(internet.asked).toContain('other-firm.de/')
})

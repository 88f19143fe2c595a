import type { Contact, ContactList } from '@mailsift/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { registerContactRoutes } from '../../src/contacts/routes.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { addToken, addUser, codeOf, signIn, useTestApp, withToken } from '../access/test-app.ts'
import { useTestDatabase } from '../support/database.ts'
import { engine, expectSound, isContact, SECRETS, safeAddress, save } from './safe-address.ts'

async function start() {
  const startedAt = Date.now()
  const database = await useTestDatabase()
  const { db } = database
  const app = await useTestApp(database.url, {
    addRoutes: (http) => registerContactRoutes(http, { db, engine, enrichment: true, secrets: SECRETS }),
  })
  const user = await addUser(db)
  const [read, write] = [await addToken(db, user.id, 'read'), await addToken(db, user.id, 'write')]
  await save(
    db,
    ['john.smith@acme-rockets.com', 'jane.doe@acme-rockets.com'].map((email) => safeAddress(user.id, email)),
  )
  const { data } = (await (await app.fetch('/v1/contacts', withToken(read))).json()) as ContactList
  const [jane, john] = data as [Contact, Contact]
  const patch = (id: string, body: unknown, token = write) =>
    app.fetch(
      `/v1/contacts/${id}`,
      withToken(token, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const get = (path: string, token = read) => app.fetch(`/v1/contacts${path}`, withToken(token))
  return { startedAt, db, app, user, read, write, jane, john, get, patch }
}

const JANE = { email: 'jane.doe@acme-rockets.com', firstName: 'Jane', lastName: 'Doe' }

describe('GET /v1/contacts', () => {
  test('200: the paging of §4.9 and contacts that fit the contract', async () => {
    const { startedAt, get, jane } = await start()
    const list = (await (await get('?take=1&page=2')).json()) as ContactList
    expect(list).toMatchObject({
      totalItems: 2,
      totalPages: 2,
      itemsPerPage: 1,
      currentPage: 2,
      currentPageItemCount: 1,
      data: [
        { email: 'john.smith@acme-rockets.com', firstName: 'John', lastName: 'Smith', domain: 'acme-rockets.com' },
      ],
    })
    expect(isContact(jane)).toBe(true)
    expect(jane).toMatchObject({
      version: null,
      enrichedAt: null,
      enrichmentState: 'pending',
      enrichment: { status: 'no_match', sources: {}, provenance: [] },
    })
    expect(jane.createdAt).toBeGreaterThanOrEqual(startedAt)
    expect(jane.createdAt).toBeLessThanOrEqual(Date.now())
  })

  test('400: paging out of bounds, or in another form than decimal', async () => {
    const { get } = await start()
    const bad = [
      'page=0',
      'page=1000001',
      'take=0',
      'take=101',
      'page=1e3',
      'take=NaN',
      'take=1.5',
      'page=',
      'sort=email',
    ]
    for (const query of bad) {
      const answer = await get(`?${query}`)
      expect([query, answer.status, await codeOf(answer)]).toEqual([query, 400, 'invalid_request'])
    }
  })

  test('401, 402: without a credential, without a subscription', async () => {
    const { app, db, get } = await start()
    expect((await app.fetch('/v1/contacts')).status).toBe(401)
    const lapsed = await addUser(db, null)
    expect((await get('', await addToken(db, lapsed.id, 'read'))).status).toBe(402)
  })

  test('200: a session sees its own contacts, also without a subscription', async () => {
    const { app, db } = await start()
    const lapsed = await addUser(db, null)
    const { bearer } = await signIn(app, lapsed)
    const answer = await app.fetch('/v1/contacts', { headers: { authorization: `Bearer ${bearer}` } })
    expect(await answer.json()).toMatchObject({ totalItems: 0, data: [] })
  })
})

describe('GET /v1/contacts/{contactId}', () => {
  test('200: the id in every form of §2.1', async () => {
    const { get, jane } = await start()
    const bare = jane.id.replaceAll('-', '')
    for (const id of [jane.id, jane.id.toUpperCase(), bare, bare.toUpperCase()])
      expect(await (await get(`/${id}`)).json()).toEqual(jane)
  })

  test('400: an id of another form', async () => {
    const { get } = await start()
    const wrongVersion = '01890000-0000-0000-8000-000000000000'
    const wrongVariant = '01890000-0000-7000-c000-000000000000'
    for (const id of ['x', '0'.repeat(31), '0'.repeat(33), wrongVersion, wrongVariant]) {
      const answer = await get(`/${id}`)
      expect([id, answer.status, await codeOf(answer)]).toEqual([id, 400, 'invalid_request'])
    }
  })

  test("404: another user's contact answers exactly like a missing one", async () => {
    const { db, get, patch, jane } = await start()
    const stranger = await addUser(db)
    const token = await addToken(db, stranger.id, 'write')
    const anonymous = async (answer: Response) => {
      const { request_id, ...body } = (await answer.json()) as Record<string, unknown>
      return { status: answer.status, body }
    }
    const missing = await anonymous(await get(`/${uuidv7()}`, token))
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await anonymous(await get(`/${jane.id}`, token))).toEqual(missing)
    expect(await anonymous(await get(`/${'0'.repeat(32)}`, token))).toEqual(missing)
    expect(await anonymous(await patch(jane.id, JANE, token))).toEqual(missing)
    expect(await anonymous(await patch(uuidv7(), JANE, token))).toEqual(missing)
  })
})

describe('PATCH /v1/contacts/{contactId}', () => {
  test('200: the same names leave the enrichment as it is; a corrected one starts a new search for the person alone', async () => {
    const { db, get, patch, jane } = await start()
    const entry = (name: string) => ({
      status: 'matched',
      fetchedAt: 5,
      url: 'https://acme-rockets.com/',
      company: { name },
    })
    const sources = { website: entry('Acme'), wikidata_person: { ...entry(''), person: { name: 'Jane Doe' } } }
    await sql`UPDATE contacts SET state = 'matched', due_at = NULL, enriched_at = now(), pending_sources = '{}',
      sources = ${JSON.stringify(sources)}::jsonb WHERE id = ${jane.id}`.execute(db)
    await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(db)
    const before = (await (await get(`/${jane.id}`)).json()) as Contact
    const same = (await (await patch(jane.id, JANE)).json()) as Contact
    expect(same).toEqual({ ...before, updatedAt: same.updatedAt })
    const answer = await patch(jane.id, { ...JANE, firstName: '', lastName: 'Döe-Smith' })
    expect(answer.status).toBe(200)
    const after = (await answer.json()) as Contact
    expect(after).toMatchObject({ firstName: null, lastName: 'Döe-Smith', enrichmentState: 'updating', version: null })
    expect(after.enrichment).toMatchObject({ company: { name: 'Acme' }, person: { name: null } })
    expect(await (await get(`/${jane.id}`)).json()).toEqual(after)
    const { rows } = await sql`SELECT pending_sources FROM contacts WHERE id = ${jane.id}`.execute(db)
    expect(rows).toEqual([{ pending_sources: ['wikidata_person'] }])
    const tasks = await sql`SELECT key FROM graphile_worker.jobs`.execute(db)
    expect(tasks.rows).toEqual([{ key: 'enrichment.website:acme-rockets.com' }])
  })

  test('200: another address gives another domain, and a fresh start to enrichment', async () => {
    const { db, patch, jane, john } = await start()
    const facts = { status: 'matched', fetchedAt: 5, url: 'https://acme-rockets.com/', company: { name: 'Acme' } }
    await sql`UPDATE contacts SET state = 'matched', due_at = NULL, enriched_at = to_timestamp(1.5), attempts = 3,
      sources = ${JSON.stringify({ website: facts })}::jsonb WHERE id = ${jane.id}`.execute(db)
    const moved = { ...JANE, email: ' Jane.Doe@Other-Firm.DE ' }
    expect(await (await patch(jane.id, moved)).json()).toMatchObject({
      email: 'Jane.Doe@Other-Firm.DE',
      domain: 'other-firm.de',
      enrichmentState: 'updating',
      version: null,
      enrichedAt: 1500,
      enrichment: { status: 'no_match', sources: {}, provenance: [], company: { name: null } },
    })
    expect(await (await patch(john.id, { ...JANE, email: 'john@other-firm.de' })).json()).toMatchObject({
      enrichmentState: 'pending',
    })
    const { rows } = await sql<{ key: string }>`
      SELECT key FROM graphile_worker.jobs WHERE key LIKE '%other-firm.de'`.execute(db)
    expect(rows).toEqual([{ key: 'enrichment.website:other-firm.de' }])
    await expectSound(db)
  })

  test('200: a domain that no URL could have is still the domain', async () => {
    const { patch, jane } = await start()
    const answer = await patch(jane.id, { ...JANE, email: 'jane@Office.0x1' })
    expect(await answer.json()).toMatchObject({ domain: 'office.0x1' })
  })

  test('200: another spelling of the same address is not another address', async () => {
    const { patch, jane } = await start()
    const answer = await patch(jane.id, { ...JANE, email: 'Jane.Doe+Work@acme-rockets.com' })
    expect(await answer.json()).toMatchObject({ email: 'Jane.Doe+Work@acme-rockets.com', enrichmentState: 'pending' })
  })

  test('400: a body that is not exactly the three fields', async () => {
    const { patch, jane } = await start()
    const bad: [unknown, code?: string][] = [
      [{}],
      [{ ...JANE, firstName: undefined }],
      [{ ...JANE, id: jane.id }],
      [{ ...JANE, email: null }],
      [{ ...JANE, firstName: 5 }],
      [{ ...JANE, firstName: 'x'.repeat(65) }],
      [{ ...JANE, lastName: 'a\u0000b' }],
      [{ ...JANE, lastName: 'a\ud800b' }],
      [{ ...JANE, email: 'nobody' }, 'invalid_email'],
      [{ ...JANE, email: 'a@b@c.de' }, 'invalid_email'],
      [{ ...JANE, email: `${'a'.repeat(65)}@acme.com` }, 'invalid_email'],
      [{ ...JANE, email: '' }, 'invalid_email'],
    ]
    for (const [body, code = 'invalid_request'] of bad) {
      const answer = await patch(jane.id, body)
      expect([answer.status, await codeOf(answer)]).toEqual([400, code])
    }
    expect((await patch(jane.id, { ...JANE, firstName: '😀'.repeat(64) })).status).toBe(200)
  })

  test('403: a read token may not', async () => {
    const { patch, jane, read } = await start()
    const answer = await patch(jane.id, JANE, read)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'write_permission_required'])
  })

  test('409: the address of another contact, however spelled; never that of another user', async () => {
    const { db, patch, jane } = await start()
    const stranger = await addUser(db)
    await save(db, [safeAddress(stranger.id, 'mary.major@acme-rockets.com')])
    const answer = await patch(jane.id, { ...JANE, email: 'JOHN.SMITH+x@acme-rockets.com' })
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'contact_exists'])
    expect((await patch(jane.id, { ...JANE, email: 'mary.major@acme-rockets.com' })).status).toBe(200)
    await expectSound(db)
  })
})

test('no address is logged', async () => {
  const { app, patch, get, jane } = await start()
  await patch(jane.id, { ...JANE, email: 'jane.doe@@acme-rockets.com' })
  await patch(jane.id, { ...JANE, email: 'john.smith@acme-rockets.com' })
  await get(`/${jane.id}`)
  expect(app.logged()).not.toMatch(/acme-rockets|jane/i)
})

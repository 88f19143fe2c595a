// Many contacts at once: counted, saved as files, deleted.
import { randomUUID } from 'node:crypto'
import type { ContactCount, ContactPage } from '@mailsift/contract'
import { fromBlob, openList } from '@mailsift/intake/list'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { registerContactRoutes } from '../../src/contacts/routes.ts'
import { countContacts } from '../../src/contacts/search.ts'
import { toCard } from '../../src/contacts/vcard.ts'
import { addToken, addUser, codeOf, useTestApp, withToken } from '../access/test-app.ts'
import { useTestDatabase } from '../support/database.ts'
import { engine, expectSound, SECRETS, safeAddress, save } from './safe-address.ts'

const PEOPLE = ['zoe.adams@acme-rockets.com', 'jane.doe@other-firm.de', 'john.smith@acme-rockets.com']

async function start(people: readonly string[] = PEOPLE) {
  const database = await useTestDatabase()
  const { db } = database
  const app = await useTestApp(database.url, {
    addRoutes: (http) => registerContactRoutes(http, { db, engine, enrichment: true, secrets: SECRETS }),
  })
  const user = await addUser(db)
  const [read, write] = [await addToken(db, user.id, 'read'), await addToken(db, user.id, 'write')]
  await save(
    db,
    people.map((email) => safeAddress(user.id, email)),
  )
  const get = (path: string) => app.fetch(`/account/contacts${path}`, withToken(read))
  const all = async () => ((await (await get('')).json()) as ContactPage).items
  const remove = (body: object, token = write) =>
    app.fetch('/account/contacts/delete', {
      ...withToken(token, { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...withToken(token).headers, 'content-type': 'application/json' },
    })
  return { db, app, user, read, get, all, remove }
}

async function cellsOf(bytes: Uint8Array): Promise<(string | undefined)[][]> {
  const list = await openList(fromBlob(new Blob([bytes.slice()])))
  const rows: (string | undefined)[][] = [list.names]
  for await (const batch of list.records([0, 1])) rows.push(...batch.map(({ cells }) => cells))
  return rows
}

test('counts those that match, and says when it could not look at all', async () => {
  const { db, user, get } = await start()
  const countOf = async (query: string) => (await (await get(`/count${query}`)).json()) as ContactCount
  expect(await countOf('')).toEqual({ count: 3, is_exact: true })
  expect(await countOf('?search=acme%20SMITH')).toEqual({ count: 1, is_exact: true })
  expect(await countOf('?domain=acme-rockets.com')).toEqual({ count: 2, is_exact: true })
  expect(await countContacts(db, user.id, {}, 2)).toMatchObject({ is_exact: false })
  expect((await get('/count?search=%00')).status).toBe(400)
})

test('saves those that match as CSV, whose cells run nothing in a spreadsheet program', async () => {
  const { db, get } = await start()
  await sql`UPDATE contacts SET first_name = '=HYPERLINK("http://x")', last_name = 'Ada, "the" Countess'
    WHERE email = ${PEOPLE[0]}`.execute(db)
  const answer = await get('/export?format=csv&search=acme&sort=oldest')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = (await answer.text()).trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    'email,first_name,last_name,name,job_title,employer,location,company,website,domain,enrichment,added',
  )
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")","Ada, ""the"" Countess"`)
  expect((await get('/export?format=doc')).status).toBe(400)
  expect((await get('/export?search=%00')).status).toBe(400)
})

test('saves them as a real workbook', async () => {
  const { db, get } = await start()
  await sql`UPDATE contacts SET first_name = '=1+1' WHERE email = ${PEOPLE[0]}`.execute(db)
  const answer = await get('/export?format=xlsx&sort=oldest')
  expect(answer.headers.get('content-type')).toMatch(/spreadsheetml/)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK')
  const rows = await cellsOf(bytes)
  expect(rows[0]![0]).toBe('email')
  expect(rows.slice(1).map((row) => row.slice(0, 2))).toEqual([
    [PEOPLE[0], '=1+1'],
    [PEOPLE[1], 'Jane'],
    [PEOPLE[2], 'John'],
  ])
})

test('saves them as vCards, one for each contact', async () => {
  const { get } = await start()
  const text = await (await get('/export?format=vcf&sort=oldest')).text()
  expect(text.match(/BEGIN:VCARD\r\n/g)).toHaveLength(3)
  expect(text).toContain('EMAIL;TYPE=INTERNET:jane.doe@other-firm.de\r\n')
  expect(text).toContain('N:Doe;Jane;;;\r\nFN:Jane Doe\r\n')
})

test('a card escapes its texts and folds long lines between characters', async () => {
  const { all } = await start()
  const [contact] = await all()
  const firstName = `a;b,c\\d\ne${'ü'.repeat(60)}`
  const card = toCard({ ...contact!, firstName, lastName: null })
  expect(card.replaceAll('\r\n ', '')).toContain(`N:;a\\;b\\,c\\\\d\\ne${'ü'.repeat(60)};;;\r\n`)
  for (const line of card.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('deletes all that match if their number is the expected one, and otherwise none', async () => {
  const { db, user, all, remove } = await start()
  const refused = await remove({ domain: 'acme-rockets.com', expected_count: 3 })
  expect([refused.status, await codeOf(refused)]).toEqual([409, 'count_changed'])
  expect(await all()).toHaveLength(3)
  const answer = await remove({ domain: 'acme-rockets.com', expected_count: 2, suppress: true })
  expect(await answer.json()).toEqual({ deleted: 2 })
  expect((await all()).map(({ email }) => email)).toEqual([PEOPLE[1]])
  await expectSound(db)
  await save(db, [safeAddress(user.id, PEOPLE[0]!)])
  expect(await all()).toHaveLength(1)
  const { rows } = await sql<{ action: string; detail: string }>`
    SELECT action, detail FROM audit_events WHERE account_id = ${user.id} AND action = 'contacts_deleted'`.execute(db)
  expect(rows).toEqual([{ action: 'contacts_deleted', detail: 'contacts: 2' }])
})

test('deletes contacts by id, and never those of another account', async () => {
  const { db, all, remove } = await start()
  const other = await addUser(db)
  await save(db, [safeAddress(other.id, 'amy.ng@third.org')])
  const { rows } = await sql<{ id: string }>`SELECT id FROM contacts WHERE account_id = ${other.id}`.execute(db)
  const own = (await all()).map(({ id }) => id)
  expect((await remove({ contact_ids: [own[0], rows[0]!.id], expected_count: 2 })).status).toBe(409)
  expect((await remove({ contact_ids: [own[0], randomUUID()], expected_count: 2 })).status).toBe(409)
  expect((await remove({ contact_ids: own, search: 'x', expected_count: 3 })).status).toBe(400)
  expect(await (await remove({ contact_ids: own.slice(0, 2), expected_count: 2 })).json()).toEqual({ deleted: 2 })
  expect((await all()).map(({ id }) => id)).toEqual(own.slice(2))
  const { rows: theirs } = await sql`SELECT FROM contacts WHERE account_id = ${other.id}`.execute(db)
  expect(theirs).toHaveLength(1)
})

test('a file of many pages has every contact once', async () => {
  const people = Array.from({ length: 1_203 }, (_, at) => `person.number${at}@acme-rockets.com`)
  const { get } = await start(people)
  const lines = (await (await get('/export?sort=email')).text()).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(people.toSorted())
})

test('a read token cannot delete, and an export is noted', async () => {
  const { db, user, read, get, remove } = await start()
  expect((await remove({ domain: 'acme-rockets.com', expected_count: 2 }, read)).status).toBe(403)
  await (await get('/export?format=vcf')).text()
  const { rows } = await sql<{ detail: string }>`
    SELECT detail FROM audit_events WHERE account_id = ${user.id} AND action = 'contacts_exported'`.execute(db)
  expect(rows).toEqual([{ detail: 'vcf' }])
})

import type { Contact, ContactPage } from '@mailsift/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { registerContactRoutes } from '../../src/contacts/routes.ts'
import { searchContacts } from '../../src/contacts/search.ts'
import { issueToken } from '../../src/credentials/tokens/tokens.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { addToken, addUser, codeOf, useTestApp, withToken } from '../access/test-app.ts'
import { someAccount } from '../outbox/events.ts'
import { useTestDatabase } from '../support/database.ts'
import { engine, expectSound, isContact, SECRETS, safeAddress, save } from './safe-address.ts'

const PEOPLE = [
  'zoe.adams@acme-rockets.com',
  'jane.doe@other-firm.de',
  'john.smith@acme-rockets.com',
  'amy.ng@third.org',
]

async function start(people = PEOPLE) {
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
  const get = (query = '', token = read) => app.fetch(`/account/contacts${query}`, withToken(token))
  const page = async (query = '') => (await (await get(query)).json()) as ContactPage
  const emails = async (query: string) => (await page(query)).items.map(({ email }) => email)
  const remove = (id: string, query = '', token = write) =>
    app.fetch(`/account/contacts/${id}${query}`, withToken(token, { method: 'DELETE' }))
  return { db, app, user, read, get, page, emails, remove }
}

describe('GET /account/contacts', () => {
  test('200: newest first unless asked otherwise, with contacts that fit the contract', async () => {
    const { page, emails } = await start()
    const { items, ...rest } = await page()
    expect(rest).toEqual({ next_cursor: null, total: 4, take: 25 })
    expect(items.every((contact) => isContact(contact))).toBe(true)
    const [zoe, jane, john, amy] = PEOPLE
    expect(items.map(({ email }) => email)).toEqual([amy, john, jane, zoe])
    expect(await emails('?sort=oldest')).toEqual(PEOPLE)
    expect(await emails('?sort=email')).toEqual([amy, jane, john, zoe])
    expect(await emails('?sort=domain')).toEqual([zoe, john, jane, amy])
  })

  test('200: all words are searched for in addresses, names and what was found, in any case', async () => {
    const { db, emails } = await start([...PEOPLE, 'ÜMIT.Öz@Büro-Meier.de'])
    const website = {
      status: 'matched',
      fetchedAt: 1,
      url: 'https://third.org/',
      company: { name: 'Dritte Straße AG' },
    }
    await sql`UPDATE contacts SET sources = ${JSON.stringify({ website })}::jsonb WHERE domain = 'third.org'`.execute(
      db,
    )
    const [zoe, jane, john, amy] = PEOPLE
    expect(await emails('?search=ACME')).toEqual([john, zoe])
    expect(await emails('?search=smith%20john')).toEqual([john])
    expect(await emails('?search=smith%20jane')).toEqual([])
    expect(await emails(`?search=${encodeURIComponent('dritte straße')}`)).toEqual([amy])
    expect(await emails(`?search=${encodeURIComponent('ümit')}`)).toEqual(['ÜMIT.Öz@Büro-Meier.de'])
    expect(await emails('?search=100%25')).toEqual([])
    expect(await emails(`?search=${jane}`)).toEqual([jane])
  })

  test('200: filtered by state and by domain, as people write it', async () => {
    const { db, emails } = await start([...PEOPLE, 'jo@xn--bro-meier-q9a.de'])
    await sql`UPDATE contacts SET state = 'matched', due_at = NULL WHERE domain = 'other-firm.de'`.execute(db)
    expect(await emails('?state=matched')).toEqual([PEOPLE[1]])
    expect(await emails('?state=matched&domain=third.org')).toEqual([])
    expect(await emails('?domain=ACME-Rockets.com&sort=email')).toEqual([PEOPLE[2], PEOPLE[0]])
    expect(await emails(`?domain=${encodeURIComponent('Büro-Meier.de')}`)).toEqual(['jo@xn--bro-meier-q9a.de'])
  })

  test('400: what the query does not have, and a cursor of another order', async () => {
    const { get, page } = await start()
    const { next_cursor } = await page('?take=1&sort=email')
    const nul = Buffer.from(JSON.stringify({ sort: 'email', position: 1, normalized: 'a\0', domain: '' }))
    const bad = [
      ...['page=2', 'take=0', 'take=101', 'take=1e1', 'sort=random', 'state=lost', 'search=', 'domain=', 'q=x'],
      ...['search=a%00', 'domain=a%00'],
      ...['cursor=', 'cursor=x', `cursor=${next_cursor}`, `cursor=${next_cursor}&sort=domain`],
      `cursor=${nul.toString('base64url')}&sort=email`,
    ]
    for (const query of bad) {
      const answer = await get(`?${query}`)
      expect([query, answer.status, await codeOf(answer)]).toEqual([query, 400, 'invalid_request'])
    }
    expect((await get(`?cursor=${next_cursor}&sort=email`)).status).toBe(200)
  })

  test('a cursor from before 0.1.0 is read, one in an unknown version is refused by its number', async () => {
    const { get, page } = await start()
    const { next_cursor } = await page('?take=1&sort=email')
    const { version, ...cursor } = JSON.parse(Buffer.from(next_cursor!, 'base64url').toString())
    expect(version).toBe(1)
    const write = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
    expect((await get(`?sort=email&cursor=${write(cursor)}`)).status).toBe(200)
    const refused = await get(`?sort=email&cursor=${write({ ...cursor, version: 2 })}`)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('is in version 2')])
  })

  test('401, 403: without a credential, with a token for other things', async () => {
    const { app, db, user, get } = await start()
    expect((await app.fetch('/account/contacts')).status).toBe(401)
    expect((await get('', await forValidation(db, user.id))).status).toBe(403)
  })
})

async function forValidation(db: Db, accountId: string): Promise<string> {
  return (await issueToken(db, accountId, { name: 'test', permission: 'read', scopes: ['validate'] })).token
}

/** All that following the cursors gives. */
async function walk(db: Db, user: string, query: Partial<Parameters<typeof searchContacts>[2]>, lookedAt?: number) {
  const found: Contact[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await searchContacts(
      db,
      user,
      { sort: 'newest', take: 2, ...query, ...(cursor && { cursor }) },
      lookedAt,
    )
    found.push(...page.items)
    if (page.next_cursor === null) return found.map(({ email }) => email)
    cursor = page.next_cursor
  }
}

test('following the cursor gives every match once and in order, however little one request looks at', async () => {
  const { db } = await useTestDatabase()
  const [user, other] = [await someAccount(db), await someAccount(db)]
  const emails = Array.from({ length: 23 }, (_, n) => `person${n % 3 ? '' : '.x'}${n}@firm${n % 4}.com`)
  for (const one of [user, other])
    await save(
      db,
      emails.map((email) => safeAddress(one, email)),
    )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('newest', 'oldest', 'email', 'domain'),
      fc.constantFrom(undefined, 'x', '7', 'nothing'),
      fc.constantFrom(undefined, 'firm2.com'),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 30 }),
      async (sort, search, domain, take, lookedAt) => {
        const domainOf = (email: string) => email.split('@')[1]!
        const order = {
          newest: (a: string, b: string) => emails.indexOf(b) - emails.indexOf(a),
          oldest: (a: string, b: string) => emails.indexOf(a) - emails.indexOf(b),
          email: (a: string, b: string) => (a < b ? -1 : 1),
          domain: (a: string, b: string) => domainOf(a).localeCompare(domainOf(b)) || order.oldest(a, b),
        } as const
        const expected = emails
          .filter((email) => email.includes(search ?? '') && (!domain || domainOf(email) === domain))
          .sort(order[sort as keyof typeof order])
        const query = { sort: sort as 'newest', take, ...(search && { search }), ...(domain && { domain }) }
        expect(await walk(db, user, query, lookedAt)).toEqual(expected)
      },
    ),
    { numRuns: 60 },
  )
})

test('contacts added or deleted between pages neither shift nor repeat the others', async () => {
  const { db, user, page, remove } = await start()
  const first = await page('?take=2')
  await save(db, [safeAddress(user.id, 'newcomer@acme-rockets.com')])
  expect((await remove(first.items[1]!.id)).status).toBe(204)
  const second = await page(`?take=2&cursor=${first.next_cursor}`)
  expect(second.items.map(({ email }) => email)).toEqual([PEOPLE[1], PEOPLE[0]])
})

describe('DELETE /account/contacts/{contactId}', () => {
  test('204: the contact is gone, and comes back when its address is validated again', async () => {
    const { db, user, page, remove, emails } = await start()
    const { items } = await page()
    expect((await remove(items[0]!.id.replaceAll('-', '').toUpperCase())).status).toBe(204)
    expect(await page()).toMatchObject({ total: 3 })
    expect(await emails('')).toEqual(items.slice(1).map(({ email }) => email))
    expect((await remove(items[0]!.id)).status).toBe(404)
    await save(db, [safeAddress(user.id, items[0]!.email)])
    expect(await page()).toMatchObject({ total: 4 })
    await expectSound(db)
  })

  test('204: with suppress=1 it never comes back to this account, in no spelling; other accounts keep theirs', async () => {
    const { db, user, page, remove, emails } = await start()
    const other = await addUser(db)
    const jane = (await page('?search=jane')).items[0]!
    expect((await remove(jane.id, '?suppress=1')).status).toBe(204)
    for (const one of [user, other])
      await save(db, [safeAddress(one.id, 'Jane.Doe+new@other-firm.de'), safeAddress(one.id, 'bob.ray@other-firm.de')])
    expect(await emails('?domain=other-firm.de')).toEqual(['bob.ray@other-firm.de'])
    expect(await searchContacts(db, other.id, { sort: 'newest', take: 5 })).toMatchObject({ total: 2 })
    const { rows } = await sql<{ text: string }>`SELECT s::text AS text FROM contact_blocklist s`.execute(db)
    expect(rows.map(({ text }) => text).join()).not.toMatch(/jane|other-firm/i)
    await expectSound(db)
  })

  test("404: a missing contact and another user's; 403: a read token; 400: another choice", async () => {
    const { db, page, remove, read } = await start()
    const [contact] = (await page()).items
    const stranger = await addUser(db)
    const token = await addToken(db, stranger.id, 'write')
    for (const answer of [await remove(contact!.id, '', token), await remove(uuidv7())])
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found'])
    expect((await remove(contact!.id, '', read)).status).toBe(403)
    for (const query of ['?suppress=2', '?suppress=yes', '?force=1'])
      expect((await remove(contact!.id, query)).status).toBe(400)
    expect(await page()).toMatchObject({ total: 4 })
  })
})

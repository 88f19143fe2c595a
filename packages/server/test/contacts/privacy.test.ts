import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccountRows } from '../../src/accounts/accounts.ts'
import {
  contactsOfAccount,
  contactsWithAddress,
  forgetAddress,
  forgetContactsOfAccount,
} from '../../src/contacts/privacy.ts'
import { keepCompanies, readCompany } from '../../src/enrichment/company-store.ts'
import { createAddressSearch } from '../../src/platform/address-search.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { someAccount } from '../outbox/events.ts'
import { useTestDatabase } from '../support/database.ts'
import { engine, expectSound, safeAddress, save } from './safe-address.ts'

const FACTS = { facts: { status: 'no_match', fetchedAt: 1 }, itemId: undefined } as const

const searchOf = (address: string) => createAddressSearch(engine, address)

/** Everything that the tables of contacts hold, as text. */
async function everything(db: Db): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    SELECT concat((SELECT json_agg(c) FROM contacts c), (SELECT json_agg(c) FROM contact_counts c),
      (SELECT json_agg(c) FROM contact_gaps c), (SELECT json_agg(c) FROM company_facts c)) AS text`.execute(db)
  return rows[0]!.text
}

test('all contacts of a user are exported, however many', async () => {
  const { db } = await useTestDatabase()
  const [user, other] = [await someAccount(db), await someAccount(db)]
  const emails = Array.from({ length: 2_001 }, (_, n) => `person${n}@acme-rockets.com`)
  await save(
    db,
    emails.map((email) => safeAddress(user, email)),
  )
  await save(db, [safeAddress(other, 'somebody@else.org')])
  const exported: string[] = []
  for await (const { email } of contactsOfAccount(db, user)) exported.push(email)
  expect(exported).toEqual(emails)
})

test('a person is found and forgotten with every user, however the address is spelled', async () => {
  const { db } = await useTestDatabase()
  const [ada, bob] = [await someAccount(db), await someAccount(db)]
  await save(db, [
    safeAddress(ada, 'Jane.Doe+news@jane-doe.com'),
    safeAddress(ada, 'john.smith@acme-rockets.com'),
    safeAddress(bob, 'jane.doe@jane-doe.com'),
    // As a spreadsheet leaves it.
    safeAddress(ada, "'jane.doe@jane-doe.com"),
  ])
  await keepCompanies(db, 'website', [{ domain: 'jane-doe.com', ...FACTS }])
  await keepCompanies(db, 'website', [{ domain: 'acme-rockets.com', ...FACTS }])
  expect(
    (await contactsWithAddress(db, searchOf(' JANE.DOE@jane-doe.com'))).map(({ accountId }) => accountId).sort(),
  ).toEqual([ada, ada, bob].sort())
  const forget = () => db.transaction().execute((tx) => forgetAddress(tx, searchOf('jane.doe+x@jane-doe.com')))
  expect(await forget()).toBe(3)
  expect(await everything(db)).not.toMatch(/jane/i)
  expect(await everything(db)).toMatch(/john\.smith@acme-rockets\.com/)
  expect(await readCompany(db, 'acme-rockets.com')).toHaveProperty('website')
  expect(await forget()).toBe(0)
  await expectSound(db)
})

test('an address that was normalised by the rules of its mail host is found as it was validated', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  await save(db, [{ ...safeAddress(user, 'jane-news@acme-rockets.com'), normalized: 'jane@acme-rockets.com' }])
  expect(await contactsWithAddress(db, searchOf('Jane-News@acme-rockets.com'))).toHaveLength(1)
  expect(await contactsWithAddress(db, searchOf('jane@acme-rockets.com'))).toHaveLength(1)
})

test("a user's contacts can be forgotten, with or without the user", async () => {
  const { db } = await useTestDatabase()
  const [ada, bob] = [await someAccount(db), await someAccount(db)]
  for (const user of [ada, bob])
    await save(db, [safeAddress(user, 'jane.doe@acme-rockets.com'), safeAddress(user, 'a@b-c.org')])
  await db.transaction().execute((tx) => forgetAddress(tx, searchOf('a@b-c.org')))
  await db.transaction().execute((tx) => forgetContactsOfAccount(tx, ada))
  expect(await everything(db)).not.toContain(ada)
  await deleteAccountRows(db, bob)
  expect(await everything(db)).toBe('')
  await save(db, [safeAddress(ada, 'jane.doe@acme-rockets.com')])
  await expectSound(db)
})

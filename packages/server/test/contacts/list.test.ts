import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forgetAddress } from '../../src/contacts/privacy.ts'
import { listContacts } from '../../src/contacts/store.ts'
import { createAddressSearch } from '../../src/platform/address-search.ts'
import { someAccount } from '../outbox/events.ts'
import { useTestDatabase } from '../support/database.ts'
import { engine, expectSound, safeAddress, save } from './safe-address.ts'

const person = (n: number) => `person${n}@acme-rockets.com`

test('an empty list has no pages', async () => {
  const { db } = await useTestDatabase()
  expect(await listContacts({ db }, await someAccount(db), { page: 1, take: 25 })).toEqual({
    totalItems: 0,
    totalPages: 0,
    itemsPerPage: 25,
    currentPage: 1,
    currentPageItemCount: 0,
    data: [],
  })
})

test('pages run from the newest to the oldest, the last one may be short, and behind it is nothing', async () => {
  const { db } = await useTestDatabase()
  const [user, other] = [await someAccount(db), await someAccount(db)]
  for (let n = 1; n <= 7; n++) await save(db, [safeAddress(user, person(n)), safeAddress(other, person(n))])
  const page = async (number: number) => {
    const { data, ...fields } = await listContacts({ db }, user, { page: number, take: 3 })
    return { ...fields, emails: data.map(({ email }) => email) }
  }
  const fields = { totalItems: 7, totalPages: 3, itemsPerPage: 3 }
  expect(await page(1)).toEqual({ ...fields, currentPage: 1, currentPageItemCount: 3, emails: [7, 6, 5].map(person) })
  expect(await page(3)).toEqual({ ...fields, currentPage: 3, currentPageItemCount: 1, emails: [person(1)] })
  expect(await page(4)).toEqual({ ...fields, currentPage: 4, currentPageItemCount: 0, emails: [] })
  expect(await page(1_000_000)).toMatchObject({ totalItems: 7, emails: [] })
})

test('deleted contacts leave no hole: every page is what counting would give', async () => {
  const { db } = await useTestDatabase()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      async (count, deleted, take) => {
        const user = await someAccount(db)
        const numbers = Array.from({ length: count }, (_, index) => index + 1)
        await save(
          db,
          numbers.map((n) => safeAddress(user, person(n))),
        )
        for (const n of new Set(deleted))
          await db.transaction().execute((tx) => forgetAddress(tx, createAddressSearch(engine, person(n))))
        await save(db, [safeAddress(user, 'newest@acme-rockets.com')])
        const left = numbers.filter((n) => !deleted.includes(n)).map(person)
        const expected = ['newest@acme-rockets.com', ...left.reverse()]
        for (let page = 1; page <= Math.ceil(expected.length / take) + 1; page++) {
          const { data, totalItems } = await listContacts({ db }, user, { page, take })
          expect(totalItems).toBe(expected.length)
          expect(data.map(({ email }) => email)).toEqual(expected.slice((page - 1) * take, page * take))
        }
        await db
          .transaction()
          .execute((tx) => forgetAddress(tx, createAddressSearch(engine, 'newest@acme-rockets.com')))
      },
    ),
    { numRuns: 20 },
  )
  await expectSound(db)
})

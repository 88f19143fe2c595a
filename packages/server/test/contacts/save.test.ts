import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { deleteAccountRows } from '../../src/accounts/accounts.ts'
import { editContact } from '../../src/contacts/edit.ts'
import { type Db, openDatabase } from '../../src/platform/database/database.ts'
import { someAccount } from '../outbox/events.ts'
import { silentLog, useTestDatabase, waitingForLocks } from '../support/database.ts'
import { rowsRead } from '../support/rows-read.ts'
import { engine, expectSound, type SafeAddress, SECRETS, safeAddress, save, saveIn } from './safe-address.ts'

async function stored(db: Db, accountId: string) {
  return db
    .selectFrom('contacts')
    .select(['email', 'normalized', 'domain', 'first_name', 'last_name', 'state'])
    .where('account_id', '=', accountId)
    .orderBy('normalized')
    .execute()
}

async function waitingDomains(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM graphile_worker.jobs ORDER BY key`.execute(db)
  return rows.map(({ key }) => key)
}

test('a safe address becomes one pending contact per user, with the names of the verdict', async () => {
  const { db } = await useTestDatabase()
  const [ada, bob] = [await someAccount(db), await someAccount(db)]
  const spellings = ['Jane.Doe@Acme-Rockets.com', 'jane.doe+news@acme-rockets.com', 'JANE.DOE@ACME-ROCKETS.COM']
  await save(
    db,
    spellings.map((email, index) => safeAddress(ada, email, 1_000 + index)),
  )
  await save(db, [safeAddress(bob, 'jane.doe@acme-rockets.com')])
  expect(await stored(db, ada)).toEqual([
    {
      email: 'Jane.Doe@Acme-Rockets.com',
      normalized: 'jane.doe@acme-rockets.com',
      domain: 'acme-rockets.com',
      first_name: 'Jane',
      last_name: 'Doe',
      state: 'pending',
    },
  ])
  expect(await stored(db, bob)).toHaveLength(1)
  await expectSound(db)
})

test('an internationalised domain is kept in its ASCII form, an unknown name as null', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  await save(db, [safeAddress(user, 'jd@MÜNCHEN.de')])
  expect(await stored(db, user)).toMatchObject([
    { email: 'jd@MÜNCHEN.de', domain: 'xn--mnchen-3ya.de', first_name: null, last_name: null },
  ])
})

test('any order and any number of deliveries end in the same contacts', async () => {
  const { db } = await useTestDatabase()
  const locals = ['jane.doe', 'Jane.Doe+a', 'jane.doe+b', 'john.smith', 'John.Smith', 'mary', 'mary+x']
  const event = fc.record({ local: fc.constantFrom(...locals), at: fc.integer({ min: 1, max: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), fc.integer(), async (events, seed) => {
      const [once, often] = [await someAccount(db), await someAccount(db)]
      const addresses = (user: string) =>
        events.map(({ local, at }) => safeAddress(user, `${local}@acme-rockets.com`, at))
      await save(db, addresses(once))
      const deliveries = shuffle(Array.from({ length: 10 }, () => addresses(often)).flat(), seed)
      for (const batch of split(deliveries, seed)) await save(db, batch)
      expect(await stored(db, often)).toEqual(await stored(db, once))
    }),
    { numRuns: 15 },
  )
  await expectSound(db)
})

/** Deterministic for a seed, so that a failure can be repeated. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const keyed = items.map((item, index) => ({ item, key: Math.imul(index + 1, seed | 1) ^ (seed >>> 3) }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

function split(items: readonly SafeAddress[], seed: number): SafeAddress[][] {
  const size = 1 + (Math.abs(seed) % 7)
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
}

test('deliveries at the same time neither lose nor double a contact', async () => {
  const { db } = await useTestDatabase()
  const [ada, bob] = [await someAccount(db), await someAccount(db)]
  const all = Array.from({ length: 300 }, (_, n) => safeAddress(n % 2 ? ada : bob, `person${n % 120}@firm${n % 7}.com`))
  await Promise.all(Array.from({ length: 8 }, (_, n) => save(db, shuffle(all, n * 7919 + 1))))
  await expectSound(db)
  expect(await db.selectFrom('contacts').select(sql<number>`count(*)`.as('n')).executeTakeFirst()).toEqual({
    n: new Set(all.map(({ accountId, normalized }) => accountId + normalized)).size,
  })
})

test('a contact that its user has edited is left alone', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  await save(db, [safeAddress(user, 'jane.doe@acme-rockets.com', 2_000)])
  const { id } = await db.selectFrom('contacts').select('id').executeTakeFirstOrThrow()
  const edit = { email: 'jane.doe@acme-rockets.com', firstName: 'Janet', lastName: null }
  await editContact({ db, engine, enrichment: true, secrets: SECRETS }, user, id, edit)
  await save(db, [
    safeAddress(user, 'Jane.Doe@acme-rockets.com', 1_000),
    safeAddress(user, 'jane.doe@acme-rockets.com', 3_000),
  ])
  expect(await stored(db, user)).toMatchObject([{ first_name: 'Janet', last_name: null }])
})

test('each domain with a contact to look up gets one task, and public mailboxes are complete at once', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  const emails = [
    'jane.doe@acme-rockets.com',
    'john.smith@acme-rockets.com',
    'jane.doe@other-firm.de',
    'jane.doe@gmail.com',
  ]
  await save(
    db,
    emails.map((email) => safeAddress(user, email)),
  )
  await save(
    db,
    emails.map((email) => safeAddress(user, email)),
  )
  expect(await waitingDomains(db)).toEqual(['enrichment.website:acme-rockets.com', 'enrichment.website:other-firm.de'])
  expect((await stored(db, user)).map(({ domain, state }) => `${domain} ${state}`)).toEqual([
    'acme-rockets.com pending',
    'other-firm.de pending',
    'gmail.com no_match',
    'acme-rockets.com pending',
  ])
  await expectSound(db)
})

test('the customers of an internet provider are not its employees', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  await save(db, [safeAddress(user, 'jane.doe@telia.com'), safeAddress(user, 'jane.doe@bellsouth.net')])
  expect((await stored(db, user)).map(({ state }) => state)).toEqual(['no_match', 'no_match'])
  expect(await waitingDomains(db)).toEqual([])
})

test('students and former students of a university do not work there; its staff does', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  const hosts = [
    'student.lindau.edu',
    'stud.uni-lindau.de',
    'alumni.lindau.ac.uk',
    'etu.univ-lindau.fr',
    'cs.lindau.edu',
  ]
  await save(
    db,
    hosts.map((host) => safeAddress(user, `jane.doe@${host}`)),
  )
  expect(await waitingDomains(db)).toEqual(['enrichment.website:cs.lindau.edu'])
})

test('with enrichment switched off, contacts are saved and wait', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  await save(db, [safeAddress(user, 'jane.doe@acme-rockets.com')], false)
  expect(await waitingDomains(db)).toEqual([])
  expect(await stored(db, user)).toMatchObject([{ state: 'pending' }])
})

test('what a deleted user has validated does not keep others from getting their contacts', async () => {
  const { db } = await useTestDatabase()
  const [gone, here] = [await someAccount(db), await someAccount(db)]
  await save(db, [safeAddress(gone, 'jane.doe@acme-rockets.com')])
  await deleteAccountRows(db, gone)
  await save(db, [safeAddress(gone, 'john.smith@acme-rockets.com'), safeAddress(here, 'john.smith@acme-rockets.com')])
  expect(await stored(db, gone)).toEqual([])
  expect(await stored(db, here)).toHaveLength(1)
  await expectSound(db)
})

test('a user who is deleted while contacts are saved takes them along', async () => {
  const { db } = await useTestDatabase()
  const [gone, here] = [await someAccount(db), await someAccount(db)]
  const batch = [safeAddress(gone, 'jane.doe@acme-rockets.com'), safeAddress(here, 'jane.doe@acme-rockets.com')]
  let deleting: Promise<boolean> | undefined
  await db.transaction().execute(async (tx) => {
    await saveIn(tx, batch)
    deleting = deleteAccountRows(db, gone)
    await eventually(() => waitingForLocks(db))
  })
  expect(await deleting).toBe(true)
  expect(await stored(db, gone)).toEqual([])
  expect(await stored(db, here)).toHaveLength(1)
  await expectSound(db)
})

test('a task keeps its better position, and does not begin before the contacts are there', async () => {
  const { db } = await useTestDatabase()
  const [one, other] = [await someAccount(db), await someAccount(db)]
  await save(db, [safeAddress(one, 'jane.doe@acme-rockets.com')])
  const { rows: waiting } = await sql<{ id: string }>`
    UPDATE graphile_worker._private_jobs SET run_at = run_at - interval '1 day' RETURNING id`.execute(db)
  const tasks = () => sql`SELECT id, run_at, priority, attempts FROM graphile_worker.jobs`.execute(db)
  const before = (await tasks()).rows
  // As the queue looks for what it can begin.
  const found = () =>
    sql<{ id: string }>`SELECT id FROM graphile_worker._private_jobs FOR UPDATE SKIP LOCKED`.execute(db)
  await db.transaction().execute(async (tx) => {
    await saveIn(tx, [safeAddress(other, 'john.smith@acme-rockets.com')])
    expect((await found()).rows).toEqual([])
  })
  expect((await tasks()).rows).toEqual(before)
  expect((await found()).rows).toEqual(waiting)
})

test('a batch without addresses changes nothing', async () => {
  const { db } = await useTestDatabase()
  await save(db, [])
  await expectSound(db)
})

test('tasks of users take turns: whose contacts are few comes before the rest of who has many', async () => {
  const { db } = await useTestDatabase()
  const [many, few] = [await someAccount(db), await someAccount(db)]
  for (let batch = 0; batch < 4; batch++)
    await save(
      db,
      Array.from({ length: 50 }, (_, at) => safeAddress(many, `jane.doe@firm-${batch}-${at}.com`)),
    )
  await save(db, [safeAddress(few, 'jane.doe@lone-firm.com'), safeAddress(few, 'jane.doe@firm-3-49.com')])
  const { rows } = await sql<{ key: string; ahead: boolean }>`
    SELECT key, run_at <= now() - interval '1 hour' AS ahead FROM graphile_worker.jobs ORDER BY priority, run_at, id`.execute(
    db,
  )
  const order = rows.map(({ key }) => key.slice('enrichment.website:'.length))
  expect(order).toHaveLength(201)
  // A few steps may lie between, where a machine is slow.
  expect(order.indexOf('lone-firm.com')).toBeLessThan(20)
  // What somebody else wants too takes the better of both places.
  expect(order.indexOf('firm-3-49.com')).toBeLessThan(22)
  expect(order.indexOf('firm-3-48.com')).toBeGreaterThan(150)
  expect(rows.every(({ ahead }) => ahead)).toBe(true)
})

test('saving reads what it is given, and neither what waits nor all tasks for each of its domains', async () => {
  const { url } = await useTestDatabase()
  // One connection, whose own counts of rows read can be requested.
  const { db, close } = openDatabase(url, { log: silentLog, connectionCount: 1 })
  onTestFinished(close)
  const user = await someAccount(db)
  const addresses = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => safeAddress(user, `jane.doe@acme-rockets${from + n}.com`))
  await save(db, addresses(0, 2_000))
  const read = () => rowsRead(db, ['contacts', '_private_jobs'])
  const before = await read()
  await save(db, addresses(2_000, 500))
  // What waits is counted once: 2,500 contacts. For each of 500 domains that would be a million and more.
  expect((await read()) - before).toBeLessThan(10_000)
  expect(await waitingDomains(db)).toHaveLength(2_500)
})

test("saving reads no more for a user whom the planner's statistics do not know", async () => {
  const { url } = await useTestDatabase()
  const { db, close } = openDatabase(url, { log: silentLog, connectionCount: 1 })
  onTestFinished(close)
  const [known, unknown] = [await someAccount(db), await someAccount(db)]
  const addresses = (user: string, from: number, count: number) =>
    Array.from({ length: count }, (_, n) => safeAddress(user, `jane.doe${from + n}@gmail.com`))
  await save(db, addresses(known, 0, 2_000))
  await sql`ANALYZE contacts`.execute(db)
  const before = await rowsRead(db, ['contacts'])
  for (let from = 0; from < 2_000; from += 500) await save(db, addresses(unknown, from, 500))
  await save(db, addresses(unknown, 0, 500))
  // One lookup for each that is new, two for each that is there. Reading all of the user's for each would be a million and more.
  expect((await rowsRead(db, ['contacts'])) - before).toBeLessThan(10_000)
})

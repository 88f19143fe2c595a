import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openDatabase } from '../../../src/platform/database/database.ts'
import { siteNetworkOf } from '../../../src/platform/network.ts'
import { deleteOldAllowances, issueTicket, useTicket } from '../../../src/validation/playground/allowance.ts'
import { signTicket } from '../../../src/validation/playground/ticket.ts'
import { silentLog, useTestDatabase } from '../../support/database.ts'

const SECRET = 'one secret, long enough for a test'
const NEW_SECRET = 'another secret, which takes its place'
const NETWORK = siteNetworkOf('192.0.2.7')
const allowance = (db: Db, perNetworkDaily = 100) => ({ db, secret: SECRET, perNetworkDaily })

test('a ticket lasts a minute by the clock of the database and works once', async () => {
  const { db } = await useTestDatabase()
  const readClock = async () => (await sql<{ now: Date }>`SELECT now() AS now`.execute(db)).rows[0]!.now.getTime()
  const before = await readClock()
  const { text, expiresAt } = await issueTicket(allowance(db), NETWORK)
  expect(expiresAt.getTime()).toBeGreaterThanOrEqual(before + 60_000)
  expect(expiresAt.getTime()).toBeLessThanOrEqual((await readClock()) + 60_000)
  await useTicket(allowance(db), NETWORK, text)
  await expect(useTicket(allowance(db), NETWORK, text)).rejects.toMatchObject({ code: 'playground_refused' })
})

test('of fifty simultaneous uses in several processes exactly one succeeds', async () => {
  const database = await useTestDatabase()
  const { text } = await issueTicket(allowance(database.db), NETWORK)
  const processes = Array.from({ length: 5 }, () => {
    const process = openDatabase(database.url, { log: silentLog, connectionCount: 2 })
    onTestFinished(() => process.close())
    return process.db
  })
  const uses = Array.from({ length: 50 }, (_, use) => useTicket(allowance(processes[use % 5]!), NETWORK, text))
  const outcomes = await Promise.allSettled(uses)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await database.db.selectFrom('playground_daily').select('count').execute()).toEqual([{ count: 1 }])
})

test('a ticket that has lapsed is refused and counts nothing', async () => {
  const { db } = await useTestDatabase()
  const lapsed = signTicket([SECRET], NETWORK, Date.now() - 1_000)
  await expect(useTicket(allowance(db), NETWORK, lapsed)).rejects.toMatchObject({ code: 'playground_refused' })
  expect(await db.selectFrom('playground_daily').selectAll().execute()).toEqual([])
})

test("a network's day is used up after the cap, also for tickets already issued; other networks are not affected", async () => {
  const { db } = await useTestDatabase()
  const three = allowance(db, 3)
  const tickets = await Promise.all(Array.from({ length: 5 }, () => issueTicket(three, NETWORK)))
  const outcomes = await Promise.allSettled(tickets.map(({ text }) => useTicket(three, NETWORK, text)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refusal = { code: 'rate_limited', options: { retryAfterSeconds: expect.any(Number) } }
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal })
  await expect(issueTicket(three, NETWORK)).rejects.toMatchObject(refusal)
  await issueTicket(three, siteNetworkOf('198.51.100.7'))
})

test('a ticket of the old secret works while that is named, and a network keeps its count when it is dropped', async () => {
  const { db } = await useTestDatabase()
  const withSecret = (secret: string) => ({ db, secret, perNetworkDaily: 1 })
  const { text } = await issueTicket(withSecret(SECRET), NETWORK)
  await useTicket(withSecret(`${NEW_SECRET},${SECRET}`), NETWORK, text)
  await expect(issueTicket(withSecret(NEW_SECRET), NETWORK)).rejects.toMatchObject({ code: 'rate_limited' })
  const other = siteNetworkOf('198.51.100.7')
  const old = await issueTicket(withSecret(SECRET), other)
  const refusal = { code: 'playground_refused' }
  await expect(useTicket(withSecret(NEW_SECRET), other, old.text)).rejects.toMatchObject(refusal)
})

test('the next day begins with a full allowance', async () => {
  const { db } = await useTestDatabase()
  await useTicket(allowance(db, 1), NETWORK, (await issueTicket(allowance(db, 1), NETWORK)).text)
  await expect(issueTicket(allowance(db, 1), NETWORK)).rejects.toMatchObject({ code: 'rate_limited' })
  await sql`UPDATE playground_daily SET day = day - 1`.execute(db)
  await issueTicket(allowance(db, 1), NETWORK)
})

test('cleaning removes lapsed tickets and past days, and nothing that still counts', async () => {
  const { db } = await useTestDatabase()
  const [one, other] = [await issueTicket(allowance(db), NETWORK), await issueTicket(allowance(db), NETWORK)]
  await useTicket(allowance(db), NETWORK, one.text)
  await sql`UPDATE playground_used_tickets SET expires_at = now() - interval '1 second'`.execute(db)
  await sql`UPDATE playground_daily SET day = day - 1`.execute(db)
  await useTicket(allowance(db), NETWORK, other.text)
  await deleteOldAllowances({ db })
  expect(await db.selectFrom('playground_used_tickets').select('nonce').execute()).toHaveLength(1)
  expect(await db.selectFrom('playground_daily').select('count').execute()).toEqual([{ count: 1 }])
  await expect(useTicket(allowance(db), NETWORK, other.text)).rejects.toMatchObject({ code: 'playground_refused' })
})

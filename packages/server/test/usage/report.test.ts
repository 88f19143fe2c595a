import { UsageReport } from '@mailsift/contract'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { readPlans } from '../../src/accounts/plans/plans.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { readUsage } from '../../src/usage/report.ts'
import { registerUsageRoutes } from '../../src/usage/routes.ts'
import { addToken, addUser, codeOf, signIn, useTestApp, withToken } from '../access/test-app.ts'
import { someAccount } from '../outbox/events.ts'
import { useTestDatabase } from '../support/database.ts'

const isUsageReport = addFormats.default(new Ajv({ strict: false })).compile(UsageReport)

async function addUnits(db: Db, accountId: string, rows: [day: string, kind: 'single' | 'bulk', units: number][]) {
  await db
    .insertInto('usage_daily')
    .values(rows.map(([day, kind, units]) => ({ account_id: accountId, day, kind, units })))
    .execute()
}

describe('the report', () => {
  test('counts by day and kind within the range, both ends included, and leaves empty days out', async () => {
    const { db } = await useTestDatabase()
    const [accountId, other] = [await someAccount(db), await someAccount(db)]
    await addUnits(db, accountId, [
      ['2026-02-27', 'single', 1_000],
      ['2026-02-28', 'single', 3],
      ['2026-02-28', 'bulk', 10_000],
      ['2026-03-02', 'bulk', 5],
      ['2026-03-03', 'bulk', 1_000],
    ])
    await addUnits(db, other, [['2026-03-01', 'single', 77]])
    expect(await readUsage({ db }, accountId, { from: '2026-02-28', to: '2026-03-02' })).toEqual({
      from: '2026-02-28',
      to: '2026-03-02',
      total: 10_008,
      by_kind: { single: 3, bulk: 10_005 },
      days: [
        { date: '2026-02-28', total: 10_003, by_kind: { single: 3, bulk: 10_000 } },
        { date: '2026-03-02', total: 5, by_kind: { single: 0, bulk: 5 } },
      ],
    })
  })

  test('without a range is about the last 30 days, by the clock of the database', async () => {
    const { db } = await useTestDatabase()
    const accountId = await someAccount(db)
    const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
    await addUnits(db, accountId, [
      [day(30), 'single', 100],
      [day(29), 'single', 2],
      [day(0), 'single', 1],
    ])
    expect(await readUsage({ db }, accountId, {})).toMatchObject({ from: day(29), to: day(0), total: 3 })
  })

  test('a count beyond 32 bits stays exact', async () => {
    const { db } = await useTestDatabase()
    const accountId = await someAccount(db)
    await addUnits(db, accountId, [['2026-01-01', 'bulk', 9_000_000_000]])
    expect((await readUsage({ db }, accountId, { from: '2026-01-01', to: '2026-01-01' })).total).toBe(9_000_000_000)
  })
})

describe('GET /account/usage', () => {
  test('answers every kind of credential with the usage of its own user, subscribed or not', async () => {
    const database = await useTestDatabase()
    const { db } = database
    const app = await useTestApp(database.url, {
      addRoutes: (http) => registerUsageRoutes(http, { db, plans: readPlans('') }),
    })
    const user = await addUser(db)
    const lapsed = await addUser(db, null)
    await addUnits(db, user.id, [['2026-01-01', 'single', 7]])
    const token = await addToken(db, user.id, 'read')
    const { cookie, bearer } = await signIn(app, user)
    const path = '/account/usage?from=2026-01-01&to=2026-01-31'
    for (const headers of [withToken(token).headers!, { cookie }, { authorization: `Bearer ${bearer}` }]) {
      const answer = await app.fetch(path, { headers })
      const body = await answer.json()
      expect([answer.status, isUsageReport(body)]).toEqual([200, true])
      expect(body).toMatchObject({ total: 7, by_kind: { single: 7, bulk: 0 } })
    }
    const own = await app.fetch(path, { headers: { authorization: `Bearer ${(await signIn(app, lapsed)).bearer}` } })
    expect(await own.json()).toMatchObject({ total: 0, days: [] })
    expect((await app.fetch(path)).status).toBe(401)
  })

  test.each([
    ['from=2026-02-30', 'a day that does not exist'],
    ['from=2026-1-1', 'a day without its zeros'],
    ['to=today', 'a word'],
    ['from=2026-02-02&to=2026-02-01', 'a range that ends before it begins'],
    ['from=2026-01-01&from=2026-01-02', 'two beginnings'],
    ['since=2026-01-01', 'an unknown name'],
  ])('refuses %s: %s', async (query) => {
    const database = await useTestDatabase()
    const { db } = database
    const app = await useTestApp(database.url, {
      addRoutes: (http) => registerUsageRoutes(http, { db, plans: readPlans('') }),
    })
    const token = await addToken(db, (await addUser(db)).id, 'read')
    const answer = await app.fetch(`/account/usage?${query}`, withToken(token))
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request'])
  })

  test('takes the first and the last day of the calendar', async () => {
    const database = await useTestDatabase()
    const { db } = database
    const app = await useTestApp(database.url, {
      addRoutes: (http) => registerUsageRoutes(http, { db, plans: readPlans('') }),
    })
    const token = await addToken(db, (await addUser(db)).id, 'read')
    for (const query of ['from=0000-01-01&to=9999-12-31', 'to=0000-01-01', 'to=0001-01-05'])
      expect((await app.fetch(`/account/usage?${query}`, withToken(token))).status).toBe(200)
  })
})

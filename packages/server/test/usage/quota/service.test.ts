import type { AccountPlan, SubmittedGroup, SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setSubscription } from '../../../src/accounts/subscriptions/subscriptions.ts'
import { reconcileQuota } from '../../../src/usage/quota/reconcile.ts'
import { codeOf } from '../../access/test-app.ts'
import { type Caller, type Service, startService } from '../../bulk/service.ts'
import { writePlans } from './plans.ts'

let service: Service

beforeAll(async () => {
  const plans = await writePlans({
    test: {},
    small: { monthly_credits: 10, bulk_rows: 8 },
    lists: { monthly_credits: 1_000 },
    slow: { requests_per_minute: 2 },
    plain: { features: [] },
  })
  service = await startService({ PLANS_FILE: plans, SHORT_LIST_MAX_COUNT: '5' })
})
afterAll(() => service?.stop())

async function callerOn(plan: string): Promise<Caller> {
  const caller = await service.newCaller()
  await setSubscription(service.db, caller.accountId, { plan, status: 'active', periodEnd: null })
  return caller
}

const validate = (caller: Caller, email = 'jane@example.org', headers: Record<string, string> = {}) =>
  service.request(caller, `/emails/validate?email=${email}`, { headers })
const planOf = (caller: Caller) => service.json<AccountPlan>(caller, `${service.origin}/account/plan`)
const list = (count: number, first = 'a') => ({
  emails: Array.from({ length: count }, (_, at) => `${first}${at}@example.org`),
})

describe('single validations', () => {
  test('use the credits of the plan to the last one, and then get 402 with nothing billed', async () => {
    const caller = await callerOn('small')
    const answers = await Promise.all(Array.from({ length: 15 }, () => validate(caller)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(402)])
    const refused = answers.find(({ status }) => status === 402)!
    expect(await codeOf(refused)).toBe('quota_exceeded')
    expect(refused.headers.get('x-quota-remaining')).toBe('0')
    expect((await planOf(caller)).credits).toMatchObject({ monthly: 10, used: 10, left: 0 })
  })

  test('say what is left in the fields of the response', async () => {
    const caller = await callerOn('small')
    const { headers } = await validate(caller)
    expect(headers.get('x-quota-remaining')).toBe('9')
    expect(headers.get('ratelimit')).toMatch(/^"credits";r=9;t=\d+$/)
    expect(headers.get('ratelimit-policy')).toBe('"credits";q=10;w=2592000')
  })

  test('say what is left without the lists that were just submitted', async () => {
    const caller = await callerOn('lists')
    expect((await validate(caller)).headers.get('x-quota-remaining')).toBe('999')
    await service.submit(caller, list(400))
    expect((await validate(caller)).headers.get('x-quota-remaining')).toBe('598')
  })

  test('of a malformed address, or of a domain that could not be looked up, use no credit', async () => {
    const caller = await callerOn('small')
    for (let round = 0; round < 12; round++) expect((await validate(caller, 'nobody')).status).toBe(400)
    for (let round = 0; round < 12; round++) {
      const answer = await service.request(caller, '/emails/validate?email=a@example.org&validate_domain=1')
      expect(answer.status).toBe(503)
    }
    expect((await validate(caller)).headers.get('x-quota-remaining')).toBe('9')
  })

  test('that repeat a key use no credit, and are answered where none is left', async () => {
    const caller = await callerOn('small')
    const keyed = { 'idempotency-key': 'the same key' }
    const [first, again] = [
      await validate(caller, 'a@example.org', keyed),
      await validate(caller, 'a@example.org', keyed),
    ]
    expect((await planOf(caller)).credits.used).toBe(1)
    for (let round = 0; round < 9; round++) expect((await validate(caller)).status).toBe(200)
    expect((await validate(caller)).status).toBe(402)
    const last = await validate(caller, 'a@example.org', keyed)
    expect([last.status, last.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    const ids = await Promise.all(
      [first, again, last].map(async (answer) => ((await answer.json()) as { id: string }).id),
    )
    expect(new Set(ids).size).toBe(1)
  })

  test('of a plan without limits have no such fields', async () => {
    const { headers } = await validate(await callerOn('test'))
    expect([headers.get('x-quota-remaining'), headers.get('ratelimit')]).toEqual([null, null])
  })

  test('continue without limits under a plan that is not configured', async () => {
    const caller = await callerOn('gone')
    expect((await validate(caller)).status).toBe(200)
    expect(await planOf(caller)).toMatchObject({ name: 'gone', credits: { monthly: null, left: null } })
  })
})

describe('lists', () => {
  test('reserve all of their rows while they run, and return what is not billed', async () => {
    const caller = await callerOn('lists')
    await service.stopWorker()
    const answer = await service.submit(caller, {
      emails: ['a@example.org', 'b@example.org', 'nobody', ...list(3).emails],
    })
    const { job } = (await answer.json()) as SubmittedJob
    expect((await planOf(caller)).credits).toEqual({ monthly: 1_000, used: 0, reserved: 6, left: 994 })
    await service.startWorker()
    await service.untilDone(caller, job.id)
    expect((await planOf(caller)).credits).toEqual({ monthly: 1_000, used: 5, reserved: 0, left: 995 })
  })

  test('that are validated at once count what is billed', async () => {
    const caller = await callerOn('lists')
    await service.run(caller, ['a@example.org', 'nobody'])
    expect((await planOf(caller)).credits).toEqual({ monthly: 1_000, used: 1, reserved: 0, left: 999 })
  })

  test('that do not fit are refused as a whole, with the number left', async () => {
    const caller = await callerOn('small')
    for (let round = 0; round < 4; round++) await validate(caller)
    const answer = await service.submit(caller, list(8))
    expect(answer.status).toBe(402)
    const problem = (await answer.json()) as { detail: string; code: string }
    expect(problem.code).toBe('quota_exceeded')
    expect(problem.detail).toMatch(/^This needs 8 credits, and the account has [456] credits left until /)
    expect(
      await service.db.selectFrom('bulk_jobs').where('account_id', '=', caller.accountId).selectAll().execute(),
    ).toEqual([])
  })

  test('longer than the plan allows are refused', async () => {
    const answer = await service.submit(await callerOn('small'), list(9))
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'plan_limit'])
  })

  test('that repeat a key reserve nothing', async () => {
    const caller = await callerOn('small')
    const keyed = { 'idempotency-key': 'a list' }
    const answers = []
    for (let round = 0; round < 3; round++) answers.push(await service.submit(caller, list(6), keyed))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const { job } = (await answers[0]!.json()) as SubmittedJob
    await service.untilDone(caller, job.id)
    expect((await planOf(caller)).credits).toMatchObject({ used: 6, reserved: 0, left: 4 })
  })

  test('as a CSV reserve their rows when the file is read; a file that does not fit fails and says why', async () => {
    const caller = await callerOn('small')
    const failed = await submitCsv(caller, 9)
    expect(failed.group).toMatchObject({ status: 'failed', failure: expect.stringContaining('allows 8 in a list') })
    await validate(caller)
    await validate(caller)
    await validate(caller)
    const tooMany = await submitCsv(caller, 8)
    expect(tooMany.group).toMatchObject({ status: 'failed', failure: expect.stringContaining('This needs 8 credits') })
    expect((await planOf(caller)).credits.used).toBe(3)
    const fits = await submitCsv(caller, 5)
    expect(fits.group).toMatchObject({ status: 'completed', success: 5 })
    expect((await planOf(caller)).credits).toEqual({ monthly: 10, used: 8, reserved: 0, left: 2 })
  })
})

async function submitCsv(caller: Caller, rows: number) {
  const csv = ['email', ...list(rows).emails].join('\n')
  const prepared = await service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.csv', size_bytes: csv.length }),
  })
  const { upload_id, upload_url, headers } = (await prepared.json()) as {
    upload_id: string
    upload_url: string
    headers: Record<string, string>
  }
  await fetch(upload_url, { method: 'PUT', headers, body: csv })
  const answer = await service.submit(caller, { upload_id, email_column: 'email' })
  expect(answer.status).toBe(202)
  const { group } = (await answer.json()) as SubmittedGroup
  return service.untilGroupDone(caller, group.id)
}

describe('a plan', () => {
  test('limits the requests of a minute for the whole account', async () => {
    const caller = await callerOn('slow')
    const other = { ...caller, token: caller.readToken }
    const statuses = []
    for (const each of [caller, other, caller]) statuses.push((await validate(each)).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('without a feature refuses it, and leaves what is stored readable', async () => {
    const caller = await callerOn('plain')
    const answer = await service.submit(caller, list(1))
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'plan_limit'])
    expect((await service.request(caller, '/emails/bulk')).status).toBe(200)
    expect((await validate(caller)).status).toBe(200)
  })

  test('without assistants refuses them', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const ask = (caller: Caller) =>
      service.request(caller, `${service.origin}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(initialize),
      })
    const answer = await ask(await callerOn('plain'))
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'plan_limit'])
    expect((await ask(await callerOn('test'))).status).toBe(200)
  })

  test('that changes takes effect at once, with what was used before', async () => {
    const caller = await callerOn('test')
    for (let round = 0; round < 12; round++) await validate(caller)
    await setSubscription(service.db, caller.accountId, { plan: 'small', status: 'active', periodEnd: null })
    await expect.poll(async () => (await validate(caller)).status).toBe(402)
    await setSubscription(service.db, caller.accountId, { plan: 'lists', status: 'active', periodEnd: null })
    await expect.poll(async () => (await validate(caller)).status).toBe(200)
  })
})

test('at 80 % the account is warned once in a month, in its audit trail', async () => {
  const caller = await callerOn('small')
  const warnings = async () => {
    const { rows } = await sql`
      SELECT FROM audit_events WHERE account_id = ${caller.accountId} AND action = 'quota_warning'`.execute(service.db)
    return rows.length
  }
  for (let round = 0; round < 4; round++) await validate(caller)
  expect(await warnings()).toBe(0)
  for (let round = 0; round < 8; round++) await validate(caller)
  expect(await warnings()).toBe(1)
  expect(await planOf(caller)).toMatchObject({ is_near_limit: true })
})

test('the sum of used credits follows the ledger, and is corrected by it', async () => {
  const caller = await callerOn('lists')
  await service.run(caller, list(7).emails)
  for (let round = 0; round < 3; round++) await validate(caller)
  expect(await reconcileQuota(service.db, caller.accountId)).toBe(0)
  await sql`UPDATE quotas SET used = used + 5 WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect(await reconcileQuota(service.db, caller.accountId)).toBe(5)
  expect(await reconcileQuota(service.db, caller.accountId)).toBe(0)
})

test('credits cost no query but those of a share', async () => {
  const [free, limited] = [await callerOn('test'), await callerOn('lists')]
  for (const caller of [free, limited]) await validate(caller)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())
  const statementsOf = async (caller: Caller) => {
    const before = spy.mock.calls.length
    for (let round = 0; round < 40; round++) expect((await validate(caller)).status).toBe(200)
    return spy.mock.calls.length - before
  }
  const [without, withLimit] = [await statementsOf(free), await statementsOf(limited)]
  // The first request took a hundred credits.
  expect(withLimit - without).toBeLessThan(20)
})

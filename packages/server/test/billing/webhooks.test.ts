import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { sessionCookieFor } from '../../src/access/session-cookie.ts'
import { findUserOf } from '../../src/accounts/accounts.ts'
import { findSubscription } from '../../src/accounts/subscriptions/subscriptions.ts'
import { ensureCustomer } from '../../src/billing/customers.ts'
import { createStripe } from '../../src/billing/stripe/stripe.ts'
import { createSessions } from '../../src/identity/sessions/sessions.ts'
import { readSecrets } from '../../src/platform/secrets.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { writePlans } from '../usage/quota/plans.ts'
import { type FakeStripe, KEY, METER, startFakeStripe, WEBHOOK_SECRET } from './fake-stripe.ts'

const DAY_S = 86_400
let stripe: FakeStripe
let service: Service

beforeAll(async () => {
  stripe = await startFakeStripe(Math.floor(Date.now() / 1000))
  const plans = await writePlans({
    test: {},
    team: { monthly_credits: 1_000, stripe_prices: ['price_team', 'price_team_metered'] },
    small: { monthly_credits: 10, stripe_prices: ['price_small'] },
  })
  service = await startService({
    PLANS_FILE: plans,
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_METER: METER,
    STRIPE_API_URL: stripe.url,
    BILLING_GRACE_DAYS: '3',
  })
})
afterAll(async () => {
  await service?.stop()
  await stripe?.close()
})

const provider = () => createStripe({ url: stripe.url, secretKey: KEY, webhookSecret: WEBHOOK_SECRET, meter: METER })

async function newCustomer(): Promise<{ caller: Caller; customer: string }> {
  const caller = await service.newCaller()
  return { caller, customer: await ensureCustomer({ db: service.db, provider: provider() }, caller.accountId) }
}

let events = 0
const eventOf = (customer: string, id = `evt_${++events}`) => ({
  id,
  type: 'customer.subscription.updated',
  data: { object: { customer } },
})

function post({ body, signature }: { body: string; signature: string }): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return fetch(`${service.origin}/billing/stripe`, { method: 'POST', body, headers })
}

const statusOf = async (caller: Caller) => {
  const found = await findSubscription(service.db, caller.accountId)
  return [found?.plan, found?.status, found?.active]
}

async function syncs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'billing.sync'`.execute(service.db)
  return rows[0]!.count
}

async function send(customer: string): Promise<void> {
  const answer = await post(stripe.sign(eventOf(customer)))
  expect(answer.status).toBe(204)
  await eventually(async () => (await syncs()) === 0)
}

describe('a webhook', () => {
  test('with a wrong, missing or old signature is refused and changes nothing', async () => {
    const { customer } = await newCustomer()
    const { body, signature } = stripe.sign(eventOf(customer))
    const refused = [
      { body: body.replace('updated', 'deleted'), signature },
      { body, signature: '' },
      { body, signature: 't=1,v1=zz' },
      stripe.sign(eventOf(customer), stripe.now - 301),
      stripe.sign(eventOf(customer), stripe.now + 400),
    ]
    for (const each of refused) expect((await post(each)).status).toBe(401)
    expect(await service.db.selectFrom('billing_events').selectAll().where('id', 'like', 'evt_%').execute()).toEqual([])
  })

  test('that is repeated has its effect once', async () => {
    const { customer } = await newCustomer()
    stripe.subscribe(customer, 'price_team')
    await service.stopWorker()
    const event = stripe.sign(eventOf(customer))
    for (let round = 0; round < 3; round++) expect((await post(event)).status).toBe(204)
    expect(await syncs()).toBe(1)
    await service.startWorker()
    await eventually(async () => (await syncs()) === 0)
  })

  test('of a customer of something else is accepted and ignored', async () => {
    await send('cus_elsewhere')
  })
})

describe('the links of an owner', () => {
  async function ownerOf(caller: Caller): Promise<Record<string, string>> {
    const secrets = readSecrets('a secret for tests that is long enough')
    const sessions = createSessions({ db: service.db, secrets, cookie: sessionCookieFor(service.origin) })
    const { bearerToken } = await sessions.start(service.db, (await findUserOf(service.db, caller.accountId))!)
    return { authorization: `Bearer ${bearerToken}`, 'content-type': 'application/json' }
  }
  const open = (headers: Record<string, string>, path: string, body?: object) =>
    fetch(`${service.origin}/account/billing/${path}`, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })

  test('lead to a page that sells the plan, and to one that manages it, of one customer', async () => {
    const caller = await service.newCaller()
    const headers = await ownerOf(caller)
    expect((await open(headers, 'portal')).status).toBe(404)
    const answers = await Promise.all([1, 2, 3].map(() => open(headers, 'checkout', { plan: 'team' })))
    for (const answer of answers)
      expect(await answer.json()).toEqual({ url: 'https://checkout.stripe.test/price_team' })
    expect(await (await open(headers, 'portal')).json()).toEqual({ url: 'https://billing.stripe.test/session' })
    expect((await open(headers, 'checkout', { plan: 'test' })).status).toBe(404)
    const customers = await service.db
      .selectFrom('billing_customers')
      .selectAll()
      .where('account_id', '=', caller.accountId)
      .execute()
    expect(customers).toHaveLength(1)
  })

  test('sell no second subscription, also before the event of the first has arrived', async () => {
    const { caller, customer } = await newCustomer()
    const headers = await ownerOf(caller)
    const subscription = stripe.subscribe(customer, 'price_small')
    const buy = async () => ((await (await open(headers, 'checkout', { plan: 'team' })).json()) as { url: string }).url
    expect(await buy()).toBe('https://billing.stripe.test/session')
    subscription.status = 'canceled'
    expect(await buy()).toBe('https://checkout.stripe.test/price_team')
  })

  test('are a 503 while Stripe fails', async () => {
    const headers = await ownerOf(await service.newCaller())
    stripe.fault = () => 'error before'
    expect((await open(headers, 'checkout', { plan: 'team' })).status).toBe(503)
    stripe.fault = () => undefined
  })
})

describe('the subscription of an account', () => {
  test('follows Stripe, in whatever order events arrive', async () => {
    const { caller, customer } = await newCustomer()
    const subscription = stripe.subscribe(customer, 'price_team')
    await send(customer)
    expect(await statusOf(caller)).toEqual(['team', 'active', true])
    // Two changes; the event of the first one arrives last.
    const first = stripe.sign(eventOf(customer))
    subscription.items.data[0]!.price.id = 'price_small'
    await send(customer)
    expect((await post(first)).status).toBe(204)
    await eventually(async () => (await syncs()) === 0)
    expect(await statusOf(caller)).toEqual(['small', 'active', true])
  })

  test('keeps access for the days of grace after a payment has failed, and loses it then', async () => {
    const { caller, customer } = await newCustomer()
    const subscription = stripe.subscribe(customer, 'price_team', { status: 'past_due' })
    await send(customer)
    expect(await statusOf(caller)).toEqual(['team', 'past_due', true])
    expect((await service.request(caller, '/emails/validate?email=a@example.org')).status).toBe(200)
    subscription.items.data[0]!.current_period_start = stripe.now - 4 * DAY_S
    await send(customer)
    expect(await statusOf(caller)).toEqual(['team', 'past_due', false])
    await expect
      .poll(async () => (await service.request(caller, '/emails/validate?email=a@example.org')).status, {
        timeout: 280_000,
      })
      .toBe(402)
  })

  test('ends when it is canceled, and of two the one that gives access counts', async () => {
    const { caller, customer } = await newCustomer()
    const subscription = stripe.subscribe(customer, 'price_team')
    stripe.subscribe(customer, 'price_small', { status: 'canceled', created: stripe.now + 10 })
    await send(customer)
    expect(await statusOf(caller)).toEqual(['team', 'active', true])
    subscription.status = 'canceled'
    subscription.created += 20
    await send(customer)
    expect(await statusOf(caller)).toEqual(['team', 'canceled', false])
  })

  test('with a price of no plan stays as it was', async () => {
    const { caller, customer } = await newCustomer()
    stripe.subscribe(customer, 'price_unknown')
    await send(customer)
    expect(await statusOf(caller)).toEqual(['test', 'active', true])
  })
})

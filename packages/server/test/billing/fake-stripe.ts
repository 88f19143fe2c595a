// A Stripe of our own over HTTP, with the rules that Stripe documents: keys and versions of requests, idempotency keys for a day, identifiers of meter
// events for a day, times of meter events within 35 days and 5 minutes, signed webhooks. Its clock is set by the test. Faults are answers that get
// lost after the effect, and refusals without one.
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const DAY_S = 86_400

export type Fault = 'lost answer' | 'error before' | 'error after' | undefined

type MeterEvent = { identifier: string; customer: string; value: number; timestamp: number; receivedAt: number }
type Subscription = {
  id: string
  customer: string
  status: string
  created: number
  billing_cycle_anchor: number
  items: { data: { price: { id: string }; current_period_start: number; current_period_end: number }[] }
}

export type FakeStripe = {
  url: string
  /** Seconds since the epoch. */
  now: number
  /** Decides about each request that changes something. */
  fault: (path: string) => Fault
  readonly events: readonly MeterEvent[]
  readonly subscriptions: Subscription[]
  readonly requests: readonly string[]
  subscribe(customer: string, price: string, change?: Partial<Subscription>): Subscription
  /** The body and the signature of a webhook. */
  sign(event: object, at?: number): { body: string; signature: string }
  sumOf(customer: string): number
  close(): Promise<void>
}

export const KEY = 'sk_test_fake'
export const WEBHOOK_SECRET = 'whsec_test_fake'
export const METER = 'mtr_fake'
const EVENT_NAME = 'credits_used'

export async function startFakeStripe(startAt: number): Promise<FakeStripe> {
  const events: MeterEvent[] = []
  const subscriptions: Subscription[] = []
  const customers = new Map<string, string>()
  const requests: string[] = []
  const answers = new Map<string, { at: number; form: string; status: number; body: object }>()

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await request.toArray()).join('')
    const url = new URL(request.url!, 'http://stripe')
    const path = `${request.method} ${url.pathname}`
    requests.push(path)
    const form = new URLSearchParams(request.method === 'GET' ? url.search : text)
    const fault = request.method === 'POST' ? fake.fault(path) : undefined
    if (fault === 'error before') return send(response, 500, error('api_error'))
    const [status, body] = answer(request, path, form)
    if (fault === 'lost answer') return void response.destroy()
    if (fault === 'error after') return send(response, 500, error('api_error'))
    send(response, status, body)
  }

  function answer(request: IncomingMessage, path: string, form: URLSearchParams): [number, object] {
    if (request.headers.authorization !== `Bearer ${KEY}`) return [401, error('invalid_api_key')]
    if (!/^\d{4}-\d\d-\d\d/.test(String(request.headers['stripe-version']))) return [400, error('no_version')]
    const key = request.headers['idempotency-key'] as string | undefined
    const before = key === undefined ? undefined : answers.get(key)
    if (before && fake.now - before.at < DAY_S)
      return before.form === String(form) ? [before.status, before.body] : [400, error('idempotency_error')]
    const [status, body] = act(path, form)
    if (key !== undefined) answers.set(key, { at: fake.now, form: String(form), status, body })
    return [status, body]
  }

  function act(path: string, form: URLSearchParams): [number, object] {
    if (path === 'POST /v1/customers') {
      const id = `cus_${randomUUID().slice(0, 8)}`
      customers.set(id, form.get('metadata[mailsift_account]')!)
      return [200, { id }]
    }
    if (path === `GET /v1/billing/meters/${METER}`) return [200, { id: METER, event_name: EVENT_NAME }]
    if (path.startsWith('GET /v1/prices/'))
      return [
        200,
        { id: path.slice(15), recurring: { usage_type: path.endsWith('_metered') ? 'metered' : 'licensed' } },
      ]
    if (path === 'POST /v1/checkout/sessions') {
      const metered = [...form].find(([name, value]) => name.endsWith('[price]') && value.endsWith('_metered'))
      if (metered && form.has(metered[0].replace('[price]', '[quantity]'))) return [400, error('parameter_invalid')]
      if (!customers.has(form.get('customer')!)) return [400, error('resource_missing')]
      return [200, { url: `https://checkout.stripe.test/${form.get('line_items[0][price]')}` }]
    }
    if (path === 'POST /v1/billing_portal/sessions')
      return customers.has(form.get('customer')!)
        ? [200, { url: 'https://billing.stripe.test/session' }]
        : [400, error('resource_missing')]
    if (path === 'GET /v1/subscriptions')
      return [200, { data: subscriptions.filter(({ customer }) => customer === form.get('customer')) }]
    if (path === 'POST /v1/billing/meter_events') return addMeterEvent(form)
    if (path === `GET /v1/billing/meters/${METER}/event_summaries`) {
      const [from, to] = [Number(form.get('start_time')), Number(form.get('end_time'))]
      if (from % 60 !== 0 || to % 60 !== 0) return [400, error('parameter_invalid')]
      const within = events.filter(
        ({ customer, timestamp }) => customer === form.get('customer') && timestamp >= from && timestamp < to,
      )
      const data = within.length > 0 ? [{ aggregated_value: sum(within) }] : []
      return [200, { data }]
    }
    return [404, error('resource_missing')]
  }

  function addMeterEvent(form: URLSearchParams): [number, object] {
    const event = {
      identifier: form.get('identifier')!,
      customer: form.get('payload[stripe_customer_id]')!,
      value: Number(form.get('payload[value]')),
      timestamp: Number(form.get('timestamp')),
      receivedAt: fake.now,
    }
    if (form.get('event_name') !== EVENT_NAME || event.identifier.length > 100) return [400, error('parameter_invalid')]
    if (!customers.has(event.customer)) return [400, error('resource_missing')]
    if (event.timestamp < fake.now - 35 * DAY_S || event.timestamp > fake.now + 300)
      return [400, error('timestamp_invalid')]
    const isKnown = events.some(
      ({ identifier, receivedAt }) => identifier === event.identifier && fake.now - receivedAt < DAY_S,
    )
    if (isKnown) return [400, error('duplicate_meter_event')]
    events.push(event)
    return [200, { object: 'billing.meter_event', identifier: event.identifier }]
  }

  const fake: FakeStripe = {
    url: `http://127.0.0.1:${port}`,
    now: startAt,
    fault: () => undefined,
    events,
    subscriptions,
    requests,
    subscribe(customer, price, change = {}) {
      const subscription: Subscription = {
        id: `sub_${randomUUID().slice(0, 8)}`,
        customer,
        status: 'active',
        created: fake.now,
        billing_cycle_anchor: fake.now,
        items: {
          data: [{ price: { id: price }, current_period_start: fake.now, current_period_end: fake.now + 30 * DAY_S }],
        },
        ...change,
      }
      subscriptions.push(subscription)
      return subscription
    },
    sign(event, at = fake.now) {
      const body = JSON.stringify(event)
      const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
      return { body, signature: `t=${at},v1=${'0'.repeat(64)},v1=${signature}` }
    },
    sumOf: (wanted) => sum(events.filter(({ customer }) => customer === wanted)),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

const sum = (events: readonly MeterEvent[]) => events.reduce((total, { value }) => total + value, 0)
const error = (code: string) => ({ error: { code, type: 'invalid_request_error' } })

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

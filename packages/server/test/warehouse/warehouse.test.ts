// Requests as BigQuery and Snowflake send them: bodies and headers follow the examples of their documentation.
import type { BigQueryReplies, SnowflakeAnswer, WarehouseVerdict } from '@mailsift/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepOutbox } from '../../src/outbox/sweep.ts'
import { addToken, addUser, withToken } from '../access/test-app.ts'
import { expectResult } from '../validation/result-schema.ts'
import { useValidationApp, type ValidationAppOptions } from '../validation/validation-app.ts'

const ADA = 'ada.lovelace@contoso.com'
const GRACE = 'grace.hopper@contoso.com'

const BIGQUERY_REQUEST = {
  requestId: '124ab1c',
  caller: '//bigquery.googleapis.com/projects/myproject/jobs/myproject:US.bquxjob_5b4c112c_17961fafeaf',
  sessionUser: 'test-user@test-company.com',
  userDefinedContext: { key1: 'value1', key2: 'v2' },
}

const SNOWFLAKE_HEADERS = {
  'sf-external-function-format': 'json',
  'sf-external-function-format-version': '1.0',
  'sf-external-function-current-query-id': '01b02bdf-0001-7b58-0003-27d60056b5a6',
  'sf-external-function-query-batch-id': '01b02bdf-0001-7b58-0003-27d60056b5a6:1:1:0:0',
  'sf-external-function-name': 'MAILSIFT',
  'sf-external-function-return-type': 'VARIANT',
  'sf-external-function-signature': '(EMAIL VARCHAR)',
}

async function useWarehouse(options: ValidationAppOptions = {}) {
  const app = await useValidationApp(options)
  const post = (path: string, body: unknown, headers: Record<string, string> = {}, token = app.token) =>
    app.fetch(path, {
      method: 'POST',
      ...withToken(token, { headers: { 'content-type': 'application/json', ...headers } }),
      body: JSON.stringify(body),
    })
  return {
    ...app,
    post,
    bigQuery: (calls: unknown[], change: object = {}) =>
      post('/warehouse/bigquery', { ...BIGQUERY_REQUEST, calls, ...change }),
    snowflake: (data: unknown[], change: Record<string, string> = {}) =>
      post('/warehouse/snowflake', { data }, { ...SNOWFLAKE_HEADERS, ...change }),
  }
}

const repliesOf = async (answer: Response) => ((await answer.json()) as BigQueryReplies).replies
const dataOf = async (answer: Response) => ((await answer.json()) as SnowflakeAnswer).data

test('BigQuery gets one reply for each call, in order: a verdict, a row error, or null for null', async () => {
  const app = await useWarehouse()
  const answer = await app.bigQuery([[ADA], ['no address'], [null], ['sales@contoso.com']])
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const [ada, malformed, nothing, sales] = await repliesOf(answer)
  expectResult(ada!.result!)
  expect([ada!.result!.inbound, ada!.error]).toEqual([ADA, null])
  expect(malformed).toEqual({ result: null, error: { code: 'invalid_email', message: expect.any(String) } })
  expect(nothing).toBeNull()
  expect(sales!.result!.validations.is_role_based).toBe(true)
  expect(await app.ledgerUnits()).toBe(2)
})

test('Snowflake gets each row number with its verdict', async () => {
  const app = await useWarehouse()
  const answer = await app.snowflake([
    [0, ADA],
    [1, null],
    [2, ''],
  ])
  expect(answer.status).toBe(200)
  const [ada, nothing, empty] = await dataOf(answer)
  expect([ada![0], (ada![1] as WarehouseVerdict).result!.inbound]).toEqual([0, ADA])
  expect(nothing).toEqual([1, null])
  expect(empty).toEqual([2, { result: null, error: { code: 'invalid_email', message: expect.any(String) } }])
  expect(await app.ledgerUnits()).toBe(1)
})

test('a row has the same verdict as a single validation', async () => {
  const app = await useWarehouse()
  const addresses = [ADA, 'info@mailinator.com', '"john smith"@contoso.org', 'müller@contoso.org']
  const replies = await repliesOf(await app.bigQuery(addresses.map((address) => [address])))
  for (const [at, address] of addresses.entries()) {
    const single = await (await app.validate(`email=${encodeURIComponent(address)}`)).json()
    expect({ ...replies[at]!.result, id: '' }).toEqual({ ...(single as object), id: '' })
  }
})

test('each row of a batch has its own result id', async () => {
  const app = await useWarehouse()
  const replies = await repliesOf(await app.bigQuery([[ADA], [ADA], [GRACE]]))
  expect(new Set(replies.map((reply) => reply!.result!.id)).size).toBe(3)
})

test.each(['BigQuery', 'Snowflake'])(
  'a batch that %s sends again gets the same answer and is billed once, also fifty times at the same moment',
  async (warehouse) => {
    const app = await useWarehouse()
    const send = () =>
      warehouse === 'BigQuery'
        ? app.bigQuery([[ADA], [GRACE]])
        : app.snowflake([
            [0, ADA],
            [1, GRACE],
          ])
    const texts = await Promise.all(Array.from({ length: 50 }, async () => (await send()).text()))
    const again = await send()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(new Set([...texts, await again.text()]).size).toBe(1)
    expect(await app.ledgerUnits()).toBe(2)
  },
)

test('another id, other addresses under the same id, and another account are other batches', async () => {
  const app = await useWarehouse()
  await app.bigQuery([[ADA]])
  await app.bigQuery([[ADA]], { requestId: 'another' })
  await app.bigQuery([[ADA]], { caller: `${BIGQUERY_REQUEST.caller}2` })
  expect((await app.bigQuery([[GRACE]])).status).toBe(200)
  await app.snowflake([[0, ADA]])
  await app.snowflake([[0, ADA]], { 'sf-external-function-query-batch-id': '2' })
  expect(await app.ledgerUnits()).toBe(6)
  const other = await addToken(app.database.db, (await addUser(app.database.db)).id, 'read')
  const answer = await app.post('/warehouse/bigquery', { ...BIGQUERY_REQUEST, calls: [[ADA]] }, {}, other)
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null])
})

test('a batch is remembered for an hour', async () => {
  const app = await useWarehouse()
  const { db } = app.database
  const [first] = await repliesOf(await app.bigQuery([[ADA]]))
  expect(await app.ledgerUnits()).toBe(1)
  await sql`DELETE FROM outbox_deliveries`.execute(db)
  await sql`UPDATE outbox_events SET recorded_at = now() - interval '61 minutes'`.execute(db)
  await sweepOutbox({ db })
  const [again] = await repliesOf(await app.bigQuery([[ADA]]))
  expect(again!.result!.id).not.toBe(first!.result!.id)
  expect(await app.ledgerUnits()).toBe(2)
})

test('a batch without a valid address stores nothing', async () => {
  const app = await useWarehouse()
  expect(await repliesOf(await app.bigQuery([[null], ['none']]))).toHaveLength(2)
  expect((await app.billed()).events).toEqual([])
})

test('the flags of a batch are counted', async () => {
  const app = await useWarehouse()
  await app.bigQuery([[ADA], ['sales@contoso.com'], ['info@contoso.com'], ['none']])
  expect((await app.billed()).events).toMatchObject([{ units: 3, flags: { safe_to_send: 1, is_role_based: 2 } }])
})

test('any batch has as many replies as calls and as many units as results', async () => {
  const app = await useWarehouse()
  const cell = fc.oneof(fc.emailAddress(), fc.string({ unit: 'grapheme' }), fc.constant(null))
  let request = 0
  let units = 0
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 50 }), async (cells) => {
      const calls = cells.map((email) => [email])
      const answer = await app.bigQuery(calls, { requestId: String(request++) })
      const replies = await repliesOf(answer)
      expect(replies.map((reply) => reply === null)).toEqual(cells.map((email) => email === null))
      for (const reply of replies) if (reply) expect((reply.result === null) !== (reply.error === null)).toBe(true)
      units += replies.filter((reply) => reply?.result).length
    }),
    { numRuns: 40 },
  )
  expect(await app.ledgerUnits()).toBe(units)
})

test('10,000 rows are accepted; one more fails with the option that bounds batches, and no other failure does', async () => {
  const app = await useWarehouse()
  const rows = (count: number) => Array.from({ length: count }, (_, at) => [`person${at}@contoso.com`])
  expect(await repliesOf(await app.bigQuery(rows(10_000)))).toHaveLength(10_000)
  const refused = await app.bigQuery(rows(10_001))
  expect(refused.status).toBe(400)
  expect(((await refused.json()) as { errorMessage: string }).errorMessage).toMatch(
    /max_batching_rows.*calls must NOT have more than 10000 items/,
  )
  const { errorMessage } = (await (await app.bigQuery([[ADA, 'marketing']])).json()) as { errorMessage: string }
  expect(errorMessage).toContain('The function takes one argument')
  expect(errorMessage).not.toContain('max_batching_rows')
  expect(await app.ledgerUnits()).toBe(10_000)
})

test('errors for BigQuery are an errorMessage of at most a kilobyte, with the status of the API', async () => {
  const app = await useWarehouse()
  const failures: [Response, number][] = [
    [await app.bigQuery([]), 400],
    [await app.bigQuery([[ADA, 'marketing']]), 400],
    [await app.bigQuery([[42]]), 400],
    [await app.bigQuery([[ADA]], { requestId: undefined }), 400],
    [await app.bigQuery(Array.from({ length: 5000 }, () => [42])), 400],
    [await app.post('/warehouse/bigquery', {}, {}, 'ms_r_unknown'), 401],
    [await app.fetch('/warehouse/bigquery', { method: 'POST', body: '{}', headers: json(app.token) }), 400],
    [await app.fetch('/warehouse/bigquery', { method: 'POST', body: '{"calls":', headers: json(app.token) }), 400],
  ]
  for (const [answer, status] of failures) {
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8'])
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['errorMessage'])
    expect(Buffer.byteLength(text)).toBeLessThan(1200)
    expect(text).not.toContain(ADA)
  }
  expect((await app.billed()).events).toEqual([])
})

test('errors for Snowflake are problems, and a batch needs its id', async () => {
  const app = await useWarehouse()
  const { 'sf-external-function-query-batch-id': _, ...others } = SNOWFLAKE_HEADERS
  const refusals: [Response, string][] = [
    [await app.post('/warehouse/snowflake', { data: [[0, ADA]] }, others), 'invalid_request'],
    [await app.snowflake([['0', ADA]]), 'invalid_request'],
    [await app.snowflake([[0, 42]]), 'invalid_request'],
    [await app.snowflake([[0, ADA, 'marketing']]), 'invalid_request'],
    [await app.post('/warehouse/snowflake', {}, SNOWFLAKE_HEADERS, 'ms_r_unknown'), 'unauthenticated'],
  ]
  for (const [answer, code] of refusals) expect(await answer.json()).toMatchObject({ code })
  expect((await app.billed()).events).toEqual([])
})

test('a batch whose units cannot be stored gets 503, which both retry, and is not billed', async () => {
  const app = await useWarehouse({ usageUrl: 'postgres://mailsift@127.0.0.1:1/none' })
  const answer = await app.bigQuery([[ADA]])
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toEqual({ errorMessage: expect.stringContaining('database') })
  expect((await app.snowflake([[0, ADA]])).status).toBe(503)
  expect(await app.ledgerUnits()).toBe(0)
})

test('an account without a subscription is refused', async () => {
  const app = await useWarehouse()
  const { db } = app.database
  const unsubscribed = await addToken(db, (await addUser(db, null)).id, 'read')
  const answer = await app.post('/warehouse/bigquery', { ...BIGQUERY_REQUEST, calls: [[ADA]] }, {}, unsubscribed)
  expect(answer.status).toBe(402)
  expect(await answer.json()).toEqual({ errorMessage: expect.stringContaining('subscription') })
})

const json = (token: string) => ({ 'content-type': 'application/json', 'service-email-api-token': token })

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepOutbox } from '../../src/outbox/sweep.ts'
import { addToken, addUser } from '../access/test-app.ts'
import { useValidationApp } from './validation-app.ts'

const QUERY = 'email=ada.lovelace@contoso.com'
const key = (value: string) => ({ 'idempotency-key': value })

test('the same request with the same key has the same result and is billed once', async () => {
  const app = await useValidationApp()
  const first = await app.validate(QUERY, key('a'))
  const again = await app.validate(QUERY, key('a'))
  expect([first.status, again.status]).toEqual([200, 200])
  expect(await again.json()).toEqual(await first.json())
  expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([null, 'true'])
  expect(await app.ledgerUnits()).toBe(1)
})

test('fifty equal requests at the same moment have one result and are billed once', async () => {
  const app = await useValidationApp()
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.validate(QUERY, key('a'))))
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id))
  expect(new Set(ids).size).toBe(1)
  expect(await app.ledgerUnits()).toBe(1)
})

test('the same key with another question is a conflict and costs nothing', async () => {
  const app = await useValidationApp()
  await app.validate(QUERY, key('a'))
  for (const path of [
    '/v1/emails/validate?email=grace.hopper@contoso.com',
    `/v1/emails/validate?${QUERY}&validate_domain=0`,
    `/insight/emails/validate?${QUERY}`,
  ]) {
    const refused = await app.fetch(path, { headers: { ...key('a'), 'service-email-api-token': app.token } })
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'idempotency_conflict' }])
  }
  expect(await app.ledgerUnits()).toBe(1)
})

test('other keys, and requests without one, are billed each', async () => {
  const app = await useValidationApp()
  for (const headers of [key('a'), key('b'), {}, {}]) expect((await app.validate(QUERY, headers)).status).toBe(200)
  expect(await app.ledgerUnits()).toBe(4)
})

test('a malformed address takes no key', async () => {
  const app = await useValidationApp()
  expect((await app.validate('email=none', key('a'))).status).toBe(400)
  expect((await app.validate(QUERY, key('a'))).status).toBe(200)
  expect(await app.ledgerUnits()).toBe(1)
})

test('a key is honored for an hour and is free after it', async () => {
  const app = await useValidationApp()
  const { db } = app.database
  await app.validate(QUERY, key('a'))
  expect(await app.ledgerUnits()).toBe(1)
  await sql`UPDATE outbox_events SET recorded_at = now() - interval '59 minutes'`.execute(db)
  await sql`DELETE FROM outbox_deliveries`.execute(db)
  await sweepOutbox({ db })
  expect((await app.validate(QUERY, key('a'))).headers.get('idempotency-replayed')).toBe('true')
  await sql`UPDATE outbox_events SET recorded_at = now() - interval '61 minutes'`.execute(db)
  await sweepOutbox({ db })
  expect((await app.validate('email=grace.hopper@contoso.com', key('a'))).status).toBe(200)
  expect(await app.ledgerUnits()).toBe(2)
})

test('the same key of another account is another key', async () => {
  const app = await useValidationApp()
  const { db } = app.database
  const token = await addToken(db, (await addUser(db)).id, 'read')
  await app.validate(QUERY, key('a'))
  const path = '/v1/emails/validate?email=grace.hopper@contoso.com'
  expect((await app.fetch(path, { headers: { ...key('a'), 'service-email-api-token': token } })).status).toBe(200)
})

import type { PlaygroundTicket, ValidationResult } from '@mailsift/contract'
import { describe, expect, test } from 'vitest'
import { signIn } from '../../access/test-app.ts'
import { expectProblem, expectResult } from '../result-schema.ts'
import { emailQuery, resultOf, useValidationApp, type ValidationApp } from '../validation-app.ts'

async function takeTicket(app: ValidationApp, headers: Record<string, string> = {}): Promise<string> {
  const answer = await app.fetch('/playground/tickets', { method: 'POST', headers })
  expect(answer.status).toBe(201)
  const { ticket, expires_at } = (await answer.json()) as PlaygroundTicket
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now())
  return ticket
}

function play(
  app: ValidationApp,
  ticket: string,
  query: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.fetch(`/v1/emails/validate?${query}`, { headers: { 'playground-ticket': ticket, ...headers } })
}

const query = emailQuery('John.Smith@mailinator.com')

describe('a ticket', () => {
  test('gives one limited result: every required field, no names, no sources, no domain fields', async () => {
    const app = await useValidationApp()
    const limited = await resultOf(await play(app, await takeTicket(app), query))
    expectResult(limited)
    const full = await resultOf(await app.validate(query))
    const { disposable_sources, ...domain } = full.metadata.domain
    expect(disposable_sources).not.toEqual([])
    expect(limited).toEqual({
      ...full,
      id: expect.any(String),
      first_name: '',
      last_name: '',
      metadata: { ...full.metadata, domain },
    } satisfies ValidationResult)
  })

  test('stores and bills nothing but that it was used', async () => {
    const app = await useValidationApp()
    await resultOf(await play(app, await takeTicket(app), query))
    const { db } = app.database
    expect(await db.selectFrom('outbox_events').selectAll().execute()).toEqual([])
    const kept = JSON.stringify([
      await db.selectFrom('playground_used_tickets').selectAll().execute(),
      await db.selectFrom('playground_daily').selectAll().execute(),
    ])
    expect(kept).not.toMatch(/smith|mailinator|127\.0\.0/i)
  })

  test('works once', async () => {
    const app = await useValidationApp()
    const ticket = await takeTicket(app)
    await resultOf(await play(app, ticket, query))
    await expectProblem(await play(app, ticket, query), 403, 'playground_refused')
  })

  test('is used up by a malformed address too, with the full message', async () => {
    const app = await useValidationApp()
    const ticket = await takeTicket(app)
    await expectProblem(await play(app, ticket, emailQuery('a@b@c')), 400, 'invalid_email')
    await expectProblem(await play(app, ticket, query), 403, 'playground_refused')
  })

  test('looks no domain up, and is not used up by asking for it', async () => {
    const app = await useValidationApp()
    const ticket = await takeTicket(app)
    await expectProblem(await play(app, ticket, `${query}&validate_domain=1`), 400, 'invalid_request')
    await expectProblem(await play(app, ticket, `${query}&validate_mx=1`), 400, 'invalid_request')
    await resultOf(await play(app, ticket, `${query}&validate_domain=0`))
  })

  test('works only from the network it was issued to, by the address that trusted proxies report', async () => {
    const app = await useValidationApp({ trustProxy: '127.0.0.1' })
    const at = (address: string) => ({ 'x-forwarded-for': address })
    const ticket = await takeTicket(app, at('192.0.2.1'))
    await expectProblem(await play(app, ticket, query, at('198.51.100.1')), 403, 'playground_refused')
    await resultOf(await play(app, ticket, query, at('192.0.2.200')))
  })

  test('a forwarded address is believed only from trusted proxies', async () => {
    const app = await useValidationApp({ playgroundDaily: 1 })
    const ticket = await takeTicket(app, { 'x-forwarded-for': '192.0.2.1' })
    await resultOf(await play(app, ticket, query, { 'x-forwarded-for': '198.51.100.1' }))
    const answer = await app.fetch('/playground/tickets', {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.1' },
    })
    await expectProblem(answer, 429, 'rate_limited')
  })

  test('the cap of the day is told with the time to wait', async () => {
    const app = await useValidationApp({ playgroundDaily: 1 })
    const [one, other] = [await takeTicket(app), await takeTicket(app)]
    await resultOf(await play(app, one, query))
    const refused = await play(app, other, query)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(refused, 429, 'rate_limited')
  })

  test('nonsense in its place is refused', async () => {
    const app = await useValidationApp()
    for (const ticket of ['', 'x', 'a'.repeat(72), `${await takeTicket(app)}, ${await takeTicket(app)}`])
      await expectProblem(await play(app, ticket, query), 403, 'playground_refused')
  })

  test('together with a credential of an account it is refused, and neither is used', async () => {
    const app = await useValidationApp()
    const ticket = await takeTicket(app)
    const { cookie, bearer } = await signIn(app, app.user)
    for (const headers of [{ 'service-email-api-token': app.token }, { cookie }, { authorization: `Bearer ${bearer}` }])
      await expectProblem(await play(app, ticket, query, headers as never), 400, 'multiple_credentials')
    await resultOf(await play(app, ticket, query))
    expect((await app.billed()).resultIds).toEqual([])
  })

  test('a foreign cookie or scheme beside it is no credential of ours', async () => {
    const app = await useValidationApp()
    for (const headers of [{ cookie: 'not_mailsift_session=1; x=mailsift_session=1' }, { authorization: 'Basic eDp5' }])
      await resultOf(await play(app, await takeTicket(app), query, headers as never))
  })

  test('opens no other operation', async () => {
    const app = await useValidationApp()
    const answer = await app.fetch('/account/session', { headers: { 'playground-ticket': await takeTicket(app) } })
    expect(answer.status).toBe(401)
  })

  test('thirty tickets a minute are enough for one network', async () => {
    const app = await useValidationApp()
    for (let ticket = 0; ticket < 30; ticket++) await takeTicket(app)
    await expectProblem(await app.fetch('/playground/tickets', { method: 'POST' }), 429, 'rate_limited')
  })
})

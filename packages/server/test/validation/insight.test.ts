import { Insight, REASON_CODES } from '@mailsift/contract'
import { POLICY_CODES } from '@mailsift/engine'
import { expect, test } from 'vitest'
import { withToken } from '../access/test-app.ts'
import { expectResult } from './result-schema.ts'
import { useValidationApp } from './validation-app.ts'

const insightOf = async (app: Awaited<ReturnType<typeof useValidationApp>>, query: string) => {
  const answer = await app.fetch(`/insight/emails/validate?${query}`, withToken(app.token))
  const body = (await answer.json()) as Insight
  return { status: answer.status, body }
}

test('answers result, tier, reasons, suggestion and facts, and counts one unit', async () => {
  const app = await useValidationApp()
  const { status, body } = await insightOf(app, 'email=info%40gmial.com')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(Insight.required)
  expectResult(body.result)
  expect(body.tier).toBe('unsafe')
  expect(body.reasons.map(({ code }) => code)).toEqual(['typo', 'role'])
  expect(body.suggestion).toBe('info@gmail.com')
  expect(body.facts).toEqual({
    free_mail: false,
    relay: false,
    free_dns: false,
    domain_age_days: null,
    registry: 'not_requested',
  })
  expect((await app.billed()).resultIds).toEqual([body.result.id])
})

test('a purpose decides on the tier', async () => {
  const app = await useValidationApp()
  expect((await insightOf(app, 'email=sales%40contoso.org&policy=b2b')).body.tier).toBe('safe')
  expect((await insightOf(app, 'email=sales%40contoso.org&policy=marketing')).body.tier).toBe('unsafe')
})

test('single reasons weigh what the caller says, whatever the purpose', async () => {
  const app = await useValidationApp()
  const tierOf = async (query: string) => (await insightOf(app, query)).body.tier
  expect(await tierOf('email=sales%40contoso.org&policy=marketing&allow=role')).toBe('safe')
  expect(await tierOf('email=sales%40contoso.org&policy=marketing&caution=role,relay')).toBe('risky')
  expect(await tierOf('email=john.smith%40gmail.com&refuse=free_mail')).toBe('unsafe')
  expect(await tierOf('email=sales%40contoso.org&allow=role&refuse=role')).toBe('unsafe')
})

test('every reason of the engine can be named, and nothing else', async () => {
  const app = await useValidationApp()
  expect([...REASON_CODES]).toEqual([...POLICY_CODES])
  expect((await insightOf(app, `email=sales%40contoso.org&allow=${POLICY_CODES.join(',')}`)).body.tier).toBe('safe')
  for (const list of ['', 'roles', 'role,', 'role, relay', 'ROLE'])
    expect((await insightOf(app, `email=sales%40contoso.org&allow=${encodeURIComponent(list)}`)).status).toBe(400)
  const { body } = await insightOf(app, 'email=sales%40contoso.org&refuse=role,roles')
  expect(body).toMatchObject({
    code: 'invalid_request',
    errors: [
      { path: '/querystring/refuse', message: expect.stringMatching(/^No reason has the code roles\. Codes: .*role/) },
    ],
  })
  expect((await app.billed()).resultIds).toHaveLength(1)
})

test('names the domain that was probably meant where an address is malformed, and bills nothing', async () => {
  const app = await useValidationApp()
  const refusalOf = async (email: string) => {
    const { status, body } = await insightOf(app, `email=${encodeURIComponent(email)}`)
    return [status, (body as unknown as { detail: string }).detail]
  }
  expect(await refusalOf('john.smith@gmail')).toEqual([400, 'The domain has no dot. Did you mean gmail.com?'])
  expect(await refusalOf('john.smith@contoso')).toEqual([400, 'The domain has no dot.'])
  expect((await app.billed()).resultIds).toEqual([])
})

test('refuses a malformed address and a purpose that does not exist, and bills neither', async () => {
  const app = await useValidationApp()
  expect((await insightOf(app, 'email=nobody')).status).toBe(400)
  expect((await insightOf(app, 'email=a%40contoso.org&policy=spam')).status).toBe(400)
  expect((await app.billed()).resultIds).toEqual([])
})

test('with a lookup the mail host of a disposable-mail service decides, and the reason names it', async () => {
  const app = await useValidationApp({
    zone: {
      'contoso.org': { MX: [[10, 'mail.mailinator.com']], NS: ['ns.contoso.org'] },
      'mail.mailinator.com': { A: ['8.8.8.8'] },
    },
  })
  const { status, body } = await insightOf(app, 'email=john.smith%40contoso.org&validate_domain=1')
  expect(status).toBe(200)
  expectResult(body.result)
  expect(body.result.validations).toMatchObject({ is_disposable: true, safe_to_send: false })
  expect(body.tier).toBe('unsafe')
  expect(body.reasons).toContainEqual(
    expect.objectContaining({ code: 'disposable', evidence: 'mail host: mail.mailinator.com' }),
  )
  expect((await app.billed()).resultIds).toEqual([body.result.id])
})

test('with a lookup a likely misspelling is corrected only where no mail is accepted', async () => {
  const app = await useValidationApp({
    zone: {
      'hotmsill.com': { nxdomain: true },
      'hotmaila.com': { MX: [[10, 'mx.hotmaila.com']], NS: ['ns.hotmaila.com'] },
      'mx.hotmaila.com': { A: ['8.8.8.8'] },
    },
  })
  const dead = await insightOf(app, 'email=john.smith%40hotmsill.com&validate_domain=1')
  expect(dead.body).toMatchObject({ tier: 'unsafe', suggestion: 'john.smith@hotmail.com' })
  const alive = await insightOf(app, 'email=john.smith%40hotmaila.com&validate_domain=1')
  expect(alive.body).toMatchObject({ tier: 'safe', suggestion: null })
})

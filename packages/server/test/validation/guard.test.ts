import type { SiteKey } from '@mailsift/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setSubscription } from '../../src/accounts/subscriptions/subscriptions.ts'
import { readConfig } from '../../src/config/config.ts'
import { registerSiteKeyRoutes } from '../../src/credentials/site-keys/routes.ts'
import { allowOrigins } from '../../src/platform/http/cors.ts'
import { guardTag, registerGuardAssets } from '../../src/validation/guard/assets.ts'
import { addUser, signIn } from '../access/test-app.ts'
import { useValidationApp, type ValidationApp } from './validation-app.ts'

const ORIGIN = 'https://shop.contoso.com'

let app: ValidationApp
let cookie: string
beforeEach(async () => {
  app = await useValidationApp({
    addRoutes(http, { db, createRateLimiter }) {
      registerSiteKeyRoutes(http, { db, createRateLimiter, scriptTag: () => guardTag('https://mail.example/v1') })
      registerGuardAssets(http)
    },
  })
  cookie = (await signIn(app, app.user)).cookie
})

const own = () => ({ cookie, origin: 'http://mailsift.test', 'content-type': 'application/json' })

async function make(body: object = { name: 'Shop', origins: [ORIGIN] }): Promise<Response> {
  return app.fetch('/account/site-keys', { method: 'POST', headers: own(), body: JSON.stringify(body) })
}

function ask(key: string, email = 'ada.lovelace@contoso.com', headers: Record<string, string> = { origin: ORIGIN }) {
  return app.fetch(`/guard/emails/validate?${new URLSearchParams({ email, site_key: key })}`, { headers })
}

describe('site keys', () => {
  test('are made, listed with the line for a page, and revoked', async () => {
    const made = await make()
    expect(made.status).toBe(201)
    const key = (await made.json()) as SiteKey
    expect(key.script_tag).toMatch(
      /^<script src="https:\/\/mail.example\/guard.js" data-site-key="mk_[\w-]{22}" integrity="sha384-[^"]+" crossorigin="anonymous" async><\/script>$/,
    )
    const list = await (await app.fetch('/account/site-keys', { headers: own() })).json()
    expect(list).toEqual({ items: [key] })
    const path = `/account/site-keys/${key.id}`
    expect(
      (await app.fetch(path, { method: 'DELETE', headers: { cookie, origin: 'http://mailsift.test' } })).status,
    ).toBe(204)
    expect((await ask(key.key)).status).toBe(401)
  })

  test('of another account are not there', async () => {
    const { id } = (await (await make()).json()) as SiteKey
    const other = await addUser(app.database.db)
    const theirs = { cookie: (await signIn(app, other)).cookie, origin: 'http://mailsift.test' }
    expect((await app.fetch(`/account/site-keys/${id}`, { method: 'DELETE', headers: theirs })).status).toBe(404)
    expect(await (await app.fetch('/account/site-keys', { headers: theirs })).json()).toEqual({ items: [] })
  })

  test.each(['shop.contoso.com', 'https://shop.contoso.com/form', '*', 'ftp://shop.contoso.com', 'null'])(
    'take no origin like %s',
    async (origin) => {
      expect((await make({ name: 'Shop', origins: [origin] })).status).toBe(400)
    },
  )

  test.each(['https://*.contoso.com', 'https://shop.*.com', 'https://%2a.contoso.com'])(
    'refuse %s, which no browser sends, and say why',
    async (origin) => {
      const refused = await make({ name: 'Shop', origins: [ORIGIN, origin] })
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({
        detail: expect.stringContaining('Wildcards such as https://*.contoso.com are not supported'),
        errors: [{ path: '/body/origins/1', message: 'must name one host, without a wildcard' }],
      })
    },
  )
})

describe('the question of a form', () => {
  test('is answered to its origin alone, billed to the account, and saves no contact', async () => {
    const { key } = (await (await make()).json()) as SiteKey
    const answer = await ask(key, 'bob.smith@gmial.com')
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(await answer.json()).toEqual({
      tier: 'unsafe',
      reason: 'typo',
      suggestion: 'bob.smith@gmail.com',
      is_disposable: false,
    })
    const { events, resultIds } = await app.billed()
    expect(resultIds).toHaveLength(1)
    expect(events[0]).not.toHaveProperty('candidates.0')
    expect(await app.ledgerUnits()).toBe(1)
  })

  test('costs nothing when the address is malformed, the origin is another or none, or the key is unknown', async () => {
    const { key } = (await (await make()).json()) as SiteKey
    const foreign = await ask(key, undefined, { origin: 'https://evil.example' })
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null])
    expect((await ask(key, undefined, {})).status).toBe(403)
    const unknown = await ask('mk_unknown')
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="mailsift"'])
    expect((await ask(app.token)).status).toBe(401)
    expect((await ask(key, 'nobody')).status).toBe(400)
    expect(await app.ledgerUnits()).toBe(0)
  })

  test('is refused without a subscription, and after twenty a minute from one network', async () => {
    const { key } = (await (await make()).json()) as SiteKey
    const answers = await Promise.all(Array.from({ length: 22 }, () => ask(key)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(refused[0]!.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    await setSubscription(app.database.db, app.user.id, { plan: 'x', status: 'canceled', periodEnd: null })
    expect((await ask(key)).status).toBe(402)
  })

  test('is not answered to tokens and cookies, which other pages could send', async () => {
    const { key } = (await (await make()).json()) as SiteKey
    expect((await ask(key, undefined, { cookie, origin: 'http://mailsift.test' })).status).toBe(403)
  })
})

test('script and data may be loaded by pages of any origin', async () => {
  for (const path of ['/guard.js', '/guard.bin']) {
    const { status, headers } = await app.fetch(path)
    expect([status, headers.get('cross-origin-resource-policy'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'cross-origin',
      '*',
    ])
  }
})

describe('CORS_ORIGINS', () => {
  test('lets pages of these origins use the API by token, with a preflight, and no others', async () => {
    const allowed = await useValidationApp({ addHooks: (http) => allowOrigins(http, [ORIGIN]) })
    const preflight = (origin: string) =>
      allowed.fetch('/v1/emails/validate', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'service-email-api-token',
        },
      })
    const asked = await preflight(ORIGIN)
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN])
    expect(asked.headers.get('access-control-allow-headers')).toContain('service-email-api-token')
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    const answer = await allowed.validate('email=ada.lovelace@contoso.com', { origin: ORIGIN })
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test.each(['*', 'https://*.contoso.com', 'https://app.contoso.com/', 'contoso.com'])('refuses %s', (value) => {
    expect(() => readConfig({ CORS_ORIGINS: value })).toThrow('CORS_ORIGINS')
  })
})

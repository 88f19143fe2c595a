import type { ValidationResult } from '@mailsift/contract'
import { describe, expect, test } from 'vitest'
import { addToken, addUser, signIn, withToken } from '../access/test-app.ts'
import { MAIL_HOST } from '../domains/support.ts'
import { registered } from '../stand-ins/rdap-server.ts'
import { expectResult } from './result-schema.ts'
import { emailQuery, resultOf, useValidationApp } from './validation-app.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const FLAGGED: Record<string, Partial<ValidationResult['validations']>> = {
  'someone@mailinator.com': { is_disposable: true, safe_to_send: false },
  'no-reply@contoso.org': { is_no_reply: true, is_role_based: true, safe_to_send: false },
  'sales@contoso.org': { is_role_based: true, is_no_reply: false, safe_to_send: false },
  'john.smith@mail.contoso.co.uk': { is_subdomain: true, safe_to_send: true },
  'asdfghjkl@contoso.org': { has_irregular_pattern: true, safe_to_send: false },
  // The o is Cyrillic.
  'jоhn.smith@contoso.org': { has_uncommon_unicode: true, safe_to_send: false },
  'john.smith@example.local': { safe_to_send: false },
  'müller@contoso.org': { has_uncommon_unicode: false, safe_to_send: true },
  '"john smith"@contoso.org': { safe_to_send: true },
  "o'brien@contoso.org": { safe_to_send: true },
}

describe('200 without domain checks', () => {
  test('every field of the result, and no field of the domain checks', async () => {
    const app = await useValidationApp()
    const answer = await app.validate(emailQuery(' John.Smith+news@Gmail.com '))
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('deprecation')).toBeNull()
    const result = await resultOf(answer)
    expectResult(result)
    expect(result).toEqual({
      id: expect.stringMatching(UUID_V7),
      inbound: 'John.Smith+news@Gmail.com',
      first_name: 'John',
      last_name: 'Smith',
      normalized: 'johnsmith@gmail.com',
      smtp_provider: expect.any(String),
      validations: {
        is_disposable: false,
        has_label: true,
        is_subdomain: false,
        is_no_reply: false,
        is_role_based: false,
        has_irregular_pattern: false,
        has_uncommon_unicode: false,
        safe_to_send: true,
      },
      metadata: {
        username: { inbound: 'John.Smith+news', normalized: 'johnsmith', has_label: true, label: 'news' },
        domain: {
          is_disposable: false,
          is_subdomain: false,
          root: 'gmail.com',
          inbound: 'Gmail.com',
          disposable_sources: [],
        },
      },
    })
  })

  test('each flag, and the addresses that only look as if they had one', async () => {
    const app = await useValidationApp()
    for (const [email, expected] of Object.entries(FLAGGED)) {
      const result = await resultOf(await app.validate(emailQuery(email)))
      expectResult(result)
      expect(result.inbound).toBe(email)
      expect(result.validations, email).toMatchObject(expected)
    }
  })

  test('validate_domain=0 is the same as nothing', async () => {
    const app = await useValidationApp()
    const result = await resultOf(await app.validate(`${emailQuery('a.person@contoso.org')}&validate_domain=0`))
    expectResult(result)
    expect(result.validations).not.toHaveProperty('has_valid_mx_records')
    expect(result.metadata.domain).not.toHaveProperty('mx_records')
  })

  test('the same address twice is two results with ids of their own', async () => {
    const app = await useValidationApp()
    const ids = await Promise.all(
      Array.from({ length: 2 }, async () => (await resultOf(await app.validate(emailQuery('a@contoso.org')))).id),
    )
    expect(new Set(ids).size).toBe(2)
    expect((await app.billed()).resultIds.toSorted()).toEqual(ids.toSorted())
  })
})

describe('200 with domain checks', () => {
  const zone = {
    'contoso.org': {
      MX: [
        [20, 'mx2.contoso.org'],
        [10, 'mx1.contoso.org'],
      ],
      NS: ['ns.contoso.org'],
    } as const,
    'mx1.contoso.org': MAIL_HOST,
    'mx2.contoso.org': MAIL_HOST,
  }
  const rdap = { '/domain/contoso.org': registered('contoso.org') }
  const query = `${emailQuery('john.smith@contoso.org')}&validate_domain=1`

  test('every domain field of the result', async () => {
    const app = await useValidationApp({ zone, rdap })
    const result = await resultOf(await app.validate(query))
    expectResult(result)
    expect(result.validations).toEqual({
      is_disposable: false,
      has_label: false,
      is_subdomain: false,
      is_no_reply: false,
      is_role_based: false,
      has_irregular_pattern: false,
      has_uncommon_unicode: false,
      safe_to_send: true,
      has_valid_mx_records: true,
      domain_is_expired: false,
      domain_is_expiring_soon: false,
      domain_transfer_locked: true,
      domain_update_locked: false,
      domain_delete_locked: false,
      domain_on_registry_hold: false,
      domain_pending_create: false,
      domain_pending_delete: false,
      domain_pending_transfer: false,
      domain_pending_update: false,
      domain_is_registry_reserved: false,
      domain_is_parking_nameserver: false,
      domain_is_deliverable: true,
    })
    expect(result.metadata.domain).toEqual({
      is_disposable: false,
      is_subdomain: false,
      root: 'contoso.org',
      inbound: 'contoso.org',
      disposable_sources: [],
      has_valid_mx_records: true,
      mx_records: [
        { priority: 10, host: 'mx1.contoso.org' },
        { priority: 20, host: 'mx2.contoso.org' },
      ],
      domain_age_days: expect.any(Number),
      provider: 'Registry of .org',
      provider_link: null,
      registered_at: '2015-05-05T00:00:00.000Z',
      expires_at: '2099-05-05T00:00:00.000Z',
      last_changed_at: null,
      last_checked_at: null,
      expires_in_days: expect.any(Number),
      registrar_name: 'Stand-in Names',
      registrar_iana_id: '9999',
      abuse_email: null,
      abuse_phone: null,
      has_abuse_contact: false,
      epp_statuses: ['clientTransferProhibited'],
      dnssec_signed: false,
      dnssec_ds_records_count: 0,
      dnssec_ds_records: [],
      nameservers: ['ns1.contoso.org'],
      nameserver_count: 1,
      policy_registry_terms: null,
      policy_icann_epp_info: null,
      policy_icann_wicf: null,
    })
  })

  test('a registry that cannot be queried leaves its fields unknown and the answer complete', async () => {
    const app = await useValidationApp({
      zone,
      rdap: { '/domain/contoso.org': { fault: 'hang' } },
      registryBudgetMs: 50,
    })
    const result = await resultOf(await app.validate(query))
    expectResult(result)
    expect(result.validations).toMatchObject({
      has_valid_mx_records: true,
      safe_to_send: true,
    })
    expect(result.validations).not.toHaveProperty('domain_is_expired')
    expect(result.metadata.domain).toMatchObject({
      registered_at: null,
      last_checked_at: null,
      nameservers: ['ns.contoso.org'],
    })
    expect(result.metadata.domain).not.toHaveProperty('domain_age_days')
  })

  test('a domain that does not exist is an answer, not a failure', async () => {
    const app = await useValidationApp({ zone: { 'contoso.org': { nxdomain: true } } })
    const result = await resultOf(await app.validate(query))
    expectResult(result)
    expect(result.validations).toMatchObject({
      has_valid_mx_records: false,
      domain_is_deliverable: false,
      safe_to_send: false,
    })
  })

  test('the deprecated twin has the same effect and says that it is deprecated', async () => {
    const app = await useValidationApp({ zone, rdap })
    for (const flags of ['validate_mx=1', 'validate_mx=1&validate_domain=1']) {
      const answer = await app.validate(`${emailQuery('john.smith@contoso.org')}&${flags}`)
      expect(answer.headers.get('deprecation')).toBe('true')
      expect((await resultOf(answer)).validations.has_valid_mx_records).toBe(true)
    }
    const without = await app.validate(`${emailQuery('john.smith@contoso.org')}&validate_mx=0`)
    expect(without.headers.get('deprecation')).toBe('true')
    expect((await resultOf(without)).validations).not.toHaveProperty('has_valid_mx_records')
  })

  test('only a safe address with valid MX, whose domain was checked, is announced as a contact', async () => {
    const app = await useValidationApp({
      zone: { ...zone, 'contoso.com': { A: ['8.8.8.8'], NS: ['ns.contoso.org'] } },
      rdap,
    })
    const checked = (email: string) => app.validate(`${emailQuery(email)}&validate_domain=1`)
    await app.validate(emailQuery('unchecked.person@contoso.org'))
    await checked('sales@contoso.org')
    await checked('john.smith@contoso.com')
    await checked(' Jane.Smith+list@contoso.org ')
    const { events } = await app.billed()
    expect(events.flatMap((event) => event.candidates)).toEqual([
      {
        email: 'Jane.Smith+list@contoso.org',
        normalized: 'jane.smith@contoso.org',
        firstName: 'Jane',
        lastName: 'Smith',
      },
    ])
  })
})

describe('who may ask', () => {
  test('a read token, a write token, a session and a bearer, each billed to its user', async () => {
    const app = await useValidationApp()
    const { cookie, bearer } = await signIn(app, app.user)
    const write = await addToken(app.database.db, app.user.id, 'write')
    const path = `/v1/emails/validate?${emailQuery('a@contoso.org')}`
    const credentials = [
      withToken(app.token),
      withToken(write),
      { headers: { cookie, origin: 'http://mailsift.test' } },
      { headers: { authorization: `Bearer ${bearer}` } },
    ]
    for (const init of credentials) expectResult(await resultOf(await app.fetch(path, init)))
    expect(await app.ledgerUnits()).toBe(credentials.length)
  })

  test('not without a credential, and not without an active subscription; neither is billed', async () => {
    const app = await useValidationApp()
    const path = `/v1/emails/validate?${emailQuery('a@contoso.org')}`
    expect((await app.fetch(path)).status).toBe(401)
    const lapsed = await addUser(app.database.db, null)
    const { cookie, bearer } = await signIn(app, lapsed)
    const token = await addToken(app.database.db, lapsed.id, 'write')
    const byCookie = { headers: { cookie, 'sec-fetch-site': 'same-origin' } }
    for (const init of [withToken(token), byCookie, { headers: { authorization: `Bearer ${bearer}` } }])
      expect((await app.fetch(path, init)).status).toBe(402)
    expect(await app.database.db.selectFrom('outbox_events').select('id').execute()).toEqual([])
  })

  test('a foreign page that makes its visitor ask is refused, and nothing is billed', async () => {
    const app = await useValidationApp()
    const { cookie } = await signIn(app, app.user)
    const path = `/v1/emails/validate?${emailQuery('a@example.org')}`
    const requests: Record<string, string>[] = [
      { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
      { cookie, origin: 'https://evil.example' },
      { cookie },
    ]
    for (const headers of requests) {
      const answer = await app.fetch(path, { headers })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'forbidden_origin'])
    }
    expect(await app.ledgerUnits()).toBe(0)
  })
})

// The recommendation of a row agrees with the service's result, which knows more than the local engine.
import { loadEngine } from '@mailsift/engine/node'
import { expect, test } from 'vitest'
import { createOpinions } from '../src/opinion.ts'

const engine = loadEngine()
const SAFE = {
  is_disposable: 'false',
  is_no_reply: 'false',
  is_role_based: 'false',
  has_irregular_pattern: 'false',
  has_uncommon_unicode: 'false',
  safe_to_send: 'true',
  disposable_sources: '',
}
const LOOKED_UP = {
  ...SAFE,
  has_valid_mx_records: 'true',
  domain_is_deliverable: 'true',
  domain_is_parking_nameserver: 'false',
  domain_age_days: '4000',
}

function opinionOf(address: string, flags: { [flag: string]: string }, policy: Parameters<typeof createOpinions>[1]) {
  return createOpinions(engine, policy).ofAnswer(address, engine.validate(address), '', flags)
}

test('nothing is suggested for a domain that accepts mail, except for known misspellings', () => {
  const suggestionOf = (address: string, flags: { [flag: string]: string }) =>
    opinionOf(address, flags, 'sign-up').suggestion
  expect(suggestionOf('john.smith@hotmaila.com', SAFE)).toBe('john.smith@hotmail.com')
  expect(opinionOf('john.smith@hotmaila.com', LOOKED_UP, 'sign-up')).toEqual({
    status: 'safe',
    reason: 'ok',
    suggestion: '',
  })
  const dead = { has_valid_mx_records: 'false', domain_is_deliverable: 'false', safe_to_send: 'false' }
  expect(suggestionOf('john.smith@hotmaila.com', { ...LOOKED_UP, ...dead })).toBe('john.smith@hotmail.com')
  expect(suggestionOf('john.smith@gmial.com', LOOKED_UP)).toBe('john.smith@gmail.com')
})

test('a domain is called parked if only its mail host is a reason against sending', () => {
  const parked = { ...LOOKED_UP, safe_to_send: 'false' }
  expect(opinionOf('john.smith@contoso.com', parked, 'sign-up')).toMatchObject({ status: 'unsafe', reason: 'parked' })
  expect(opinionOf('john.smith@contoso.com', LOOKED_UP, 'sign-up')).toMatchObject({ status: 'safe', reason: 'ok' })
  // A reason that the local engine also finds needs no other cause.
  const role = { ...parked, is_role_based: 'true' }
  expect(opinionOf('info@contoso.com', role, 'b2b')).toMatchObject({ status: 'safe', reason: 'ok' })
  expect(opinionOf('1anna.lee@yahoo.com', parked, 'sign-up').reason).toBe('not_issued')
})

test('the age of the domain is a reason, and a young one is at most risky', () => {
  const young = { ...LOOKED_UP, domain_age_days: '29' }
  expect(opinionOf('john.smith@contoso.com', young, 'marketing')).toMatchObject({
    status: 'risky',
    reason: 'young_domain',
  })
  for (const age of ['30', ''])
    expect(opinionOf('john.smith@contoso.com', { ...LOOKED_UP, domain_age_days: age }, 'marketing').status).toBe('safe')
})

test('a name below a free suffix has the same tier with and without the service', () => {
  const address = 'john.smith@acme.qzz.io'
  const flags = { ...SAFE, is_disposable: 'true', safe_to_send: 'false', disposable_sources: '["free-dns-suffix"]' }
  for (const policy of ['sign-up', 'marketing', 'b2b'] as const) {
    const here = createOpinions(engine, policy).ofVerdict(address, engine.validate(address))
    expect(here.reason).toBe('free_dns')
    expect(opinionOf(address, flags, policy)).toEqual(here)
  }
})

test('overrides of single reasons apply', () => {
  const flags = { ...SAFE, is_role_based: 'true', safe_to_send: 'false' }
  const statusOf = (policy: Parameters<typeof createOpinions>[1]) => opinionOf('info@contoso.com', flags, policy).status
  expect(statusOf('marketing')).toBe('unsafe')
  expect(statusOf({ preset: 'marketing', allow: ['role'] })).toBe('safe')
  expect(statusOf({ preset: 'marketing', caution: ['role'] })).toBe('risky')
})

test("the account's rules take precedence over the service and the domain, except if mail cannot arrive", () => {
  const lists = { allow: ['info@contoso.com', 'ada@contoso.net'], deny: ['fabrikam.com', 'john.smith@contoso.com'] }
  const opinions = createOpinions(engine, { preset: 'marketing', lists })
  const here = (address: string) => opinions.ofVerdict(address, engine.validate(address))
  const there = (address: string, flags: { [flag: string]: string }, errorCode = '') =>
    opinions.ofAnswer(address, engine.validate(address), errorCode, flags)
  const DENIED = { status: 'unsafe', reason: 'denied', suggestion: '' }
  const ALLOWED = { status: 'safe', reason: 'allowed', suggestion: '' }
  // Another address of the same domain first: its cached opinion must not hide the entry.
  expect(here('mary.major@contoso.com').status).toBe('safe')
  expect(here('John.Smith@contoso.com')).toEqual(DENIED)
  expect(there('john.smith@contoso.com', {}, 'lookup_failed')).toEqual(DENIED)
  expect(there('mary.major@fabrikam.com', LOOKED_UP)).toEqual(DENIED)
  expect(here('info@contoso.com')).toEqual(ALLOWED)
  const role = { ...LOOKED_UP, is_role_based: 'true', safe_to_send: 'false' }
  expect(there('info@contoso.com', role)).toEqual(ALLOWED)
  expect(there('sales@contoso.com', role)).toMatchObject({ status: 'unsafe', reason: 'role' })
  const dead = { ...role, has_valid_mx_records: 'false', domain_is_deliverable: 'false' }
  expect(there('info@contoso.com', dead)).toMatchObject({ status: 'unsafe', reason: 'no_mx' })
  expect(there('info@contoso.com', {}, 'lookup_failed').status).toBe('unknown')
})

test('an address that is unsafe whatever a lookup finds is also unsafe if its lookup failed', () => {
  const failed = (address: string) =>
    createOpinions(engine, 'marketing').ofAnswer(address, engine.validate(address), 'lookup_failed', {})
  expect(failed('jane@mailinator.com')).toMatchObject({ status: 'unsafe', reason: 'disposable' })
  expect(failed('noreply@contoso.com')).toMatchObject({ status: 'unsafe', reason: 'no_reply' })
  expect(failed('john.smith@gmial.com')).toMatchObject({ status: 'unsafe', suggestion: 'john.smith@gmail.com' })
  expect(failed('john.smith@contoso.com')).toEqual({ status: 'unknown', reason: 'lookup_failed', suggestion: '' })
  // A lookup can show that this domain accepts mail and was intended.
  expect(failed('john.smith@hotmaila.com').status).toBe('unknown')
})

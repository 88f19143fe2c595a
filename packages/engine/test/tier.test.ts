import { describe, expect, test } from 'vitest'
import { explain, factsOf, POLICY_CODES, type Policy, type PolicyPreset, PRESETS, tier } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { makeFacts, NO_FLAGS, RECORD } from './support/facts.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()
const tierOf = (address: string, policy?: Policy | PolicyPreset) => tier(engine.validate(address), policy)

test('an address without problems is safe, with the code ok and no reasons', () => {
  expect(tierOf('john.smith@northwind.com')).toEqual({
    tier: 'safe',
    code: 'ok',
    sentence: 'No problems found.',
    reasons: [],
  })
})

test('a malformed address is unsafe, with the sentence that says why', () => {
  expect(tierOf('john@@gmail.com')).toMatchObject({
    tier: 'unsafe',
    code: 'invalid',
    sentence: 'The address has two @ signs.',
  })
})

test('the most serious reason gives the code, and the others follow', () => {
  const { tier, code, reasons } = tierOf('info@mailinator.com')
  expect([tier, code]).toEqual(['unsafe', 'disposable'])
  expect(reasons.map((reason) => [reason.code, reason.tier])).toEqual([
    ['disposable', 'unsafe'],
    ['role', 'risky'],
  ])
})

describe('a purpose decides', () => {
  test.each([
    ['info@northwind.com', { 'sign-up': 'risky', marketing: 'unsafe', b2b: 'safe' }],
    ['john.smith@gmail.com', { 'sign-up': 'safe', marketing: 'safe', b2b: 'risky' }],
    ['john.smith@duck.com', { 'sign-up': 'safe', marketing: 'risky', b2b: 'unsafe' }],
    ['john.smith@mailinator.com', { 'sign-up': 'unsafe', marketing: 'unsafe', b2b: 'unsafe' }],
  ] as const)('on %s', (address, expected) => {
    for (const preset of PRESETS) expect(tierOf(address, preset).tier, preset).toBe(expected[preset])
  })

  test('but single switches override it: refuse, then caution, then allow', () => {
    expect(tierOf('info@northwind.com', { allow: ['role'] }).tier).toBe('safe')
    expect(tierOf('info@northwind.com', { refuse: ['role'], allow: ['role'] }).tier).toBe('unsafe')
    expect(tierOf('john.smith@gmail.com', { preset: 'sign-up', caution: ['free_mail'] }).tier).toBe('risky')
  })

  test('if everything is allowed, even a malformed address is safe', () => {
    for (const address of ['info@mailinator.com', 'john@@gmail.com', 'a@b.local']) {
      expect(tierOf(address, { allow: POLICY_CODES }).tier).toBe('safe')
    }
  })
})

test('a policy can decide on every reason against sending', () => {
  for (const address of ['noreply@mailinator.com', 'qwerty@b.local', 'a@раypal.com', 'john@gmial.com']) {
    const codes = explain(accepted(engine.validate(address))).map(({ code }) => code)
    expect(POLICY_CODES).toEqual(expect.arrayContaining(codes))
  }
})

test('a young domain is a reason for caution, and its age a fact', () => {
  const registered = (domain_age_days: number) =>
    engine.withDomainFacts(
      accepted(engine.validate('john.smith@northwind.com')),
      makeFacts({ registry: { known: true, flags: NO_FLAGS, record: { ...RECORD, domain_age_days } } }),
    )
  expect(tier(registered(29))).toMatchObject({ tier: 'risky', code: 'young_domain' })
  expect(tier(registered(30)).tier).toBe('safe')
  expect(factsOf(registered(29)).domain_age_days).toBe(29)
})

test('free mailboxes and relays are separate facts', () => {
  expect(factsOf(accepted(engine.validate('a@web.de')))).toMatchObject({ free_mail: true, relay: false })
  expect(factsOf(accepted(engine.validate('a@mozmail.com')))).toMatchObject({ free_mail: false, relay: true })
  expect(factsOf(accepted(engine.validate('a@northwind.com')))).toMatchObject({ free_mail: false, relay: false })
})

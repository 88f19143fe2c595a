import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AddressLists, findListing, keyOfEntry, tier } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { makeFacts } from './support/facts.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()
const keyOf = (entry: string) => {
  const read = keyOfEntry((address) => engine.validate(address), entry)
  if ('message' in read) throw new Error(read.message)
  return read.key
}
const listsOf = ({ allow = [], deny = [] }: { allow?: string[]; deny?: string[] }): AddressLists => ({
  allow: allow.map(keyOf),
  deny: deny.map(keyOf),
})
const codeOf = (address: string, lists: AddressLists) => {
  const { tier: decided, code } = tier(engine.validate(address), { preset: 'marketing', lists })
  return [decided, code]
}

test('a denied address is unsafe in every spelling of its mailbox, with the list as the reason', () => {
  const lists = listsOf({ deny: ['Jane.Doe@gmail.com'] })
  for (const address of ['jane.doe@gmail.com', 'janedoe+news@googlemail.com', 'JaneDoe@GMAIL.com'])
    expect(tier(engine.validate(address), { lists })).toMatchObject({
      tier: 'unsafe',
      code: 'denied',
      sentence: 'On your deny list.',
      reasons: [{ code: 'denied', evidence: 'deny list: janedoe@gmail.com', tier: 'unsafe' }],
    })
  expect(codeOf('john.doe@gmail.com', lists)).toEqual(['safe', 'ok'])
})

test('a domain entry covers its subdomains, but not other domains with the same ending', () => {
  const lists = listsOf({ deny: ['contoso.com', '@Bücher.example'] })
  expect(codeOf('jane.doe@mail.contoso.com', lists)).toEqual(['unsafe', 'denied'])
  expect(codeOf('jane.doe@xn--bcher-kva.example', lists)).toEqual(['unsafe', 'denied'])
  expect(codeOf('jane.doe@notcontoso.com', lists)).toEqual(['safe', 'ok'])
})

test('an allowed address is safe whatever its reasons, and the result says that a list decided', () => {
  const lists = listsOf({ allow: ['info@contoso.com', 'mailinator.com'] })
  expect(codeOf('info@contoso.com', lists)).toEqual(['safe', 'allowed'])
  expect(codeOf('noreply@mailinator.com', lists)).toEqual(['safe', 'allowed'])
  expect(codeOf('sales@contoso.com', lists)).toEqual(['unsafe', 'role'])
})

test('an allow rule does not make undeliverable mail deliverable', () => {
  const lists = listsOf({ allow: ['contoso.com', 'gmail.com', 'example.test'] })
  const dead = engine.withDomainFacts(accepted(engine.validate('info@contoso.com')), makeFacts({ hasValidMx: false }))
  expect(tier(dead, { lists }).reasons.map(({ code }) => code)).toEqual(['no_mx'])
  expect(codeOf('ab@gmail.com', lists)).toEqual(['unsafe', 'not_issued'])
  expect(codeOf('jane@@contoso.com', lists)).toEqual(['unsafe', 'invalid'])
})

describe('the most specific entry decides', () => {
  test.each([
    [{ deny: ['contoso.com'], allow: ['jane@contoso.com'] }, 'allow'],
    [{ allow: ['contoso.com'], deny: ['jane@contoso.com'] }, 'deny'],
    [{ allow: ['mail.contoso.com'], deny: ['contoso.com'] }, 'deny'],
  ])('for %o', (entries, list) => {
    expect(findListing(accepted(engine.validate('jane@contoso.com')), listsOf(entries))?.list).toBe(list)
  })
})

test.each(['', '@', 'jane@', 'no domain', 'contoso', 'jane@contoso', 'a..b.com', '*.contoso.com'])(
  'an entry that is neither an address nor a domain is refused with a sentence: %o',
  (entry) => {
    expect(keyOfEntry((address) => engine.validate(address), entry)).toEqual({
      message: expect.stringMatching(/^The (?:domain has no dot|(?:address|entry) has .*)\.$/),
    })
  },
)

test("every address matches its own entry and its domain's entry", () => {
  const locals = fc.stringMatching(/^[a-z0-9]{1,10}([._+-][a-zA-Z0-9]{1,8}){0,2}$/)
  const domains = fc.stringMatching(/^[a-z0-9]{1,10}(\.[a-z]{2,6}){1,3}$/)
  fc.assert(
    fc.property(locals, domains, (local, domain) => {
      const verdict = engine.validate(`${local}@${domain}`)
      fc.pre(verdict.ok)
      for (const entry of [`${local}@${domain}`, domain])
        expect(findListing(accepted(verdict), listsOf({ deny: [entry] }))?.list).toBe('deny')
    }),
  )
})

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NEAR_DOMAINS, SLIPS } from '../bench/labelled/near-domains.ts'
import { MAIL_PROVIDERS, PUBLIC_SUFFIXES, RELAYS, WELL_KNOWN_SITES } from '../build/canaries.ts'
import { createGuardEngine } from '../src/guard.ts'
import { explain, factsOf } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { isSafeToSend } from '../src/verdict/verdict.ts'
import { addressLike } from './support/addresses.ts'
import { makeFacts } from './support/facts.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()
const meant = (domain: string) => engine.suggest(`john.smith@${domain}`)?.domain

test.each([
  ['gmial.com', 'gmail.com', 'letters swapped'],
  ['gmaill.com', 'gmail.com', 'a letter doubled'],
  ['hotmsil.com', 'hotmail.com', 'a neighbouring key'],
  ['hotmial.fr', 'hotmail.fr', 'the ending kept'],
  ['gmail', 'gmail.com', 'no ending'],
  ['yahoo.cm', 'yahoo.com', 'a wrong ending'],
  ['comcast.nte', 'comcast.net', 'an ending that does not exist'],
  ['northwind.con', 'northwind.com', 'an ending that does not exist, at any domain'],
  ['yahoo.com.gmail.com', 'yahoo.com', 'two domains glued together'],
  ['gmail,com', 'gmail.com', 'a comma for a period'],
  ['gmailcom', 'gmail.com', 'no period'],
  ['gmail.c', 'gmail.com', 'an ending that breaks off'],
  ['t-online.d', 't-online.de', 'an ending that breaks off, in another country'],
  ['libero.itt', 'libero.it', 'a letter of the ending doubled'],
  ['comcast', 'comcast.net', 'no ending, where only one provider has the name'],
  ['yahoo.br', 'yahoo.com.br', 'half an ending'],
])('suggests for %s: %s (%s)', (typed, expected) => {
  expect(meant(typed)).toBe(expected)
})

test('never corrects a provider, a relay or a well-known site', () => {
  const corrected = [...MAIL_PROVIDERS, ...RELAYS, ...WELL_KNOWN_SITES].filter((domain) => meant(domain) !== undefined)
  expect(corrected).toEqual([])
})

test("never corrects a company, a country or a smaller service with a name close to a large provider's", () => {
  expect(NEAR_DOMAINS.filter((domain) => meant(domain) !== undefined)).toEqual([])
})

test('corrects typos in the domains of many countries, and none to another provider', () => {
  const slips = [...SLIPS].flatMap(([expected, typed]) => typed.map((slip) => ({ expected, found: meant(slip) })))
  expect(slips.filter(({ expected, found }) => found !== undefined && found !== expected)).toEqual([])
  expect(slips.filter(({ expected, found }) => found === expected).length).toBeGreaterThan(0.8 * slips.length)
})

test('corrects the full name of a provider followed by com or net without its last letter', () => {
  for (const [typed, expected] of [
    ['comcast.ne', 'comcast.net'],
    ['laposte.ne', 'laposte.net'],
    ['rediffmail.co', 'rediffmail.com'],
    ['terra.co.br', 'terra.com.br'],
  ] as const) {
    expect(engine.suggest(`anna@${typed}`)?.domain, typed).toBe(expected)
    expect(isSafeToSend(accepted(engine.validate(`anna@${typed}`))), typed).toBe(false)
  }
  for (const real of ['contoso.ne', 'sky.co', 'orange.co']) expect(engine.suggest(`anna@${real}`), real).toBe(undefined)
})

test('keeps a domain that accepts mail, unless it is a known misspelling', () => {
  expect(engine.suggest('john@hotmial.fr', makeFacts())).toBeUndefined()
  expect(engine.suggest('john@hotmial.fr', makeFacts({ hasValidMx: false, deliverableByDns: false }))?.domain).toBe(
    'hotmail.fr',
  )
  expect(engine.suggest('john@gmial.com', makeFacts())?.kind).toBe('known_typo')
})

test('corrects a provider below a public suffix the same way in every profile, because no suffix counts as a mailbox provider', () => {
  const guard = createGuardEngine(new Uint8Array(readFileSync(new URL('../data/guard.bin', import.meta.url))))
  for (const address of ['someone@hotmai.com.ar', 'someone@yaho.com.ar']) {
    expect(engine.suggest(address)).toBeDefined()
    expect(guard.suggest(address)?.address).toBe(engine.suggest(address)?.address)
    expect(isSafeToSend(accepted(engine.validate(address)))).toBe(false)
  }
  for (const suffix of PUBLIC_SUFFIXES) expect(factsOf(accepted(engine.validate(`a@${suffix}`))).free_mail).toBe(false)
})

test('an address with a suggestion for its provider is never safe to send to', () => {
  const slips = [...SLIPS.values()].flat().map((slip) => `john.smith@${slip}`)
  const suggested = slips.filter((address) => engine.suggest(address) !== undefined)
  expect(suggested.length).toBeGreaterThan(250)
  const safe = suggested.filter((address) => {
    const verdict = engine.validate(address)
    return verdict.ok && isSafeToSend(verdict)
  })
  expect(safe).toEqual([])
})

test('a domain that ends in punctuation is malformed, and the suggestion omits it', () => {
  for (const typed of ['“john@contoso.com”', 'john@contoso.com’', '«john@contoso.com»', 'john@contoso.com…']) {
    expect(engine.validate(typed).ok, typed).toBe(false)
    expect(engine.suggest(typed)?.address, typed).toBe('john@contoso.com')
  }
  expect(engine.validate('müller’s@contoso.com').ok).toBe(true)
})

test('two joined domains are not safe to send to, even if a provider owns the second', () => {
  for (const domain of ['yahoo.com.gmail.com', 'gmail.com.com', 'gmail.comgmail.com', 'web.de.gmail.com']) {
    const verdict = accepted(engine.validate(`john.smith@${domain}`))
    expect(explain(verdict)).toContainEqual(expect.objectContaining({ code: 'typo' }))
    expect(engine.suggest(`john.smith@${domain}`, makeFacts())?.kind).toBe('glued_domain')
  }
  for (const domain of ['mail.contoso.com', 'vip.qq.com', 'mail.gmx.net', 'aol.com.contoso.com'])
    expect(explain(accepted(engine.validate(`john.smith@${domain}`)))).toEqual([])
})

test('suggests only valid addresses, and nothing for its own suggestions', () => {
  fc.assert(
    fc.property(addressLike, (input) => {
      const suggestion = engine.suggest(input)
      if (suggestion === undefined) return
      expect(engine.validate(suggestion.address).ok).toBe(true)
      expect(engine.suggest(suggestion.address)).toBeUndefined()
    }),
  )
})

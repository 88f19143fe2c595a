import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDomainCache } from '../src/domain/domain-cache.ts'
import { loadEngine } from '../src/node.ts'
import { addressLike } from './support/addresses.ts'
import { anyCharacters } from './support/any-characters.ts'

const engine = loadEngine()

test('validating never throws and always returns the same', () => {
  const other = loadEngine()
  fc.assert(
    fc.property(fc.oneof(addressLike, anyCharacters(), fc.string({ unit: 'grapheme' })), (text) => {
      const verdict = engine.validate(text)
      expect(engine.validate(text)).toEqual(verdict)
      expect(other.validate(text)).toEqual(verdict)
    }),
    { numRuns: 3_000 },
  )
})

// White space around an address keeps it off the fast path, so both paths are compared.
test('the fast path for plain addresses agrees with the full one', () => {
  fc.assert(
    fc.property(addressLike, (address) => {
      expect(engine.validate(address)).toEqual(engine.validate(` ${address}`))
    }),
    { numRuns: 3_000 },
  )
})

describe('huge inputs are refused without being scanned', () => {
  test.each([
    ['letters', 'a'.repeat(1_000_000)],
    ['an address', `${'a'.repeat(1_000_000)}@contoso.com`],
    ['a domain', `a@${'b.'.repeat(500_000)}com`],
    ['@ signs', '@'.repeat(1_000_000)],
    ['quotes', '"'.repeat(1_000_000)],
    ['periods', '.'.repeat(1_000_000)],
    ['white space', ' '.repeat(1_000_000)],
    ['padding', `${' '.repeat(500_000)}a@contoso.com${' '.repeat(500_000)}`],
    ['beyond ASCII', 'ü'.repeat(1_000_000)],
    ['surrogates', '\ud83d'.repeat(1_000_000)],
  ])('%s', (_, text) => {
    expect(engine.validate(text)).toEqual({
      ok: false,
      error: { code: 'invalid_email', message: 'The address has more than 254 characters.' },
    })
  })

  test('but an address may have much white space around it', () => {
    expect(engine.validate(`${' '.repeat(8_000)}john@contoso.com${'\t'.repeat(8_000)}`).ok).toBe(true)
  })
})

test('the domain cache is bounded: the oldest entry is evicted', () => {
  const made: string[] = []
  const { read, clear } = createDomainCache(10, (domain) => {
    made.push(domain)
    return { domain }
  })
  for (let i = 0; i < 1_000; i++) expect(read(`domain-${i}.example`, -1).domain).toBe(`domain-${i}.example`)
  for (let i = 990; i < 1_000; i++) read(`domain-${i}.example`, -1)
  expect(made.length).toBe(1_000)
  read('domain-0.example', -1)
  read('domain-989.example', -1)
  expect(made.slice(1_000)).toEqual(['domain-0.example', 'domain-989.example'])
  clear()
  for (let i = 0; i < 20; i++) read(`domain-${i}.example`, -1)
  for (let i = 10; i < 20; i++) read(`domain-${i}.example`, -1)
  expect(made.length).toBe(1_022)
})

test('the domain cache never confuses two domains, however similar they are and however often they are requested', () => {
  const { read } = createDomainCache(100, (domain) => ({ domain }))
  // Few letters, and lengths on both sides of the longest that has its own slot.
  const label = fc.string({ unit: fc.constantFrom('a', 'b', 'ÿ', 'ā'), maxLength: 40 })
  const domain = fc
    .tuple(fc.constantFrom('', 'aaaa', 'aaaaa'), label, fc.constantFrom('', '.com', '.co'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(domain, { maxLength: 30 }), fc.string({ maxLength: 5 }), (domains, local) => {
      for (const domain of [...domains, ...domains, ...domains]) {
        expect(read(`${local}@${domain}`, local.length).domain).toBe(domain)
      }
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFreshNames } from '../src/domain/lists/fresh-names.ts'

const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), maxLength: 6 }),
  fc.domain(),
  fc.string({ unit: fc.constantFrom('a', '.'), minLength: 240, maxLength: 253 }),
)
const list = fc.constantFrom('one', 'two', 'three')

test('new names are found with all lists that contain them, and no others are found', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, list), { maxLength: 300 }), fc.array(name), (entries, others) => {
      const names = createFreshNames()
      const expected = new Map<string, readonly string[]>()
      for (const [domain, by] of entries) {
        names.add(domain, by)
        expected.set(domain, [...new Set([...(expected.get(domain) ?? []), by])])
      }
      expect(names.size).toBe(expected.size)
      for (const domain of [...expected.keys(), ...others]) expect(names.get(domain)).toEqual(expected.get(domain))
    }),
  )
})

test('thousands of names stay distinct', () => {
  const names = createFreshNames()
  for (let i = 0; i < 50_000; i++) names.add(`throwaway-${i}.com`, i % 2 === 0 ? 'even' : 'odd')
  expect(names.size).toBe(50_000)
  expect([names.get('throwaway-0.com'), names.get('throwaway-49999.com'), names.get('throwaway-50000.com')]).toEqual([
    ['even'],
    ['odd'],
    undefined,
  ])
})

test('a name that is not an ASCII domain is neither stored nor found', () => {
  const names = createFreshNames()
  for (const text of ['münchen.de', 'a'.repeat(254)]) {
    names.add(text, 'one')
    expect(names.get(text)).toBe(undefined)
  }
  expect(names.size).toBe(0)
})

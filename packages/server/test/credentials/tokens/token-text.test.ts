import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeToken, parseToken } from '../../../src/credentials/tokens/token-text.ts'
import { hashSecret } from '../../../src/platform/hash-secret.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const permission = fc.constantFrom('read' as const, 'write' as const)

test('a token has the published form and says its permission', () => {
  fc.assert(
    fc.property(permission, (wanted) => {
      const token = makeToken(wanted)
      expect(token).toMatch(wanted === 'write' ? /^ms_w_[0-9A-Za-z]{36}$/ : /^ms_r_[0-9A-Za-z]{36}$/)
      expect(parseToken(token)).toEqual({ permission: wanted })
    }),
  )
})

test('a known token keeps its checksum in every release', () => {
  expect(parseToken('ms_w_0000000000000000000000000000003AxXke')).toEqual({ permission: 'write' })
})

test('one changed character anywhere is refused by the checksum alone', () => {
  fc.assert(
    fc.property(permission, fc.nat({ max: 40 }), fc.constantFrom(...BASE62), (wanted, place, letter) => {
      const token = makeToken(wanted)
      fc.pre(token[place] !== letter)
      expect(parseToken(token.slice(0, place) + letter + token.slice(place + 1))).toBeUndefined()
    }),
    { numRuns: 2_000 },
  )
})

test('two neighbours that changed places are refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 39 }), (place) => {
      const token = makeToken('write')
      fc.pre(token[place] !== token[place + 1])
      const swapped = token.slice(0, place) + token[place + 1] + token[place] + token.slice(place + 2)
      expect(parseToken(swapped)).toBeUndefined()
    }),
  )
})

test('nothing but a token parses', () => {
  fc.assert(fc.property(fc.string(), (text) => parseToken(text) === undefined))
  const token = makeToken('read')
  for (const text of [
    '',
    token.slice(0, -1),
    `${token}0`,
    ` ${token}`,
    `${token}\n`,
    token.toUpperCase(),
    token.toLowerCase(),
  ])
    expect(parseToken(text)).toBeUndefined()
})

test('every letter of the alphabet is equally likely', () => {
  const counts = new Map<string, number>()
  const tokens = 4_000
  for (let made = 0; made < tokens; made++)
    for (const letter of makeToken('read').slice(5, 35)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const expected = (tokens * 30) / 62
  const chiSquare = [...BASE62].reduce((sum, letter) => sum + ((counts.get(letter) ?? 0) - expected) ** 2 / expected, 0)
  // 61 degrees of freedom: a fair alphabet exceeds 140 less than once in ten million runs; `byte % 62` gives over 600.
  expect(chiSquare).toBeLessThan(140)
})

test('the stored form is the SHA-256 of the whole text', () => {
  expect(hashSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

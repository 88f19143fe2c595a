import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSettled } from '../src/address/parse.ts'
import { loadEngine } from '../src/node.ts'
import { anyCharacters } from './support/any-characters.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()

const normalized = (address: string) => {
  const { normalizedLocal, domain } = accepted(engine.validate(address))
  return `${normalizedLocal}@${domain.normalized}`
}
const label = (address: string) => accepted(engine.validate(address)).label

describe('the normalized address', () => {
  test.each([
    ['John.Smith@Contoso.COM', 'john.smith@contoso.com'],
    ['JOSE\u0301@contoso.es', 'josé@contoso.es'],
    ['a@münchen.de', 'a@xn--mnchen-3ya.de'],
    ['a@MÜNCHEN.de', 'a@xn--mnchen-3ya.de'],
    ['J.o.h.n@gmail.com', 'john@gmail.com'],
    ['j.o.h.n+x.y@googlemail.com', 'john@gmail.com'],
    ['Ivan.Petrov@ya.ru', 'ivan.petrov@yandex.ru'],
    ['ivan.petrov+x@yandex.com', 'ivan.petrov@yandex.ru'],
    ['ivan@contoso.yandex.com', 'ivan@contoso.yandex.com'],
    ['Σ.+a@gmail.com', 'σ@gmail.com'],
    ['JOHN.+é@gmail.com', 'john@gmail.com'],
    ['aΣ.b@gmail.com', 'aσb@gmail.com'],
    ['e.\u0301@gmail.com', 'é@gmail.com'],
    ['john.smith@outlook.com', 'john.smith@outlook.com'],
    ['john.smith@company.example', 'john.smith@company.example'],
    ['"john"@contoso.com', 'john@contoso.com'],
    ['"John\\.Smith"@gmail.com', 'johnsmith@gmail.com'],
    ['"john smith"@contoso.com', '"john smith"@contoso.com'],
    ['"a\\"b"@contoso.com', '"a\\"b"@contoso.com'],
    ['"\u3000A"@contoso.com', '"\u3000a"@contoso.com'],
    ['"\u00a0"@gmail.com', '"\u00a0"@gmail.com'],
  ])('of %s is %s', (address, expected) => expect(normalized(address)).toBe(expected))
})

describe('a label', () => {
  test.each([
    ['john+news@gmail.com', 'john@gmail.com', 'news'],
    ['john+news@outlook.com', 'john@outlook.com', 'news'],
    ['john+News+2@company.example', 'john@company.example', 'News+2'],
    ['john+@company.example', 'john@company.example', ''],
    ['john-shop@yahoo.com', 'john@yahoo.com', 'shop'],
    ['john-shop-2@ymail.com', 'john@ymail.com', 'shop-2'],
    ['news@john.fastmail.com', 'john@fastmail.com', 'news'],
    ['john+news@fastmail.fm', 'john@fastmail.fm', 'news'],
    ['john+x@proton.me', 'john@proton.me', 'x'],
    ['john+x@me.com', 'john@me.com', 'x'],
  ])('of %s leaves %s', (address, expected, text) => {
    expect(normalized(address)).toBe(expected)
    expect(label(address)).toBe(text)
  })

  test.each([
    '+john@contoso.com',
    'john+shop@yahoo.com',
    'john-shop@contoso.com',
    '-john@yahoo.com',
    'a.+b@contoso.com',
  ])('is not found in %s', (address) => {
    expect(normalized(address)).toBe(address)
    expect(label(address)).toBe('')
  })

  test('of Gmail may follow a period, because periods do not count there', () => {
    expect(normalized('a.+b@gmail.com')).toBe('a@gmail.com')
  })
})

const DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.fr',
  'user.fastmail.com',
  'outlook.com',
  'contoso.com',
  'münchen.de',
]
const anyLocal = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...'aAbB.+-_"\\ é́İßΣσς'), minLength: 1, maxLength: 12 }),
  anyCharacters({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'aA.+-"\u00a0\u3000\u2028'), maxLength: 4 }).map((content) => `"${content}"`),
  fc.string({ unit: fc.constantFrom(...'aİ '), minLength: 50, maxLength: 62 }).map((content) => `"${content}"`),
  fc.string({ unit: fc.constantFrom(...'İ\u037e\u0958ﬃΐ'), minLength: 20, maxLength: 64 }),
)

test('a normalized address is valid, has no empty local part, and normalizes to itself', () => {
  fc.assert(
    fc.property(anyLocal, fc.constantFrom(...DOMAINS), (local, domain) => {
      const verdict = engine.validate(`${local}@${domain}`)
      if (!verdict.ok) return
      const once = `${verdict.normalizedLocal}@${verdict.domain.normalized}`
      expect(verdict.normalizedLocal).not.toBe('')
      expect(normalized(once)).toBe(once)
    }),
    { numRuns: 3_000 },
  )
})

test.for(['an\u200bn', '\u00adann', 'ann\u2060', 'a\u202enn', 'ann\ufe0f', '\ufeffann', 'an\u00a0n', 'a\u3164nn'])(
  'a normalized address contains no invisible character: %j',
  (local) => expect(normalized(`${local}@example.com`)).toBe('ann@example.com'),
)

test('settled letters are visible, composed, and have one lower-case letter of the same length', () => {
  const octets = (text: string) => new TextEncoder().encode(text).length
  const wrong: string[] = []
  for (let code = 0; code <= 0xffff; code++) {
    if (!isSettled(code)) continue
    const letter = String.fromCharCode(code)
    const lower = letter.toLowerCase()
    const isComposed = ['', 'e', 'И', '가'].every((before) =>
      [letter, lower].every((form) => (before + form).normalize('NFC') === before + form),
    )
    const isSeen = !/[\p{Default_Ignorable_Code_Point}\p{Zs}\p{M}\p{C}]/u.test(letter) || /\p{Unassigned}/u.test(letter)
    if (!isComposed || !isSeen || lower.length !== 1 || octets(lower) !== octets(letter)) wrong.push(letter)
  }
  expect(wrong).toEqual([])
  expect(isSettled('é'.charCodeAt(0))).toBe(true)
})

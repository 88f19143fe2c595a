import { readCell } from '@mailsift/intake/cells'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAddressSearch } from '../../src/platform/address-search.ts'
import { engine } from '../contacts/safe-address.ts'

const jane = createAddressSearch(engine, ' Jane.Roe@Acme-Rockets.com ')

test.each(['jane.roe@acme-rockets.com', ' JANE.ROE@ACME-ROCKETS.COM\t', 'jane.roe+news@acme-rockets.com'])(
  '%j is the address',
  (text) => {
    expect(jane.isAddress(text)).toBe(true)
    expect(jane.isMentionedIn(text)).toBe(true)
  },
)

test.each(['john.roe@acme-rockets.com', 'jane.roe@acme-rockets.com.au', 'x-jane.roe@acme-rockets.com', 'jane.roe', ''])(
  '%j is another',
  (text) => {
    expect(jane.isAddress(text)).toBe(false)
    expect(jane.isMentionedIn(text)).toBe(false)
  },
)

test.each([
  'Jane <jane.roe@acme-rockets.com>',
  '"x","jane.roe@acme-rockets.com"',
  'a;jane.roe@acme-rockets.com;b',
  'mailto:jane.roe@acme-rockets.com?subject=x',
  'https://x.test/?to=jane.roe@acme-rockets.com&from=y',
  "'jane.roe@acme-rockets.com'",
  'ask bob@example.com or Jane.Roe+x@acme-rockets.com.',
  '@@jane.roe@acme-rockets.com@',
  'https://x.test/?to=jane.roe%40acme-rockets.com&from=y',
  'mailto:%3CJane.Roe%40Acme-Rockets.com%3E',
  'https://x.test/?next=%2Fpeople%3Fto%3Djane.roe%2540acme-rockets.com',
  'jane.roe%40acme-rockets.com@relay.example',
  'jane.roe&#64;acme-rockets.com, jane.roe&commat;other.example',
  '{"to":"jane.roe\\u0040acme-rockets.com"}',
])('it is found in %j', (text) => {
  expect(jane.isMentionedIn(text)).toBe(true)
  expect(jane.isAddress(text)).toBe(false)
})

test.each([
  'jane.roe @ acme-rockets.com',
  'jane.roe@ Acme-Rockets . com',
  'jane.roe (at) acme-rockets [dot] com',
  'jane.roe { AT } acme-rockets.com',
  'jane.roe＠acme-rockets．com',
  'jane.\u200broe@acme-\u00adrockets.com',
  'jane.roe\u00a0@\u2003acme-rockets.com',
  'jane.roe\n@acme-rockets.com',
  'Roe, Jane <jane.roe @ acme-rockets.com>; bob@example.com',
  'mailto:jane.roe%40acme-rockets.com?subject=x',
])('what a reader of lists repairs to it is about it: %j', (text) => {
  expect(readCell(text, true).map(({ address }) => address.toLowerCase())).toContain('jane.roe@acme-rockets.com')
  for (const isFound of [jane.isReadIn, jane.isMentionedIn, jane.isNamedIn]) expect(isFound(text)).toBe(true)
  expect(new RegExp(jane.plainPattern).test(text)).toBe(false)
  expect(new RegExp(jane.namePattern).test(text)).toBe(true)
})

test.each([
  'import-jane.roe@acme-rockets.com',
  'export_Jane.Roe@acme-rockets.com_2026',
  'jane.roe@acme-rockets.com-retry-2',
  'for jane.roe%40acme-rockets.com',
])('a name that holds it: %j', (name) => {
  expect(jane.isNamedIn(name)).toBe(true)
  expect(new RegExp(jane.namePattern).test(name)).toBe(true)
})

test.each([
  'mary.jane.roe@acme-rockets.com',
  'jane.roe@acme-rockets.com.au',
  'jane.roe',
  'jane.roe at acme-rockets.com',
])('a name that does not: %j', (name) => expect(jane.isNamedIn(name)).toBe(false))

test('periods do not hide a Gmail address, and any spelling finds every other', () => {
  const search = createAddressSearch(engine, 'j.anedoe+a@gmail.com')
  expect(search.isAddress('Jane.Doe@googlemail.com')).toBe(true)
  expect(search.isAddress('janedoe@gmail.com')).toBe(true)
  expect(search.isMentionedIn('x,ja.ne.doe@gmail.com,y')).toBe(true)
})

test('a stored normalized address counts, whatever the text', () => {
  expect(jane.isAddress('jane.roe-news@acme-rockets.com', 'jane.roe@acme-rockets.com')).toBe(true)
})

test('whatever stands around it, it is found; without it, nothing is', () => {
  const around = fc.string().filter((text) => !/[\p{L}\p{M}\p{N}_+.-]$|^[\p{L}\p{M}\p{N}.-]/u.test(text))
  fc.assert(
    fc.property(around, around, (before, after) => {
      expect(jane.isMentionedIn(`${before} jane.roe@acme-rockets.com ${after}`)).toBe(true)
      expect(jane.isMentionedIn(before + after)).toBe(false)
      expect(jane.isMentionedIn(`${before} ${encodeURIComponent('jane.roe@acme-rockets.com')} ${after}`)).toBe(true)
    }),
  )
})

test('a long text without end costs no more than its length', () => {
  expect(jane.isMentionedIn('x'.repeat(1_000_000))).toBe(false)
  expect(jane.isMentionedIn(`${'='.repeat(200_000)}@`)).toBe(false)
  expect(jane.isMentionedIn('a@'.repeat(20_000))).toBe(false)
  expect(jane.isMentionedIn('%40'.repeat(20_000))).toBe(false)
  expect(jane.isMentionedIn('a @ b , '.repeat(20_000))).toBe(false)
  expect(jane.isMentionedIn('<(at)'.repeat(20_000))).toBe(false)
})

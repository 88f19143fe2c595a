import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeInputs, packInputs, unpackInputs } from '../../../src/bulk/format/inputs.ts'

const texts = (...texts: string[]) => texts.map((text) => ({ text, fault: null }))

test('any string comes back exactly: NUL, lone surrogates, NBSP, empty, astral', () => {
  const inputs = texts('', '\0', '\ud800', 'a\udc00b@x.de', '\u00a0a@b.de\u00a0', '😀@例え.jp', 'x'.repeat(70_000))
  expect(unpackInputs(packInputs(inputs))).toEqual(inputs)
})

test('malformed records keep their fault', () => {
  const inputs = [
    { text: 'a@b.de', fault: 'This row has 2 fields; the header has 3.' },
    { text: '', fault: 'This row has 2 fields; the header has 3.' },
    { text: 'c@d.de', fault: null },
  ]
  expect(unpackInputs(packInputs(inputs))).toEqual(inputs)
})

test('every list of strings survives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) })),
      (list) => {
        expect(unpackInputs(packInputs(texts(...list)))).toEqual(texts(...list))
      },
    ),
  )
})

test('inputs that were stored before 0.1.0, without a version byte, are read', () => {
  const inputs = texts('ann@example.com', '\0')
  expect(unpackInputs(zstdCompressSync(encodeInputs(inputs)))).toEqual(inputs)
})

test('inputs of a version that this program does not know are refused by its number', () => {
  const packed = packInputs(texts('ann@example.com'))
  packed[0] = 3
  expect(() => unpackInputs(packed)).toThrow('stored in version 3, but this version of Mailsift reads only 1 and 2')
})

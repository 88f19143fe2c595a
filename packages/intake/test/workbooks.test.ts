// Rare features of workbooks, and files that are not workbooks with cells.
import { Readable } from 'node:stream'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { fromBlob, openList } from '../src/list.ts'
import { createEffort, SHEETS_STEPS_PER_BYTE } from '../src/xlsx/effort.ts'
import { readSheet } from '../src/xlsx/sheet.ts'
import { makeXlsx } from './make-xlsx.ts'

const sourceOf = (bytes: Uint8Array) => fromBlob(new Blob([bytes as Uint8Array<ArrayBuffer>]))

async function cellsOf(bytes: Uint8Array): Promise<(string | undefined)[][]> {
  const list = await openList(sourceOf(bytes))
  const rows: (string | undefined)[][] = []
  for await (const batch of list.records([0, 1, 2]))
    for (const { cells, fields } of batch) rows.push(cells.slice(0, fields))
  return rows
}

/** The workbook with one of its files modified. */
function changed(book: Uint8Array, file: string, change: (text: string) => string): Uint8Array {
  const files = unzipSync(book)
  return zipSync({ ...files, [file]: strToU8(change(strFromU8(files[file]!))) })
}

test('a sheet has at most 1,048,576 rows', async () => {
  const pieces = [`<sheetData>${'<row/>'.repeat(1_048_576)}`, '<row/>'].map((text) => strToU8(text))
  const effort = createEffort(pieces[0]!.length, SHEETS_STEPS_PER_BYTE)
  const rows = readSheet(Readable.from(pieces), { strings: { get: () => '' }, isDate: [], is1904: false }, effort)
  expect((await rows.next()).value).toHaveLength(1_048_576)
  await expect(rows.next()).rejects.toThrow('more rows than a spreadsheet can hold')
})

test('each of many thousand strings is found by its number', async () => {
  const rows = Array.from({ length: 6_000 }, (_, at) => [`person.${at}@contoso.com`, `name ${at % 4_500}`])
  expect(await cellsOf(makeXlsx([{ name: 'People', rows: [['email', 'name'], ...rows] }]))).toEqual(rows)
})

test('a phonetic guide is not part of a cell, nor are escapes for characters that XML cannot contain', async () => {
  const aid = '<rPh sb="0" eb="1"><t>reading aid</t></rPh>'
  const book = makeXlsx([
    {
      name: 'A',
      rows: [
        ['email', 'note'],
        ['ann.lee@contoso.com', { inline: 'two_x000A_lines' }],
      ],
    },
  ])
  const withAid = changed(book, 'xl/worksheets/sheet1.xml', (text) => text.replace('</t></is>', `</t>${aid}</is>`))
  expect(await cellsOf(withAid)).toEqual([['ann.lee@contoso.com', 'two\nlines']])
})

test('days are counted from 1904 if the workbook says so; a time without a day and an invalid day are unchanged', async () => {
  const day = new Date(Date.UTC(2024, 1, 29))
  const book = makeXlsx([
    {
      name: 'A',
      rows: [
        ['email', 'since', 'at'],
        ['ann.lee@contoso.com', day, new Date(Date.UTC(1899, 11, 30, 18, 30))],
        ['bob.ray@contoso.com', new Date(Date.UTC(1899, 11, 29)), null],
      ],
    },
  ])
  expect(await cellsOf(book)).toEqual([
    ['ann.lee@contoso.com', '2024-02-29', '18:30:00'],
    ['bob.ray@contoso.com', '-1'],
  ])
  const since1904 = changed(book, 'xl/workbook.xml', (text) =>
    text.replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
  )
  expect((await cellsOf(since1904))[0]![1]).toBe('2028-03-01')
})

test('cells stay in their columns if others are missing, if a string does not exist, or if a number is invalid', async () => {
  const book = makeXlsx([
    {
      name: 'A',
      rows: [
        ['email', 'name', 'since'],
        ['ann.lee@contoso.com', null, 2024],
        ['bob.ray@contoso.com', 'Bob', 2025],
      ],
    },
  ])
  const damaged = changed(book, 'xl/worksheets/sheet1.xml', (text) =>
    text.replace('<v>2024</v>', '<v>#2024</v>').replace(/(<c r="B3"[^>]*><v>)\d+/, '$199'),
  )
  expect(await cellsOf(damaged)).toEqual([
    ['ann.lee@contoso.com', '', '#2024'],
    ['bob.ray@contoso.com', '', '2025'],
  ])
})

describe('a workbook without readable cells is refused with the next step', () => {
  const part = strToU8('<x/>')
  test.for<[string, Uint8Array, string | undefined, RegExp]>([
    ['a binary workbook', zipSync({ '_rels/.rels': part, 'xl/workbook.bin': part }), undefined, /\.xlsb.*Save it as/],
    [
      'a document',
      zipSync({ '_rels/.rels': part, 'word/document.xml': part }),
      undefined,
      /Office file without sheets/,
    ],
    ['a workbook without a sheet', makeXlsx([]), undefined, /without a worksheet/],
    ['a sheet that is not there', makeXlsx([{ name: 'A', rows: [['email']] }]), 'B', /no sheet "B".*"A"/],
    ['a sheet of a text', strToU8('email\na@contoso.com\n'), 'B', /a text file, which has no sheets/],
  ])('%s', async ([, bytes, sheet, message]) => {
    await expect(openList(sourceOf(bytes), { sheet })).rejects.toThrow(message)
  })
})

// An .xlsx has the cells of the CSV that it is made of, and none that runs.
import { csvCell } from '@mailsift/intake/csv-cell'
import { fromBlob, openList } from '@mailsift/intake/list'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createWorkbook } from '../src/workbook.ts'
import { toZip } from '../src/zip.ts'

const NAMES = ['email', 'note', 'end']

async function workbookOf(rows: readonly (readonly string[])[], rowsMax?: number): Promise<Buffer> {
  const csv = [NAMES, ...rows].map((cells) => `${cells.map((cell) => csvCell(cell, ',')).join(',')}\n`).join('')
  const workbook = createWorkbook({ separator: ',' }, rowsMax)
  const bytes = Buffer.from(csv)
  // In two pieces that may cut a letter.
  const half = bytes.length >> 1
  const pieces = [...(await workbook.push(bytes.subarray(0, half))), ...(await workbook.push(bytes.subarray(half)))]
  return Buffer.concat([...pieces, ...(await workbook.end())])
}

const partOf = (file: Uint8Array, name: string) => strFromU8(unzipSync(file)[name]!)

async function cellsOf(file: Uint8Array, sheet?: string): Promise<(string | undefined)[][]> {
  const list = await openList(fromBlob(new Blob([file.slice()])), { sheet })
  expect(list.names).toEqual(NAMES)
  const rows: (string | undefined)[][] = []
  for await (const batch of list.records([0, 1, 2])) rows.push(...batch.map(({ cells }) => cells))
  return rows
}

test('numbers and dates are numbers and dates, everything else is text, and formulas are marked as text', async () => {
  const cells = [
    '12',
    '-1.5',
    '007',
    '+4930123456',
    '491511234567890',
    '1e5',
    '2024-03-01',
    '2024-03-01 10:15:00',
    '2024-02-31',
  ]
  const sheet = partOf(await workbookOf([[...cells, '=1+1', "'=1+1"]]), 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<c><v>12</v></c><c><v>-1.5</v></c>')
  expect(sheet).toContain('<c s="3"><v>45352</v></c><c s="4"><v>45352.427083333336</v></c>')
  for (const text of ['007', '491511234567890', '1e5', '2024-02-31'])
    expect(sheet).toContain(`<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`)
  for (const text of ['+4930123456', '=1+1'])
    expect(sheet).toContain(`<c t="inlineStr" s="2"><is><t xml:space="preserve">${text}</t></is></c>`)
  expect(sheet).not.toContain("'=1+1")
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
})

test('any text comes back from the workbook as it was', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'a1=+-.@<&>"_x0A \t\u0001\u0000é東\u{1f600}') })
  const row = fc.tuple(fc.constant('ann.lee@contoso.com'), text, fc.constant('end'))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      expect(await cellsOf(await workbookOf(rows))).toEqual(rows)
    }),
    { numRuns: 100 },
  )
})

test('rows beyond the last of a sheet continue on the next one, below the header again', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => [`ann.lee${at}@contoso.com`, '', 'end'])
  const file = await workbookOf(rows, 3)
  expect(await cellsOf(file)).toEqual(rows.slice(0, 2))
  expect(await cellsOf(file, 'List 2')).toEqual(rows.slice(2, 4))
  expect(await cellsOf(file, 'List 3')).toEqual(rows.slice(4))
})

test('a text longer than a cell may be is cut, so that the file can be opened', async () => {
  const [[, note] = []] = await cellsOf(await workbookOf([['ann.lee@contoso.com', 'x'.repeat(40_000), 'end']]))
  expect(note).toBe(`${'x'.repeat(32_766)}…`)
})

test('several files in one zip come out as they went in', async () => {
  async function* bytes() {
    yield Buffer.from('email\n')
    yield Buffer.from('ann.lee@contoso.com\n')
  }
  const pieces: Uint8Array[] = []
  for await (const piece of toZip(['a.safe.csv', 'a.blank.csv'].map((name) => ({ name, bytes })))) pieces.push(piece)
  const files = unzipSync(Buffer.concat(pieces))
  expect(Object.keys(files)).toEqual(['a.safe.csv', 'a.blank.csv'])
  for (const file of Object.values(files)) expect(strFromU8(file)).toBe('email\nann.lee@contoso.com\n')
})

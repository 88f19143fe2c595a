import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { csvCell } from '@mailsift/intake/csv-cell'
import { fromBlob, openList } from '@mailsift/intake/list'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { execFile } from '../../../scripts/testing/programs.ts'
import { createWorkbook } from '../src/workbook.ts'
import { EXPORTS } from './exports.ts'

const partOf = (file: Uint8Array, name: string) => strFromU8(unzipSync(file)[name]!)

test('every export opens in LibreOffice with its columns and cells, and nothing runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-calc-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const wanted = new Map<string, string[][]>()
  for (const { name, bytes } of EXPORTS) {
    const list = await openList(fromBlob(new Blob([bytes.slice()])))
    const rows: string[][] = [list.names]
    for await (const batch of list.records('all'))
      rows.push(...batch.map(({ cells }) => cells.map((cell) => cell ?? '')))
    const csv = rows.map((cells) => `${cells.map((cell) => csvCell(cell, ',')).join(',')}\n`).join('')
    const workbook = createWorkbook({ separator: ',' })
    const file = Buffer.concat([...(await workbook.push(Buffer.from(csv))), ...(await workbook.end())])
    expect(partOf(file, 'xl/worksheets/sheet1.xml')).not.toMatch(/<f[ >]/)
    await writeFile(join(folder, `${name}.xlsx`), file)
    wanted.set(name, rows)
  }
  // Commas, quotes, UTF-8, cells as they are shown, formulas in place of their values.
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true'
  await promisify(execFile)('soffice', [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    ...['--headless', '--norestore', '--convert-to', filter, '--outdir', folder],
    ...[...wanted.keys()].map((name) => join(folder, `${name}.xlsx`)),
  ])
  for (const [name, rows] of wanted) {
    const shown = parse(await readFile(join(folder, `${name}.csv`)), {
      relax_column_count: true,
      bom: true,
    }) as string[][]
    const width = Math.max(...rows.map((cells) => cells.length))
    const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '')
    expect(shown.map(padded), name).toEqual(rows.map(padded).map((cells) => cells.map(asShown)))
  }
})

/** As a spreadsheet shows the text: line ends are its own, and an apostrophe that made a formula text is none of it. */
const asShown = (text: string) => text.replaceAll('\r\n', '\n').replace(/^'(?=[=+\-@])/, '')

import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fromBlob, openList } from '@mailsift/intake/list'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { execFile } from '../../../scripts/testing/programs.ts'
import { NASTY, written } from './nasty-list.ts'

test('in LibreOffice, with a comma or a semicolon, columns are intact and no formula runs, even with the wrong separator; the unescaped cells would run', async () => {
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
    // Field separator, quote, UTF-8, from line 1, numbers detected, formulas evaluated: as when a user opens it.
    const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`
    await promisify(execFile)('soffice', [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      ...['--headless', '--norestore', `--infilter=${filter}`, '--convert-to', 'xlsx', '--outdir', folder],
      join(folder, `${name}.csv`),
    ])
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

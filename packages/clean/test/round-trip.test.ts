// A cleaned list can be imported where it came from: it has the same columns, with the checked addresses.

import { createOutput, lastBytes } from '@mailsift/csv/write'
import { loadEngine } from '@mailsift/engine/node'
import { nameColumns } from '@mailsift/intake/columns'
import { fromBlob, type List, openList } from '@mailsift/intake/list'
import { createRecordReader } from '@mailsift/intake/records'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCleanedLines } from '../src/cleaned-lines.ts'
import { type Entry, readEntries, type Selection } from '../src/entries.ts'
import { toUtf8 } from '../src/lines.ts'
import { createOpinions } from '../src/opinion.ts'
import { EXPORTS } from './exports.ts'

const engine = loadEngine()
const opinions = createOpinions(engine, 'marketing')
const correct: Selection['correct'] = (address, verdict) => opinions.ofVerdict(address, verdict).suggestion

type Cleaned = { list: List; columns: number[]; entries: Entry[]; names: string[]; rows: string[][] }

async function clean(bytes: Uint8Array, wanted: string[], options: Partial<Selection>): Promise<Cleaned> {
  const open = () => openList(fromBlob(new Blob([bytes.slice()])))
  const list = await open()
  const found = nameColumns(wanted, list.names, list.candidates)
  if (!('found' in found)) throw new Error(`No column of ${wanted} among ${list.names}`)
  const columns = found.found.map(({ index }) => index)
  const lines = createCleanedLines(list, { columns, ours: 'short', withDomain: false })
  const output = createOutput()
  const target = toUtf8(output)
  lines.head(target)
  const entries: Entry[] = []
  const selection = { columns, repair: true, dedupe: true, ...options }
  for await (const batch of readEntries(engine, list, selection, open))
    for (const entry of batch) {
      if (entry.dropped) continue
      entries.push(entry)
      lines.row(target, entry, opinions.ofVerdict(entry.address, entry.verdict), { id: '', verdict: entry.verdict })
    }
  const text = Buffer.from(lastBytes(output)).toString('utf8')
  const reader = createRecordReader({ separator: lines.separator, columns: 'all', width: list.names.length })
  const records = [...reader.push(text), ...reader.end()].map(({ cells }) => cells.map((cell) => cell ?? ''))
  const at = records.findIndex((cells) => cells.some((cell) => /^(?:mailsift\.)?suggestion$/.test(cell)))
  // If the input has a column with our name, such as Address, ours gets a prefix.
  const names = records[at]!.map((name) => name.replace(/^mailsift\./, ''))
  return { list, columns, entries, names, rows: records.slice(at + 1) }
}

/** The shown and the checked address. */
function expectVisible({ list, columns, entries, names, rows }: Cleaned): void {
  const [first, ...others] = columns
  const statusAt = names.lastIndexOf('status')
  expect(rows).toHaveLength(entries.length)
  for (const [at, { address, verdict }] of entries.entries()) {
    const row = rows[at]!
    const { status } = opinions.ofVerdict(address, verdict)
    expect(row[statusAt]).toBe(status)
    if (address === '') {
      expect(status).toBe('blank')
      continue
    }
    expect(row[first!]).toBe(address)
    for (const other of others) expect(row[other]).toBe('')
    expect(opinions.ofVerdict(row[first!]!, engine.validate(row[first!]!)).status).toBe(row[statusAt])
  }
  expect(names.slice(0, list.names.length)).toEqual(list.names)
}

describe.each(EXPORTS)('$name', ({ bytes, columns }) => {
  test.each([[{}], [{ correct }], [{ dedupe: false }]])(
    'comes back with its own columns, the checked address in the email column, and all else as it was: %j',
    async (options) => {
      const cleaned = await clean(bytes, columns, options)
      expectVisible(cleaned)
      const { list, rows, names, entries } = cleaned
      const width = list.names.length
      expect(names.slice(width)).toEqual(
        ['status', 'reason', 'suggestion', 'address', 'note'].concat(columns.map((name) => `original_${name}`)),
      )
      const again = await openList(fromBlob(new Blob([bytes.slice()])))
      const before = new Map<number, string[]>()
      for await (const batch of again.records('all'))
        for (const { line, cells } of batch)
          before.set(
            line,
            cells.map((cell) => cell ?? ''),
          )
      for (const [at, { record, address }] of entries.entries()) {
        const cells = before.get(record.line)!
        for (let column = 0; column < width; column++) {
          const chosen = cleaned.columns.indexOf(column)
          const original = chosen < 0 ? '' : rows[at]![width + 5 + chosen]!
          const was = cells[column] ?? ''
          const shown = rows[at]![column]!
          // Nothing is lost: a cell is unchanged, or its previous text is in another column.
          if (shown !== was) expect([address !== '', original.replace(/^'/, '')]).toEqual([true, was])
        }
      }
    },
  )
})

const CELL = fc.oneof(
  fc.constantFrom(
    'ann.lee@contoso.com',
    'ANN.lee@contoso.com',
    'bob.miller@gmial.com',
    'bob@gmial.com',
    '',
    ' ',
    'n/a',
  ),
  fc.constantFrom(
    'Ann <ann.lee@contoso.com>',
    'a.fox@contoso.com; b.fox@contoso.com',
    ' c.fox@contoso.com ',
    '"x"@contoso.com',
  ),
  fc.string({ unit: fc.constantFrom(...'a@.<>"\',;|= \t\n') }),
)
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test('no row of any list shows an address that was not checked', async () => {
  const table = fc.record({
    rows: fc.array(fc.tuple(CELL, CELL, CELL), { minLength: 1, maxLength: 8 }),
    columns: fc.subarray(['email', 'second email'], { minLength: 1 }),
    isFixed: fc.boolean(),
    dedupe: fc.boolean(),
    separator: fc.constantFrom(',', ';', '\t'),
  })
  await fc.assert(
    fc.asyncProperty(table, async ({ rows, columns, isFixed, dedupe, separator }) => {
      const lines = [['email', 'name', 'second email'], ...rows].map((cells) => cells.map(quoted).join(separator))
      const bytes = Buffer.from(`${lines.join('\n')}\n`)
      const list = await openList(fromBlob(new Blob([bytes])))
      // A generated cell may make another separator more likely, which gives a different list.
      if (list.names.length !== 3 || !list.names.includes('second email')) return
      expectVisible(await clean(bytes, columns, { dedupe, ...(isFixed && { correct }) }))
    }),
    { numRuns: 200 },
  )
})

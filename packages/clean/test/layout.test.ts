// Writing loses no character of a list, whatever it contains.

import { openList } from '@mailsift/intake/list'
import { createRecordReader, type Record } from '@mailsift/intake/records'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut } from '../src/layout.ts'

const PART = fc.constantFrom(
  'a',
  'email',
  'x@y.example',
  'b c',
  '"',
  '""',
  ',',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\n',
  '\r\n',
  ' ',
  'é',
  '東',
)
const TEXT = fc.array(PART, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(''))

test('the rows of any list are unchanged, with our columns at one position, and other readers read the same', async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, async (text) => {
      const bytes = Buffer.from(text)
      const source = {
        async *read() {
          yield bytes
        },
        blob: async () => new Blob([bytes]),
      }
      const list = await openList(source).catch((error: Error) => {
        if (error.name !== 'ListError') throw error
        return undefined
      })
      if (!list) return
      const { head, row, separator } = layOut(list)
      const width = list.names.length
      if (list.hasHeader && list.separator !== '')
        expect(head.whole + head.end).toMatch(new RegExp(`^${quoted(list.preamble + list.header)}(\\r\\n|\\n|\\r)?$`))
      const columns = Array.from({ length: 40 }, (_, at) => at)
      for await (const batch of list.records(columns))
        for (const record of batch) {
          const { whole, end } = row(record, true)
          const { raw, fields, isOdd } = record
          if (list.separator !== '' && !isOdd)
            expect(whole + end).toBe(fields >= width ? raw : insertPadding(record, separator, width))
          const again = read(`${whole}${separator}OURS${end}`, separator)
          const cells = list.separator === '' ? [raw.replace(/[\r\n]+$/, '')] : record.cells.slice(0, fields)
          expect(again.slice(0, Math.min(width, cells.length))).toEqual(cells.slice(0, width))
          expect(again[width]).toBe('OURS')
          expect(again.slice(width + 1)).toEqual(cells.slice(width))
        }
    }),
    { numRuns: 2000 },
  )
})

const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

function insertPadding({ raw, contentEnd, fields }: Record, separator: string, width: number): string {
  return raw.slice(0, contentEnd) + separator.repeat(width - fields) + raw.slice(contentEnd)
}

function read(text: string, separator: ',' | ';' | '\t' | '|'): (string | undefined)[] {
  const reader = createRecordReader({ separator, columns: 'all', width: 1 })
  return [...reader.push(text), ...reader.end()][0]!.cells
}

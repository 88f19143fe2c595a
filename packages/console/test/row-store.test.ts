import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowStore } from '../src/worker/row-store.ts'

const TEXT = fc.string({ unit: fc.constantFrom(...'aFé,"[]\\\n 1'), maxLength: 4 })
const ROW = fc.record({
  address: TEXT,
  suggestion: TEXT,
  isUnregistered: fc.boolean(),
  evidence: TEXT,
  cells: fc.array(TEXT, { maxLength: 3 }),
})

test('rows are returned unchanged, and a search finds exactly those with the text in a cell', () => {
  fc.assert(
    fc.property(fc.array(ROW, { maxLength: 600 }), fc.oneof(TEXT, fc.constant('false')), (rows, text) => {
      const store = createRowStore()
      for (const row of rows) store.add(row, 0)
      expect(store.read(rows.map((_, at) => at))).toEqual(rows)
      const has = (cell: string) => cell.toLowerCase().includes(text.toLowerCase())
      const wanted = rows.flatMap(({ address, suggestion, evidence, cells }, at) =>
        [address, suggestion, evidence, ...cells].some(has) ? [at] : [],
      )
      expect(store.search(text)).toEqual(wanted)
    }),
    { numRuns: 60 },
  )
})

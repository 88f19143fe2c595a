import type { RowError, ValidationResult } from '@mailsift/contract'
import { render, type VerdictRow } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressLike } from '../../engine/test/support/addresses.ts'
import { makeFacts } from '../../engine/test/support/facts.ts'
import { answerColumns, cellsOf, writeAnswer } from '../src/columns.ts'
import { createJobRowsEncoder } from '../src/job-rows.ts'
import { createVerdictWriter } from '../src/verdict-cells.ts'
import { createOutput, takeBytes } from '../src/write.ts'

const engine = loadEngine()
/** Less than a row, so it has to grow within one. */
const CRAMPED_BYTES = 40
const ID = '01900000-0000-7000-8000-000000000000'

test.each([
  { withDomain: false, delimiter: ',' },
  { withDomain: true, delimiter: ';' },
] as const)('the cells of a verdict are those of its result in the order of the contract: %o', (layout) => {
  const columns = answerColumns(layout)
  const write = createVerdictWriter(columns)
  const encode = createJobRowsEncoder<VerdictRow>(columns, createVerdictWriter(columns))
  fc.assert(
    fc.property(fc.array(addressLike, { maxLength: 20 }), (addresses) => {
      const rows = addresses.map((address) => {
        const validated = engine.validate(address)
        const verdict = validated.ok && layout.withDomain ? engine.withDomainFacts(validated, makeFacts()) : validated
        return { input: address, id: verdict.ok ? ID : '', verdict }
      })
      const encoded = encode(0, rows)
      const written = createOutput(CRAMPED_BYTES)
      rows.forEach(({ id, verdict }, row) => {
        const expected = createOutput()
        if (verdict.ok) writeAnswer(expected, columns, { error: null, result: render(verdict, id) as ValidationResult })
        else writeAnswer(expected, columns, { error: verdict.error as RowError, result: null })
        const { bytes, start, end } = cellsOf(encoded, row).cells
        const cells = takeBytes(expected).toString()
        expect(bytes.toString('utf8', start, end)).toBe(cells)
        // The same without the input already in the row.
        const before = written.length
        write(written, { id, verdict })
        expect(written.bytes.toString('utf8', before, written.length)).toBe(cells)
      })
    }),
  )
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openVerdicts, packVerdicts, render, type VerdictRow } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { addressLike } from './support/addresses.ts'
import { anyCharacters } from './support/any-characters.ts'
import { makeFacts } from './support/facts.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()

function validateRow(input: string, withFacts = false): VerdictRow {
  const verdict = engine.validate(input)
  if (!verdict.ok) return { input, id: '', verdict }
  return { input, id: randomUUID(), verdict: withFacts ? engine.withDomainFacts(verdict, makeFacts()) : verdict }
}

const unpack = (packed: Uint8Array) => {
  const opened = openVerdicts(packed)
  return Array.from({ length: opened.length }, (_, index) => opened.row(index))
}

test('packing and reading returns the same rows for any strings', () => {
  const row = fc.oneof(
    fc.tuple(addressLike, fc.boolean()).map(([input, withFacts]) => validateRow(input, withFacts)),
    anyCharacters().map(
      (input): VerdictRow => ({
        input,
        id: '',
        verdict: { ok: false, error: { code: 'lookup_failed', message: `No name server answered: ${input}` } },
      }),
    ),
  )
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      expect(unpack(packVerdicts(rows))).toEqual(rows)
    }),
    { numRuns: 500 },
  )
})

test("rows are returned as they were validated, even if the engine's data has changed", () => {
  const before = loadEngine({ deny: ['contoso.com'] })
  const row: VerdictRow = { input: 'john@contoso.com', id: randomUUID(), verdict: before.validate('john@contoso.com') }
  const [again] = unpack(packVerdicts([row]))
  expect(render(accepted(again!.verdict), row.id)).toEqual(render(accepted(row.verdict), row.id))
  expect(render(accepted(again!.verdict), row.id).validations.is_disposable).toBe(true)
})

test('inputs keep every code unit: NUL, lone surrogates, padding', () => {
  const inputs = ['\0', '\ud800', 'a\udfffb', '\u00a0john@contoso.com\u3000', '😀@contoso.com', 'x'.repeat(100_000), '']
  expect(unpack(packVerdicts(inputs.map((input) => validateRow(input)))).map(({ input }) => input)).toEqual(inputs)
})

test('one row can be read without the others', () => {
  const rows = Array.from({ length: 300 }, (_, i) => validateRow(`john.smith${i}@company${i % 7}.com`))
  const opened = openVerdicts(packVerdicts(rows))
  expect(opened.length).toBe(300)
  expect(opened.row(299)).toEqual(rows[299])
  expect(opened.row(0)).toEqual(rows[0])
})

test('rows can be read in any order, with short and very long ones side by side', () => {
  const long = ['x'.repeat(20_000), 'y'.repeat(4_096), '😀'.repeat(3_000)]
  const rows = ['a@b.de', ...long, 'ü@contoso.com', 'john@contoso.com'].map((input) => validateRow(input))
  const opened = openVerdicts(packVerdicts(rows))
  fc.assert(
    fc.property(fc.array(fc.nat({ max: rows.length - 1 }), { maxLength: 12 }), (order) => {
      expect(order.map(opened.row)).toEqual(order.map((index) => rows[index]))
    }),
  )
})

test('a typical row is small even before compression', () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => validateRow(`john.smith${i}@company${i % 300}.com`))
  expect(packVerdicts(rows).length / rows.length).toBeLessThan(75)
})

describe('refuses', () => {
  test('a row that does not exist', () => {
    expect(() => openVerdicts(packVerdicts([])).row(0)).toThrow(RangeError)
  })
  test('a verdict for another input, and an id that is not a UUID', () => {
    const row = validateRow('john@contoso.com')
    expect(() => packVerdicts([{ ...row, input: 'jane@contoso.com' }])).toThrow('the input it was made from')
    expect(() => packVerdicts([{ ...row, id: 'nope' }])).toThrow('a UUID')
    expect(() => packVerdicts([{ ...row, id: row.id.toUpperCase() }])).toThrow('a UUID')
  })
  test('bytes of another format, and truncated bytes', () => {
    const packed = packVerdicts([validateRow('john@contoso.com')])
    expect(() => openVerdicts(Uint8Array.of(9, ...packed.subarray(1)))).toThrow('format 9')
    for (let length = 0; length < packed.length; length++) {
      expect(() => openVerdicts(packed.slice(0, length)), String(length)).toThrow()
    }
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacters } from '../../engine/test/support/any-characters.ts'
import { readCell } from '../src/cells.ts'
import type { WrittenEncoding } from '../src/encodings.ts'
import { type List, openList } from '../src/list.ts'
import type { Record } from '../src/records.ts'
import { BOMS, encodeText, join } from '../src/text.ts'

async function textOf(list: List): Promise<string> {
  let text = list.preamble + list.header
  for await (const batch of list.records([0])) for (const { raw } of batch) text += raw
  return text
}

function inPieces(bytes: Uint8Array, size: number) {
  return {
    async *read() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    },
    blob: async () => new Blob([bytes.slice()]),
  }
}

async function expectNothingLost(bytes: Uint8Array, size: number): Promise<void> {
  const list = await openList(inPieces(bytes, size)).catch((error: Error) => {
    if (error.name !== 'ListError') throw error
    return undefined
  })
  if (!list || list.format === 'xlsx') return
  const text = await textOf(list)
  const encoding = list.encoding() as WrittenEncoding
  const bom = list.hasBom ? BOMS[encoding] : new Uint8Array(0)
  expect(Buffer.from(join(bom, encodeText(text, encoding), list.tail()))).toEqual(Buffer.from(bytes))
}

const SIZES = fc.integer({ min: 1, max: 40 })

test('any bytes are read and written back unchanged', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), SIZES, expectNothingLost), {
    numRuns: 1000,
  })
})

const PARTS = fc.constantFrom(
  'a',
  'email',
  'x@y.example',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r',
  '\r\n',
  ' ',
  'é',
  '€',
  '東',
  '\0',
  'sep=;\n',
  '\ufeff',
  '\ud800',
  '\udc80',
)
const TEXTS = fc.array(PARTS, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(''))

test.for(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'latin-1'] as const)(
  'any mixture of what lists are made of, in %s, comes out as it went in',
  async (encoding) => {
    const bytes = fc.tuple(TEXTS, fc.boolean()).map(([text, bom]) => {
      const encoded = encodeText(text, encoding)
      return bom ? join(BOMS[encoding], encoded, ...(text.length % 3 === 0 ? [Uint8Array.of(65)] : [])) : encoded
    })
    await fc.assert(fc.asyncProperty(bytes, SIZES, expectNothingLost), { numRuns: 500 })
  },
)

test('the fields of a record are split at the end of the header, and the rest is kept after them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
      SIZES,
      async (widths, size) => {
        const rows = widths.map((width) =>
          Array.from({ length: width }, (_, at) => (at === 0 ? 'a@b.example' : `"c,${at}"`)).join(','),
        )
        const list = await openList(
          inPieces(encodeText(`email,b,c\n1@b.example,2,3\n4@b.example,5,6\n${rows.join('\n')}\n`, 'utf-8'), size),
        )
        if (list.names.length !== 3) return
        const records: Record[] = []
        for await (const batch of list.records([0])) records.push(...batch)
        records.slice(2).forEach(({ raw, fields, widthEnd, contentEnd }, at) => {
          expect(fields).toBe(widths[at])
          expect(raw.slice(0, contentEnd)).toBe(rows[at])
          expect(raw.slice(0, widthEnd)).toBe(
            rows[at]!.split(/,(?=")/)
              .slice(0, 3)
              .join(','),
          )
        })
      },
    ),
  )
})

const CELLS = fc.oneof(
  anyCharacters({ maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        'a@b.example',
        ' ',
        ',',
        ';',
        '<',
        '>',
        '"',
        '(',
        ')',
        'mailto:',
        '\u200b',
        '\u00a0',
        '@',
        '.',
        'Ann',
        '%40',
        '?',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

test('extracted addresses have no surrounding or invisible characters, and their origin is kept', () => {
  fc.assert(
    fc.property(CELLS, (cell) => {
      for (const { address, repairedFrom } of readCell(cell, true)) {
        expect(address).toBe(address.trim())
        expect(address).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
        expect(address).not.toBe('')
        if (repairedFrom === undefined) expect(cell).toContain(address)
        else expect(cell).toContain(repairedFrom)
      }
    }),
    { numRuns: 2000 },
  )
})

test('without repair a cell is one address, unchanged', () => {
  fc.assert(
    fc.property(CELLS, (cell) => {
      const found = readCell(cell, false)
      expect(found.length).toBeLessThanOrEqual(1)
      for (const { address } of found) expect(cell).toContain(address)
    }),
  )
})

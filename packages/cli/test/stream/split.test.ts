import { createFlatRows, FLAT_COLUMNS } from '@mailsift/clean/flat-row'
import { loadEngine } from '@mailsift/engine/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBatchProcessor } from '../../src/stream/process-batch.ts'
import type { StreamFormat, StreamSettings } from '../../src/stream/settings.ts'
import { createSplitter } from '../../src/stream/split.ts'

const engine = loadEngine()
const rowOf = createFlatRows(engine, { preset: 'marketing' })
const RESULTS = FLAT_COLUMNS.map(({ name }) => name)
const MAX_BYTES = 60
const TEXT_FORMATS = ['jsonl', 'csv', 'tsv'] as const

function settingsFor(format: StreamFormat, more: Partial<StreamSettings> = {}): StreamSettings {
  return {
    format,
    column: format === 'jsonl' ? 'email' : 0,
    width: 0,
    results: RESULTS,
    resultsOnly: true,
    field: 'mailsift',
    isNullable: false,
    policy: { preset: 'marketing' },
    recordMaxBytes: 1 << 20,
    ...more,
  }
}

/** The output for an input that arrives in these pieces. */
function answer(settings: StreamSettings, pieces: readonly Uint8Array[], hasChunkHeaders = false): Buffer {
  const splitter = createSplitter({ ...settings, hasHeader: false, hasChunkHeaders })
  const answerBatch = createBatchProcessor(engine, settings)
  const batches = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.finish()]
  return Buffer.concat(batches.map(answerBatch))
}

/** The same bytes, cut at any positions. */
function cutUp(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])]
  return cuts
    .sort((a, b) => a - b)
    .slice(1)
    .map((end, at, ends) => bytes.subarray(ends[at - 1] ?? 0, end))
}

const places = fc.array(fc.nat(), { maxLength: 12 })
/** Text with many characters that are special in the formats. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '""',
        ',',
        '\t',
        '\n',
        '\r\n',
        '\\',
        '{',
        '}',
        '"email":',
        'a@gmail.com',
        '\ufeff',
        'ü',
        '\0',
      ),
      fc.string({ maxLength: 5, unit: 'binary' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.from(parts.join('')))
const addresses = fc.array(
  fc.oneof(
    fc.constantFrom(
      'ada.lovelace@contoso.com',
      'Bob.Lee+x@gmial.com',
      'info@mailinator.com',
      'nobody',
      '',
      'jürgen@müller.de',
    ),
    fc.emailAddress(),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  ),
  { maxLength: 30 },
)

describe.each(TEXT_FORMATS)('%s', (format) => {
  test('the same bytes give the same output however they are cut', () => {
    fc.assert(
      fc.property(hostile, places, fc.boolean(), (bytes, cuts, resultsOnly) => {
        const settings = settingsFor(format, { recordMaxBytes: MAX_BYTES, resultsOnly })
        expect(answer(settings, cutUp(bytes, cuts))).toEqual(answer(settings, [bytes]))
        expect(
          answer(
            settings,
            Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
          ),
        ).toEqual(answer(settings, [bytes]))
      }),
      { numRuns: 300 },
    )
  })

  test('invalid UTF-8 does not lose records', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const input = Buffer.from(bytes.filter((byte) => byte !== 0x22))
        const lines = input
          .toString('latin1')
          .replace(/^\u00ef\u00bb\u00bf/, '')
          .split('\n')
        const records = lines.at(-1) === '' ? lines.length - 1 : lines.length
        const written = answer(settingsFor(format, { recordMaxBytes: MAX_BYTES }), [input])
        expect(written.toString('latin1').split('\n').length - 1).toBe(records)
      }),
    )
  })
})

test('jsonl: N records in are N records out, in order, with the verdicts of the library', () => {
  fc.assert(
    fc.property(addresses, places, (list, cuts) => {
      const input = Buffer.from(list.map((email, id) => `${JSON.stringify({ id, email })}\n`).join(''))
      const written = answer(settingsFor('jsonl', { resultsOnly: false }), cutUp(input, cuts)).toString()
      const records = written
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
      expect(records).toEqual(list.map((email, id) => ({ id, email, mailsift: expected(email) })))
    }),
  )
})

test('rowbinary: N records in are N records out, in order, with the verdicts of the library', () => {
  fc.assert(
    fc.property(fc.array(fc.option(addresses.map((list) => list[0] ?? ''))), places, (list, cuts) => {
      const input = Buffer.concat(list.map((email) => rowBinary(email)))
      const written = answer(settingsFor('rowbinary', { isNullable: true }), cutUp(input, cuts))
      expect(readRowBinary(written)).toEqual(list.map(expected))
    }),
  )
})

test('a chunk header before each chunk changes nothing and gets no result', () => {
  fc.assert(
    fc.property(fc.array(addresses, { maxLength: 4 }), places, (chunks, cuts) => {
      const input = Buffer.concat(
        chunks.flatMap((chunk) => [Buffer.from(`${chunk.length}\n`), ...chunk.map((email) => rowBinary(email, false))]),
      )
      const written = answer(settingsFor('rowbinary'), cutUp(input, cuts), true)
      expect(readRowBinary(written)).toEqual(chunks.flat().map(expected))
    }),
  )
})

describe('a record that cannot be read keeps its position:', () => {
  const statuses = (format: StreamFormat, input: string, more: Partial<StreamSettings> = {}) =>
    answer(settingsFor(format, { results: ['status', 'error'], ...more }), [Buffer.from(input)]).toString()

  test('a line over the limit', () => {
    const input = `ada.lovelace@contoso.com\n${'x'.repeat(MAX_BYTES + 1)}\nada.lovelace@contoso.com\n`
    expect(statuses('tsv', input, { recordMaxBytes: MAX_BYTES })).toBe(
      'safe\t\nunknown\tThis record is longer than 60 bytes.\nsafe\t\n',
    )
  })

  test('a quote that is never closed affects only its own line', () => {
    expect(statuses('csv', 'ada.lovelace@contoso.com\n"ada\nada.lovelace@contoso.com\n')).toBe(
      'safe,\nunknown,The quote that this record opens is never closed.\nsafe,\n',
    )
  })

  test('a cell over two lines is one record', () => {
    expect(statuses('csv', '"ada.lovelace@contoso.com\n"\nx@contoso.com', { results: ['status'] })).toBe('safe\nsafe\n')
  })

  test('a missing column and a row of another width', () => {
    expect(statuses('csv', 'a\n', { column: 2 })).toBe('unknown,This record has no field 3.\n')
    expect(statuses('tsv', 'a\tb\n', { width: 3 })).toBe('unknown\tThis row has 2 fields; the header has 3.\n')
  })

  test('a line that is not JSON, and one that already has the results field', () => {
    const lines = statuses('jsonl', '{"email":\n[]\n{"email":"ada.lovelace@contoso.com","mailsift":1}\n', {
      resultsOnly: false,
    })
    expect(
      lines
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { input: '{"email":', mailsift: { status: 'unknown', error: 'This line is not valid JSON.' } },
      { input: '[]', mailsift: { status: 'unknown' } },
      { input: expect.stringContaining('"mailsift":1'), mailsift: { status: 'unknown' } },
    ])
  })

  test('the bytes of a JSON object are unchanged', () => {
    const record = '{ "n": 12345678901234567890.10, "email" : "ada.lovelace@contoso.com" '
    expect(statuses('jsonl', `${record}} \n`, { resultsOnly: false })).toBe(
      `${record},"mailsift":{"status":"safe","error":""}}\n`,
    )
  })

  test('an address that is not UTF-8, while other cells may be', () => {
    const latin1 = (text: string) => Buffer.from(text, 'latin1')
    const error = 'The address is not valid UTF-8.'
    const row = (format: StreamFormat, input: Buffer, more: Partial<StreamSettings> = {}) =>
      answer(settingsFor(format, { results: ['status', 'error'], ...more }), [input]).toString()
    for (const format of ['csv', 'tsv'] as const)
      expect(row(format, latin1('jürgen@contoso.com\n')).trim().split(/[,\t]/)).toEqual(['unknown', error])
    expect(JSON.parse(row('jsonl', latin1('{"email":"jürgen@contoso.com"}\n')))).toEqual({ status: 'unknown', error })
    expect(row('rowbinary', Buffer.concat([Buffer.of(18), latin1('jürgen@contoso.com')]))).toContain(error)
    expect(row('csv', latin1('Jürgen,ada.lovelace@contoso.com\n'), { column: 1 })).toBe('safe,\n')
    expect(row('tsv', Buffer.from('\ufffd@contoso.com\n'))).toBe('unsafe\t\n')
  })

  test('a RowBinary string over the limit', () => {
    const input = Buffer.concat(['ada.lovelace@contoso.com', 'x'.repeat(500), ''].map((text) => rowBinary(text, false)))
    const settings = settingsFor('rowbinary', { recordMaxBytes: MAX_BYTES, results: ['status'] })
    expect(answer(settings, cutUp(input, [40, 300])).toString()).toBe('\x04safe\x07unknown\x05blank')
  })

  test('a String instead of a Nullable(String) is refused at once, without waiting for the rest', () => {
    const settings = settingsFor('rowbinary', { isNullable: true })
    expect(() => answer(settings, [rowBinary('ada.lovelace@contoso.com', false)])).toThrow('Record 1 is a String.')
  })

  test('RowBinary that ends within a record is refused, not ignored', () => {
    expect(() => answer(settingsFor('rowbinary'), [Buffer.of(5, 0x61)])).toThrow('in the middle of record 1')
    const long = rowBinary('x'.repeat(MAX_BYTES + 1), false).subarray(0, -1)
    expect(() => answer(settingsFor('rowbinary', { recordMaxBytes: MAX_BYTES }), [long])).toThrow('of record 1')
  })
})

/** A one-column record, as ClickHouse writes String or Nullable(String). */
function rowBinary(email: string | null, isNullable = true): Buffer {
  if (email === null) return Buffer.of(1)
  const text = Buffer.from(email)
  const size = text.length < 0x80 ? [text.length] : [(text.length & 0x7f) | 0x80, text.length >> 7]
  return Buffer.concat([Buffer.from(isNullable ? [0, ...size] : size), text])
}

function expected(email: string | null) {
  return Object.fromEntries(FLAT_COLUMNS.map(({ name, of }) => [name, of(rowOf(email))]))
}

function readRowBinary(bytes: Buffer) {
  const rows: object[] = []
  let at = 0
  const readValue = (kind: 'text' | 'flag') => {
    if (kind === 'flag') return bytes[at++] === 1 ? null : bytes[at++] === 1
    let size = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      size |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    at += size
    return bytes.toString('utf8', at - size, at)
  }
  while (at < bytes.length) rows.push(Object.fromEntries(FLAT_COLUMNS.map(({ name, kind }) => [name, readValue(kind)])))
  return rows
}

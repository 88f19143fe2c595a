import type { DomainMetadata, ValidationResult } from '@mailsift/contract'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answer, answerColumns, writeAnswer } from '../src/columns.ts'
import { createJobRowsEncoder } from '../src/job-rows.ts'
import { type Cell, type CsvOutput, createOutput, takeBytes, writeByte, writeCell } from '../src/write.ts'
import { resultFor } from './support.ts'

function cellText(cell: Cell): string {
  const output = createOutput()
  writeCell(output, cell)
  return takeBytes(output).toString()
}

/** One row of the cells, parsed by another parser. */
function readBack(cells: Cell[], delimiter = ','): string[] {
  const output = createOutput()
  for (const [at, cell] of cells.entries()) {
    if (at > 0) writeByte(output, delimiter.charCodeAt(0))
    writeCell(output, cell)
  }
  return (parse(takeBytes(output), { delimiter }) as string[][])[0]!
}

const UNSEEN = ['\u0001', '\u007f', '\u00ad', '\u034f', '\u061c', '\u180e', '\u2060', '\u206f', '\ufe0f', '\u{e0020}']

describe('a cell', () => {
  test('is written the same whether it is short or long', () => {
    const long = 'a'.repeat(60)
    for (let code = 0; code < 0x180; code++) {
      const letter = String.fromCharCode(code)
      for (const [short, other] of [
        [`${letter}a`, `${letter}${long}`],
        [`b${letter}a`, `b${letter}${long}`],
      ] as const)
        expect(cellText(other), `U+${code.toString(16)}`).toBe(cellText(short).replace(/a(?=[^a]*$)/, long))
    }
  })

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    ' =1',
    '   \u00a0=1',
    '\u00a0=1',
    '\u200b=1',
    '\u2003=1',
    '\u1680\u202f\u205f=1',
    '\ufeff=1',
    '\t=1',
    '\r=1',
    '\n=1',
    '\r\n\t \u200b＝1',
    'a\n=1',
    'a\r@x',
    'a\r\n-1',
    'a\n ＋1',
    'a@x.example\n=cmd',
  ])('that a spreadsheet would run is escaped: %j', (text) => {
    expect(readBack([text, 'next'])).toEqual([`'${text}`, 'next'])
  })

  test.each([
    'a=1',
    'a-b@x.example',
    '1+1',
    ' a',
    '\u00a0a',
    "'=1",
    'a =1',
    'a\tb=1',
    'a\nb=1',
    '\ta',
    '\ra',
    '例=1',
    '',
  ])('with such a character elsewhere is unchanged: %j', (text) => {
    expect(readBack(['before', text, 'next'])).toEqual(['before', text, 'next'])
  })

  test('that is a number stays a number, and text that looks like one is text', () => {
    expect(cellText(-5)).toBe('-5')
    expect(cellText(-0.5)).toBe('-0.5')
    expect(cellText('-5')).toBe("'-5")
    expect(cellText('+1.4805551234')).toBe("'+1.4805551234")
  })

  test('is empty for an absent value, a word for a flag, and JSON for an array', () => {
    expect([null, undefined, '', true, false, 0, []].map(cellText)).toEqual(['', '', '', 'true', 'false', '0', '[]'])
    expect(cellText(['=a', 'b"c'])).toBe('"[""=a"",""b\\""c""]"')
  })

  test('round-trips through a parser of commas, semicolons or tabs, whatever it contains', () => {
    const unit = fc.constantFrom(...'ab"\',;\t\r\n= @é😀\u00a0\0', '\u2028')
    const texts = fc.array(fc.string({ unit, maxLength: 20 }), { minLength: 2 })
    fc.assert(
      fc.property(texts, fc.constantFrom(',', ';', '\t'), (cells, delimiter) => {
        const disarmed = readBack(cells, delimiter).map((text, at) => (text === `'${cells[at]}` ? cells[at] : text))
        expect(disarmed).toEqual(cells)
      }),
    )
  })

  test.each(['\u0001', '\u00ad', '\u180e', '\u2060'])('detects a formula after %j', (unseen) => {
    expect(cellText(`${unseen}=1+1`)).toBe(`'${unseen}=1+1`)
    expect(cellText(`${unseen}a=1`)).toBe(`${unseen}a=1`)
  })

  test('never starts a line with a formula character, whatever it contains', () => {
    const unit = fc.constantFrom(...'a"\',\t\r\n =+-@＝＋－＠\u00a0\u200b\ufeff', ...UNSEEN)
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        const [first, ...others] = readBack([text, ''])[0]!.split(/[\r\n]/)
        const sign = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u
        expect(first).not.toMatch(sign)
        if (others.some((line) => sign.test(line))) expect(first).toMatch(/^'/)
      }),
    )
  })

  test('of five million line breaks is escaped in one pass', () => {
    const text = '\n'.repeat(5_000_000)
    expect(cellText(text).length).toBe(text.length + 2)
    expect(cellText(`${text}=1`).startsWith(`"'\n`)).toBe(true)
  })

  test('with half a surrogate pair keeps its other characters', () => {
    expect(cellText('a\ud800b')).toBe('a\ufffdb')
  })
})

describe('columns', () => {
  const names = (withDomain: boolean) => answerColumns({ withDomain, delimiter: ',' }).names

  test('are the error and the fields of a result in the order of the specification', () => {
    expect(names(false)).toEqual([
      'error.code',
      'error.message',
      'id',
      'inbound',
      'first_name',
      'last_name',
      'normalized',
      'smtp_provider',
      'validations.is_disposable',
      'validations.has_label',
      'validations.is_subdomain',
      'validations.is_no_reply',
      'validations.is_role_based',
      'validations.has_irregular_pattern',
      'validations.has_uncommon_unicode',
      'validations.safe_to_send',
      'metadata.username.inbound',
      'metadata.username.normalized',
      'metadata.username.has_label',
      'metadata.username.label',
      'metadata.domain.is_disposable',
      'metadata.domain.is_subdomain',
      'metadata.domain.root',
      'metadata.domain.inbound',
      'metadata.domain.disposable_sources',
    ])
  })

  test('with domain checks add the domain fields in their places', () => {
    const all = names(true)
    expect(all.length).toBe(2 + 6 + 22 + 4 + 29)
    expect(all.filter((name) => names(false).includes(name))).toEqual(names(false))
    expect(all.indexOf('validations.domain_is_deliverable')).toBe(all.indexOf('metadata.username.inbound') - 1)
    expect(all.at(-1)).toBe('metadata.domain.policy_icann_wicf')
    expect(all).toContain('metadata.domain.mx_records')
    expect(all).not.toContain('metadata.domain.mx_records.host')
  })
})

describe("a job's CSV", () => {
  const columns = answerColumns({ withDomain: false, delimiter: ',' })
  type Item = Answer & { input: string }
  const encode = createJobRowsEncoder(columns, (output: CsvOutput, item: Item) => writeAnswer(output, columns, item))

  test('has the index, the input, the error and the result of every item, in order', () => {
    const items = [
      { input: ' =a@x.example', error: null, result: resultFor('=a@x.example') },
      { input: 'no "address",\n', error: { code: 'invalid_email', message: 'No @.' } as const, result: null },
    ]
    const csv = encode(0, items).bytes
    expect(csv.toString()).toMatch(/^index,input,error\.code,error\.message,id,.*disposable_sources\r\n0,/)
    const rows = parse(csv, { columns: true }) as Record<string, string>[]
    expect(rows).toMatchObject([
      {
        index: '0',
        input: "' =a@x.example",
        'error.code': '',
        'error.message': '',
        inbound: "'=a@x.example",
        last_name: '',
        'validations.is_disposable': 'true',
        'metadata.username.inbound': "'=a",
        'metadata.domain.root': 'x.example',
        'metadata.domain.disposable_sources': '["one","two"]',
      },
      { index: '1', input: 'no "address",\n', 'error.code': 'invalid_email', 'error.message': 'No @.', id: '' },
    ])
    expect(csv.toString().endsWith(',\r\n')).toBe(true)
  })

  test('is the concatenation of its chunks, of which only the first has the header', () => {
    const items = Array.from({ length: 50 }, (_, index) => ({
      input: `a${index}@x.example`,
      error: null,
      result: resultFor(`a${index}@x.example`),
    }))
    const whole = encode(0, items).bytes
    const chunks = [0, 20, 40].map((first) => encode(first, items.slice(first, first + 20)))
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes))).toEqual(whole)
    expect((parse(whole, { columns: true }) as { index: string }[]).map((row) => row.index)).toEqual(
      items.map((_, index) => String(index)),
    )
  })

  test('keeps the rows of a chunk, however long, when later ones are encoded', () => {
    const item = (input: string) => ({ input, error: null, result: resultFor('a@x.example') })
    const lists = [['short@x.example'], ['x'.repeat(2_000_000), 'ü'], Array(1_000).fill('y@x.example'), ['z']]
    const encoded = lists.map((inputs) => encode(0, inputs.map(item)).bytes)
    expect(
      encoded.map((bytes) => (parse(bytes, { columns: true }) as { input: string }[]).map((row) => row.input)),
    ).toEqual(lists)
  })

  test('has numbers as numbers, lists as JSON and nothing that a spreadsheet would run', () => {
    const withDomain = answerColumns({ withDomain: true, delimiter: ';' })
    const result: ValidationResult = resultFor('a@x.example')
    const domain: DomainMetadata = {
      ...result.metadata.domain,
      mx_records: [{ priority: 10, host: 'mx.x.example' }],
      domain_age_days: -1,
      provider: null,
      abuse_phone: '+1.4805551234',
    }
    const answer: Answer = { error: null, result: { ...result, metadata: { ...result.metadata, domain } } }
    const output = createOutput()
    writeAnswer(output, withDomain, answer)
    const cells = (parse(takeBytes(output).toString(), { delimiter: ';' }) as string[][])[0]!.slice(1)
    expect(cells.length).toBe(withDomain.names.length)
    expect(cells[withDomain.names.indexOf('metadata.domain.domain_age_days')]).toBe('-1')
    expect(cells[withDomain.names.indexOf('metadata.domain.abuse_phone')]).toBe("'+1.4805551234")
    expect(cells[withDomain.names.indexOf('metadata.domain.mx_records')]).toBe(
      '[{"priority":10,"host":"mx.x.example"}]',
    )
  })
})

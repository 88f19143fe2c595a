import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openCsv } from '../src/read.ts'
import { chooseResultPrefix } from '../src/result-prefix.ts'
import { failureOf, readAll } from './support.ts'

const emails = async (content: string | Uint8Array, column?: string) =>
  (await readAll(content, column)).records.map(({ email }) => email)
const MIB = 1024 * 1024

describe('records', () => {
  test('each ends where the next starts, and the last ends with the file', async () => {
    const { headerEnd, records } = await readAll('email,name\na@x.example,A\nb@x.example,B')
    expect(headerEnd).toBe(11)
    expect(records).toEqual([
      { end: 25, email: 'a@x.example', fault: null },
      { end: 38, email: 'b@x.example', fault: null },
    ])
  })

  test('\\r\\n, \\n and \\r end records, even mixed in one file', async () => {
    expect(await emails('email\r\na@x\nb@x\rc@x\r\nd@x')).toEqual(['a@x', 'b@x', 'c@x', 'd@x'])
  })

  test('delimiters, line ends and doubled quotes inside quotes belong to the cell', async () => {
    const content = 'note,email\n"a, ""b""\r\nc\rd\n","""odd, local""@x"\n'
    const { records } = await readAll(content)
    expect(records).toEqual([{ end: content.length, email: '"odd, local"@x', fault: null }])
  })

  test('a quote inside an unquoted cell is an ordinary character', async () => {
    expect((await readAll('email,size\na"b@x,5" wide\n')).records).toMatchObject([{ email: 'a"b@x', fault: null }])
  })

  test('blank lines are not records, and their bytes belong to the record before them', async () => {
    const { headerEnd, records } = await readAll('\n\nemail\r\r\n\na@x\n\n\nb@x\n\r\n')
    expect(headerEnd).toBe(11)
    expect(records.map(({ end, email }) => [end, email])).toEqual([
      [17, 'a@x'],
      [23, 'b@x'],
    ])
  })

  test('a quoted empty cell and a cell of spaces are records', async () => {
    expect(await emails('email\n""\n \n')).toEqual(['', ' '])
  })

  test('white space around an address is kept', async () => {
    expect(await emails('email,n\n \u00a0a@x ,1\n')).toEqual([' \u00a0a@x '])
  })

  test('too few or too many fields, or text after a closing quote, make only the record malformed', async () => {
    const { records } = await readAll('n,email\n1\n1,a@x,3\n1,"b"@x\n"1"2,c@x\n1,d@x\n')
    expect(records.map(({ email, fault }) => [email, fault])).toEqual([
      ['', 'This row has 1 field; the header has 2.'],
      ['a@x', 'This row has 3 fields; the header has 2.'],
      ['"b"@x', 'This row has text after a closing quote.'],
      ['c@x', 'This row has text after a closing quote.'],
      ['d@x', null],
    ])
  })

  test('non-Latin text is read whatever the size of the pieces', async () => {
    const content = 'имя,email\nЗоя,зоя@пример.example\n😀,"😀@例え.example"\n'
    const whole = await readAll(content)
    expect(whole.records.map(({ email }) => email)).toEqual(['зоя@пример.example', '😀@例え.example'])
    for (let pieceBytes = 1; pieceBytes < 9; pieceBytes++) {
      expect(await readAll(content, 'email', pieceBytes)).toEqual(whole)
    }
  })

  test('a record of exactly 1 MiB is read', async () => {
    const cell = 'x'.repeat(MIB - 4)
    expect((await readAll(`n,email\n${cell},a@x\n`)).records).toMatchObject([{ email: 'a@x', fault: null }])
    expect((await readAll(`email\n${'y'.repeat(MIB)}`)).records[0]?.email.length).toBe(MIB)
  })

  test('100,000 records are read', async () => {
    expect((await readAll(`email\n${'a@x\n'.repeat(100_000)}`)).records.length).toBe(100_000)
  })

  test('any well-formed file reads like in csv-parse, whatever the size of the pieces', async () => {
    const cell = fc.oneof(
      fc.stringMatching(/^[a-z0-9 .@é😀]{0,12}$/u),
      fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', 'ü', ' ', "'"), maxLength: 12 }),
    )
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const encoded = fc
      .tuple(cell, fc.boolean())
      .map(([text, always]) => (always || /[",;\t\n\r]/.test(text) ? quoted(text) : text))
    const lineEnd = fc.constantFrom('\r\n', '\n', '\r')
    const file = fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.record({
        bom: fc.constantFrom('', '\ufeff'),
        delimiter: fc.constantFrom(',', ';', '\t'),
        column: fc.integer({ min: 0, max: width - 1 }),
        width: fc.constant(width),
        rows: fc.array(fc.tuple(fc.array(encoded, { minLength: width, maxLength: width }), lineEnd), { minLength: 1 }),
        lastLineEnd: fc.boolean(),
        pieceBytes: fc.integer({ min: 1, max: 100 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(file, async ({ bom, delimiter, column, width, rows, lastLineEnd, pieceBytes }) => {
        const names = Array.from({ length: width }, (_, at) => (at === column ? 'email' : `c${at}`))
        const text = [[names, '\n'] as const, ...rows].map(([cells, end]) => cells.join(delimiter) + end).join('')
        const trailing = rows.at(-1)![1].length
        const content = bom + (lastLineEnd ? text : text.slice(0, -trailing))
        const parsed = parse(content, {
          delimiter,
          bom: true,
          record_delimiter: ['\r\n', '\n', '\r'],
          info: true,
        }) as unknown as { record: string[]; info: { bytes: number } }[]
        const read = await readAll(content, 'email', pieceBytes)
        expect(read.delimiter).toBe(delimiter)
        expect(read.records).toEqual(
          parsed.slice(1).map(({ record, info }, at) => ({
            end: at === parsed.length - 2 ? Buffer.byteLength(content) : info.bytes,
            email: record[column],
            fault: null,
          })),
        )
      }),
    )
  })

  test('any bytes are read or refused with a line number, whatever the size of the pieces', async () => {
    const unit = fc.constantFrom('a', '"', '""', ',', ';', '\n', '\r', '\r\n', 'é', '\ufeff', '\0')
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, maxLength: 60 }).map((tail) => Buffer.from(`email,b\n${tail}`)),
        fc.option(fc.nat({ max: 60 })),
        fc.integer({ min: 1, max: 20 }),
        async (bytes, broken, pieceBytes) => {
          if (broken !== null && broken < bytes.length) bytes[broken] = 0xff
          const outcome = async (size?: number) =>
            (await failureOf(bytes, 'email', size)) ?? readAll(bytes, 'email', size)
          expect(await outcome(pieceBytes)).toEqual(await outcome())
        },
      ),
    )
  })
})

describe('header', () => {
  test('a byte order mark is not part of the first name', async () => {
    expect(await readAll('\ufeffemail\na@x')).toMatchObject({ names: ['email'], headerEnd: 9 })
    expect(await emails('\ufeff"email";n\na@x;1')).toEqual(['a@x'])
  })

  test.each([
    ['comma', 'email,n\na;x@x,1', ',', 'a;x@x'],
    ['semicolon', 'email;n\na@x;1,5', ';', 'a@x'],
    ['tab', 'email\tn\na@x\t1,5', '\t', 'a@x'],
    ['comma where there is one column', 'email\na@x', ',', 'a@x'],
    ['semicolon although a quoted name holds more commas', '"a,b,c";email\n1;a@x', ';', 'a@x'],
    ['comma although another name holds semicolons', 'email,a;b;c\na@x,1', ',', 'a@x'],
    ['semicolon although a quoted name holds a line end', 'n;"one\ntwo";email\n1;2;a@x', ';', 'a@x'],
  ])('delimiter: %s', async (_, content, delimiter, email) => {
    const file = await readAll(content)
    expect(file.delimiter).toBe(delimiter)
    expect(file.records).toMatchObject([{ email, fault: null }])
  })

  test('other column names may repeat, be empty, or be __proto__', async () => {
    const { names, records } = await readAll('__proto__,a,a,,email,constructor\n1,2,3,4,a@x,6')
    expect(names).toEqual(['__proto__', 'a', 'a', '', 'email', 'constructor'])
    expect(records).toMatchObject([{ email: 'a@x', fault: null }])
    expect(await emails('__proto__,n\na@x,1', '__proto__')).toEqual(['a@x'])
  })

  test('the result prefix is service., or the first number that no column uses', () => {
    expect(chooseResultPrefix(['email', 'service', 'services.x', 'Service.x', ' service.x'])).toBe('service.')
    expect(chooseResultPrefix(['service.id'])).toBe('service2.')
    expect(chooseResultPrefix(['service.', 'service2.x', 'service4.x', 'service03.x'])).toBe('service3.')
    expect(chooseResultPrefix(Array.from({ length: 200_000 }, (_, at) => `service${at || ''}.`))).toBe('service200000.')
  })
})

describe('a file is refused with the line number', () => {
  const header = 'n,email\n'
  test.each<[string, string | Uint8Array, string, number]>([
    ['when it is empty', '', 'no_header', 1],
    ['when it has only a byte order mark', '\ufeff', 'no_header', 1],
    ['when it has only blank lines', '\r\n\n\r', 'no_header', 1],
    ['when it has only a header', 'n,email', 'no_records', 1],
    ['when only blank lines follow the header', 'n,email\r\n\r\n\n', 'no_records', 1],
    ['when the column is missing', 'n,mail\n1,a@x', 'email_column_missing', 1],
    ['when the column differs in case', 'n,Email\n1,a@x', 'email_column_missing', 1],
    ['when the column differs in a space', 'n,email \n1,a@x', 'email_column_missing', 1],
    ['when the column differs in an inner byte order mark', 'n,\ufeffemail\n1,a@x', 'email_column_missing', 1],
    ['when the column is there twice', 'email,n,email\na@x,1,b@x', 'email_column_ambiguous', 1],
    ['when a quote is never closed', `${header}1,a@x\n2,"b\nc\n`, 'unterminated_quote', 3],
    ['when a quote of the header is never closed', '"n,email\n1,a@x\n', 'unterminated_quote', 1],
    ['when it is Latin-1', Buffer.from(`${header}1,a@x\nZo\u00eb,b@x\n`, 'latin1'), 'not_utf8', 3],
    ['when it ends inside a character', Buffer.from(`${header}1,é`).subarray(0, -1), 'not_utf8', 2],
    ['when it has an overlong character', Buffer.from([...Buffer.from(header), 0xc0, 0xaf]), 'not_utf8', 2],
    ['when it has a UTF-8 surrogate', Buffer.from([...Buffer.from(header), 0xed, 0xa0, 0x80]), 'not_utf8', 2],
    ['when it is UTF-16 with a byte order mark', Buffer.from(`\ufeff${header}1,a@x`, 'utf16le'), 'not_utf8', 1],
    ['when it is UTF-16 without one', Buffer.from(`${header}1,a@x`, 'utf16le'), 'nul_byte', 1],
    [
      'when a NUL byte comes before other bytes that are no text',
      Buffer.from('email\n\0\u00ff', 'latin1'),
      'nul_byte',
      2,
    ],
    ['when it has a NUL byte', `${header}1,a@x\r\n2,b\0@x`, 'nul_byte', 3],
    ['when a record is over 1 MiB', `${header}1,a@x\n${'x'.repeat(MIB)},b@x\n3,c@x\n`, 'record_too_long', 3],
    ['when a last record is over 1 MiB', `${header}${'x'.repeat(MIB - 3)},a@x`, 'record_too_long', 2],
    ['when its header is over 1 MiB', `${'x'.repeat(MIB)},email\n1,a@x\n`, 'record_too_long', 1],
    ['when it has 5 million columns', `email${','.repeat(5_000_000)}\n`, 'record_too_long', 1],
    ['when it has 100,001 records', `email\n${'a@x\n'.repeat(100_001)}`, 'too_many_records', 100_002],
  ])('%s', async (_, content, failure, line) => {
    for (const pieceBytes of [undefined, 999]) {
      const refused = await failureOf(content, 'email', pieceBytes)
      expect(refused).toMatchObject({ failure, line })
      expect(refused?.message).toMatch(new RegExp(`^Line ${line}: `))
    }
  })

  test('also if an unclosed quote spans more than 1 MiB, with the line of the quote', async () => {
    const refused = await failureOf(`${header}1,a@x\n2,\n3,"${'b@x\n'.repeat(MIB / 3)}`)
    expect(refused).toMatchObject({ failure: 'record_too_long', line: 4 })
    expect(refused?.message).toContain('line 4')
  })

  test('counting every kind of line end once, including those in quotes', async () => {
    expect(await failureOf('n,email\r\n"1\r\n2\r3\n\r",a@x\r\r\n"')).toMatchObject({ line: 8 })
  })

  test('with a hint at the column that was probably intended, without repeating the content of the file', async () => {
    const refused = await failureOf('secret@x, E-Mail\n1,2', 'e-mail')
    expect(refused?.message).toContain('Column 2 differs only in case, spaces or invisible characters')
    expect(refused?.message).not.toContain('secret')
  })

  test('closing the source', async () => {
    let closed = false
    async function* source() {
      try {
        yield Buffer.from('n\n1\n')
        yield Buffer.from('2\n')
      } finally {
        closed = true
      }
    }
    await expect(openCsv(source(), 'email')).rejects.toThrow('no column')
    expect(closed).toBe(true)
  })
})

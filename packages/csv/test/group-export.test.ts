import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerColumns } from '../src/columns.ts'
import { type AnsweredRecord, exportGroup } from '../src/group-export.ts'
import { chooseResultPrefix } from '../src/result-prefix.ts'
import { collect, failureOf, inPieces, readAll, resultFor } from './support.ts'

const WIDTH = answerColumns({ withDomain: false, delimiter: ',' }).names.length

async function exported(content: string | Buffer, pieceBytes?: number): Promise<Buffer> {
  const bytes = Buffer.from(content)
  const { records, headerEnd, delimiter, names } = await readAll(bytes)
  const answers = records.map(({ end, email, fault }): AnsweredRecord => {
    if (fault)
      return { end, error: { code: 'malformed_row', message: 'Other fields, "than" the header.' }, result: null }
    return { end, error: null, result: resultFor(`${email}\n=1,2;3`) }
  })
  const columns = answerColumns({ withDomain: false, delimiter })
  const batches = [answers.slice(0, 2), answers.slice(2)]
  return collect(
    exportGroup({ headerEnd, resultPrefix: chooseResultPrefix(names), columns }, inPieces(bytes, pieceBytes), batches),
  )
}

type Parts = { blank: string; cells: string[] }

/** Splits records into cells by the basic rules. Latin-1 maps every byte to one character. */
function partsOf(csv: Buffer, delimiter: string): Parts[] {
  const text = csv.toString('latin1')
  const start = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  const cell = new RegExp(`"(?:[^"]|"")*"[^${delimiter}\r\n]*|[^${delimiter}\r\n]*`, 'y')
  const parts: Parts[] = [{ blank: text.slice(0, start), cells: [] }]
  for (let at = start; at < text.length; ) {
    const lineEnds = /[\r\n]*/y
    lineEnds.lastIndex = at
    const blank = lineEnds.exec(text)![0]
    at += blank.length
    const cells: string[] = []
    if (at < text.length) {
      do {
        cell.lastIndex = at
        cells.push(cell.exec(text)![0])
        at += cells.at(-1)!.length
      } while (text[at] === delimiter && ++at)
    }
    parts.push({ blank, cells })
  }
  return parts
}

const bytesOf = (parts: Parts[], delimiter: string) =>
  Buffer.from(parts.map(({ blank, cells }) => blank + cells.join(delimiter)).join(''), 'latin1')
const widthOf = (parts: Parts[]) => parts.find(({ cells }) => cells.length > 0)!.cells.length

/** Removes the result columns. */
function stripped(csv: Buffer, delimiter: string): Buffer {
  const parts = partsOf(csv, delimiter)
  const width = widthOf(parts) - WIDTH
  for (const { cells } of parts) if (cells.length > 0) cells.splice(width, WIDTH)
  return bytesOf(parts, delimiter)
}

/** Adds the separators that short records lack. */
function padded(content: string, delimiter: string): Buffer {
  const parts = partsOf(Buffer.from(content), delimiter)
  const width = widthOf(parts)
  for (const { cells } of parts) while (cells.length > 0 && cells.length < width) cells.push('')
  return bytesOf(parts, delimiter)
}

describe('removing the appended columns from the export restores the uploaded file, byte for byte:', () => {
  const megabyte = 'x'.repeat(1_000_000)
  test.each<[string, string, string?]>([
    ['\\n', 'email,n\na@x,1\nb@x,2\n'],
    ['\\r\\n', 'email,n\r\na@x,1\r\nb@x,2\r\n'],
    ['\\r', 'email,n\ra@x,1\rb@x,2\r'],
    ['mixed line ends', 'email,n\ra@x,1\r\nb@x,2\nc@x,3\r\n'],
    ['\\r\\r\\n', 'email,n\r\r\na@x,1\r\r\nb@x,2\r\r\n'],
    ['no last line end', 'email,n\na@x,1\nb@x,2'],
    ['blank lines', '\n\nemail,n\n\n\na@x,1\n\r\n\nb@x,2\n\n\n'],
    ['a byte order mark', '\ufeffemail,n\r\na@x,1\r\n'],
    ['quoted line ends and delimiters', 'n,email\n"a\r\nb,""c""\n",a@x\n"\n","b@x"\n'],
    ['empty fields', 'email,,n\n,,\n"",,\na@x,,\n'],
    ['an unquoted last cell that ends in a quote', 'email,n\na@x,5"\nb@x,c"d"\n'],
    ['malformed records', 'email,n\na@x\nb@x,1,2,3\n"c"@x,1\n1,"2"3\n'],
    ['duplicate names', 'n,email,n,n\n1,a@x,2,3\n'],
    ['a column called service.id', 'service.id,email\n1,a@x\n'],
    ['non-Latin text', 'имя,email\n"Зоя 😀",зоя@пример.example\n名前,例@例え.example\n'],
    ["formulas in the owner's own cells", 'email,=1+1\n=a@x,@SUM(A1)\n"\n=1",-1\n'],
    ['semicolons', 'email;n\na@x;1,5\nb@x;"2;3"\n', ';'],
    ['tabs', 'email\tn\na@x\t1\n', '\t'],
    ['1 MB cells', `email,n\na@x,${megabyte}\nb@x,"${megabyte}"\n`],
  ])('%s', async (name, content, delimiter = ',') => {
    for (const pieceBytes of [undefined, 7919]) {
      const csv = await exported(content, pieceBytes)
      expect(stripped(csv, delimiter).equals(padded(content, delimiter))).toBe(true)
      if (!name.startsWith('malformed')) expect(padded(content, delimiter).equals(Buffer.from(content))).toBe(true)
    }
  })

  test('any readable file', async () => {
    const unit = fc.constantFrom('a', 'b@x', '"', '""', ',', ',', '\n', '\n', '\r', '\r\n', 'é', '😀', ' ', '=')
    const content = fc.string({ unit, maxLength: 80 }).map((tail) => `n,email\n${tail}`)
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 30 }), async (content, pieceBytes) => {
        fc.pre((await failureOf(content)) === undefined)
        const csv = await exported(content, pieceBytes)
        expect(stripped(csv, ',').equals(padded(content, ','))).toBe(true)
        expect(csv).toEqual(await exported(content))
      }),
      { numRuns: 300 },
    )
  })
})

describe("a group's export", () => {
  test('another parser reads the original cells, then the appended ones', async () => {
    const content = '\ufeff"n";email\r\n"a;\n""b""";a@x\r\n;"b@x"'
    const original = parse(content, { delimiter: ';', bom: true }) as string[][]
    const rows = parse(await exported(content), { delimiter: ';', bom: true }) as string[][]
    expect(rows.map((row) => row.slice(0, -WIDTH))).toEqual(original)
    expect(rows[0]!.slice(2, 6)).toEqual([
      'service.error.code',
      'service.error.message',
      'service.id',
      'service.inbound',
    ])
    expect(rows.map((row) => row[5]).slice(1)).toEqual(["'a@x\n=1,2;3", "'b@x\n=1,2;3"])
    expect(rows.every((row) => row.length === 2 + WIDTH)).toBe(true)
  })

  test('names its columns with the first prefix that the file does not use', async () => {
    const csv = await exported('email,service.id,service2.x\na@x,1,2\n')
    expect(csv.toString()).toMatch(/^email,service\.id,service2\.x,service3\.error\.code,/)
  })

  test('has as many records as the file, and a malformed one has its error', async () => {
    const { records } = await readAll(await exported('email,n\na@x\nb@x,2\n\n'))
    expect(records.length).toBe(2)
    expect((await exported('email,n\na@x\n')).toString()).toContain(
      '\na@x,,malformed_row,"Other fields, ""than"" the header.",',
    )
  })

  test('never shifts a column: short records are padded, and extra fields follow the result', async () => {
    const rows = parse(await exported('id,email,name\n1,b@x\n2,c@x,C,more,"and, more"\n3,d@x,D\n'), {
      relax_column_count: true,
    }) as string[][]
    const at = rows[0]!.indexOf('service.error.code')
    expect(at).toBe(3)
    expect(rows.map((row) => row[at])).toEqual(['service.error.code', 'malformed_row', 'malformed_row', ''])
    expect(rows[1]!.slice(0, 3)).toEqual(['1', 'b@x', ''])
    expect(rows[2]!.slice(0, 3)).toEqual(['2', 'c@x', 'C'])
    expect(rows[2]!.slice(3 + WIDTH)).toEqual(['more', 'and, more'])
  })

  test('fails instead of being truncated if the original is shorter than its records', async () => {
    const columns = answerColumns({ withDomain: false, delimiter: ',' })
    const layout = { headerEnd: 6, resultPrefix: 'service.', columns }
    const records = [{ end: 99, error: null, result: null }]
    await expect(collect(exportGroup(layout, inPieces(Buffer.from('email\na@x')), [records]))).rejects.toThrow(
      'ends before',
    )
  })
})

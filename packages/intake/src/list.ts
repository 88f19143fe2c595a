// Any file with a list → its records, whatever its format. Reads a stream: memory holds only the beginning, the current
// record and, for an Excel file, its distinct strings.
import { type AddressColumn, findAddressColumns } from './columns.ts'
import { readDialect } from './dialect.ts'
import type { Encoding } from './encodings.ts'
import { ListError } from './list-error.ts'
import { countLineEnds, createRecordReader, type Record, type Separator } from './records.ts'
import { sniffKind } from './sniff.ts'
import { HEAD_BYTES, join, openText } from './text.ts'

export type Source = {
  /** The bytes from the beginning. */
  read(): AsyncIterable<Uint8Array>
  /** The same for random access. Called only if the file is a zip archive. */
  blob(): Promise<Blob>
}

export type List = {
  format: 'text' | 'xlsx'
  /** Certain only after all records were read. */
  encoding(): Encoding
  hasBom: boolean
  /** Bytes after the last record that are not text. */
  tail(): Uint8Array
  /** Unused for a plain list, which has one record per line. */
  separator: Separator
  hasHeader: boolean
  /** From the header; generated without one. */
  names: string[]
  /** The exact bytes before the header, and the header itself. */
  preamble: string
  header: string
  lineEnd: string
  /** The sheet of an Excel file. */
  sheet?: { name: string; others: string[] }
  candidates: AddressColumn[]
  /** Cells of the first records. */
  sample: (string | undefined)[][]
  /** All records in order, in batches; can be read only once. Their cells are those of the given columns. */
  records(columns: readonly number[] | 'all'): AsyncGenerator<Record[], void>
}

export type ListOptions = {
  /** The name of the sheet, if not the first with addresses. */
  sheet?: string | undefined
  /** Overrides detection. */
  separator?: Separator | undefined
  encoding?: Encoding | undefined
  hasHeader?: boolean | undefined
}

/** How much text is read to detect separator, quotes and header. */
const HEAD_CHARACTERS = HEAD_BYTES

export async function openList(source: Source, options: ListOptions = {}): Promise<List> {
  const { head, rest } = await readHead(source.read())
  if (head.length === 0) throw new ListError('empty', 'The file is empty.')
  const kind = sniffKind(head)
  if (kind.kind === 'other') {
    await rest.return?.()
    throw new ListError('not_a_list', `This is ${kind.what}. ${kind.advice}`)
  }
  if (kind.kind === 'zip') {
    await rest.return?.()
    return openSheet(source, options)
  }
  if (options.sheet !== undefined) throw new ListError('no_sheet', 'This is a text file, which has no sheets.')
  const text = openText(head, options.encoding)
  const list = await describe(decodeAll(head, rest, text), options.separator, options.hasHeader)
  return { format: 'text', encoding: text.encoding, hasBom: text.hasBom, tail: text.tail, ...list }
}

async function openSheet(source: Source, { sheet: wanted, hasHeader }: ListOptions): Promise<List> {
  // Loaded only for workbooks: the reader is larger than all other code here.
  const { openBook } = await import('./xlsx/book.ts')
  const book = await openBook(await source.blob())
  const named = book.sheets.find(({ name }) => name === wanted)
  const names = book.sheets.map(({ name }) => name)
  if (wanted !== undefined && !named)
    throw new ListError(
      'no_sheet',
      `The file has no sheet "${wanted}". Sheets: ${names.map((name) => `"${name}"`).join(', ')}.`,
      `The file has no sheet "${wanted}".`,
    )
  let chosen = named ?? book.sheets[0]!
  if (!named && book.sheets.length > 1) {
    for (const sheet of book.sheets) {
      const { list, close } = await peek(book.read(sheet))
      await close()
      if (list?.candidates.some(({ share }) => share > 0)) {
        chosen = sheet
        break
      }
    }
  }
  const list = await describe(book.read(chosen), ',', hasHeader)
  const others = names.filter((name) => name !== chosen.name)
  return {
    format: 'xlsx',
    encoding: () => 'utf-8',
    hasBom: false,
    tail: () => new Uint8Array(0),
    sheet: { name: chosen.name, others },
    ...list,
  }
}

type Described = Omit<List, 'format' | 'encoding' | 'hasBom' | 'tail' | 'sheet'>

/** The properties of a sheet without reading all of it; undefined if it is empty. */
async function peek(
  pieces: AsyncGenerator<string, void>,
): Promise<{ list: Described | undefined; close(): Promise<void> }> {
  const list = await describe(pieces, ',').catch((error: unknown) => {
    if (error instanceof ListError && error.problem === 'empty') return undefined
    throw error
  })
  return {
    list,
    async close() {
      await pieces.return()
    },
  }
}

async function describe(
  pieces: AsyncGenerator<string, void>,
  separator: Separator | undefined,
  hasHeader?: boolean | undefined,
): Promise<Described> {
  let head = ''
  let isWhole = false
  while (head.length < HEAD_CHARACTERS && !isWhole) {
    const { done, value } = await pieces.next()
    isWhole = done === true
    if (value) head += value
  }
  if (!head.trim()) throw new ListError('empty', 'The file contains no rows.')
  // The beginning is enough, even if the whole text arrived in one piece.
  const beginning = head.slice(0, HEAD_CHARACTERS)
  const { sample, ...dialect } = readDialect(
    beginning,
    isWhole && beginning.length === head.length,
    separator,
    hasHeader,
  )
  const before = dialect.preamble + dialect.header
  async function* records(columns: readonly number[] | 'all'): AsyncGenerator<Record[], void> {
    const reader = createRecordReader({
      separator: dialect.separator,
      columns,
      width: dialect.names.length,
      line: 1 + countLineEnds(before),
    })
    const first = reader.push(head.slice(before.length))
    if (first.length > 0) yield first
    for await (const piece of pieces) {
      const batch = reader.push(piece)
      if (batch.length > 0) yield batch
    }
    const last = reader.end()
    if (last.length > 0) yield last
  }
  return { ...dialect, sample, candidates: findAddressColumns(dialect.names, sample), records }
}

async function readHead(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; rest: AsyncIterator<Uint8Array> }> {
  const rest = bytes[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  for (let length = 0; length < HEAD_BYTES; ) {
    const { done, value } = await rest.next()
    if (done) break
    pieces.push(value)
    length += value.length
  }
  return { head: join(...pieces), rest }
}

async function* decodeAll(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  { decode, end }: ReturnType<typeof openText>,
): AsyncGenerator<string, void> {
  try {
    yield decode(head)
    for (;;) {
      const { done, value } = await rest.next()
      if (done) break
      yield decode(value)
    }
    yield end()
  } finally {
    await rest.return?.()
  }
}

/** A browser's File or Blob. */
export function fromBlob(blob: Blob): Source {
  return { read: () => readBlob(blob), blob: async () => blob }
}

async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array, void> {
  const reader = blob.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

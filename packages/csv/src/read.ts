// Reads a customer's CSV once as a stream: the header, then the end and the email cell of each record.

import { CSV_RECORD_MAX_BYTES, CSV_RECORDS_MAX_COUNT } from '@mailsift/contract/limits'
import { type Bytes, concatBytes } from '#bytes'
import { type CsvHeader, readHeader } from './header.ts'
import { createScanner } from './scan.ts'
import { CsvStructureError } from './structure-error.ts'
import { countLineEnds, readText, type TextPiece, type TextProblem } from './text.ts'

export type CsvRecord = {
  /**
   * The start of the next record. The bytes in between belong to this record, including its line end and following
   * blank lines.
   */
  end: number
  email: string
  /** Why the record does not match the header; null if it does. `email` is then as much as could be read. */
  fault: string | null
}

export type CsvFile = CsvHeader & {
  /** The start of the first data record. */
  headerEnd: number
  /** All data records in order, in batches; can be read only once. Throws if the structure is broken. */
  records: AsyncGenerator<CsvRecord[], void>
}

export type CsvLimits = { recordsMaxCount: number; recordMaxBytes: number }

/** §8, and the limit of one record. */
const SUBMISSION_LIMITS: CsvLimits = { recordsMaxCount: CSV_RECORDS_MAX_COUNT, recordMaxBytes: CSV_RECORD_MAX_BYTES }

const BOM_BYTES = 3

/** Reads the header. Throws a CsvStructureError if the file cannot be used. */
export async function openCsv(
  source: AsyncIterable<Uint8Array>,
  emailColumn: string,
  limits: CsvLimits = SUBMISSION_LIMITS,
): Promise<CsvFile> {
  const text = readText(source)
  try {
    const head = await readHead(text, limits)
    const offset = startsWithBom(head) ? BOM_BYTES : 0
    const header = readHeader(head.subarray(offset), { offset, emailColumn, ...limits })
    const batches = scanRecords(header, head.subarray(offset), offset, text, limits)
    const [{ end: headerEnd }, ...rest] = (await batches.next()).value as [CsvRecord, ...CsvRecord[]]
    return { ...header, headerEnd, records: startingWith(rest, batches) }
  } catch (error) {
    await text.return()
    throw error
  }
}

function startsWithBom(bytes: Bytes): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function faultOf(fields: number, wanted: number): string {
  if (fields === wanted) return 'This row has text after a closing quote.'
  return `This row has ${fields} ${fields === 1 ? 'field' : 'fields'}; the header has ${wanted}.`
}

/** Enough of the file for any header, so that it can be parsed with each delimiter. */
async function readHead(text: AsyncGenerator<TextPiece, void>, { recordMaxBytes }: CsvLimits): Promise<Bytes> {
  const pieces: Bytes[] = []
  let length = 0
  while (length <= BOM_BYTES + recordMaxBytes) {
    const { value: piece } = await text.next()
    if (!piece) break
    pieces.push(piece.bytes)
    length += piece.bytes.length
    if (piece.problem) throw textError(piece.problem, 1 + countLineEnds(concatBytes(pieces)))
  }
  return concatBytes(pieces)
}

/** The batches of all records; the header is the first record. */
async function* scanRecords(
  header: CsvHeader,
  head: Bytes,
  offset: number,
  text: AsyncGenerator<TextPiece, void>,
  { recordsMaxCount, recordMaxBytes }: CsvLimits,
): AsyncGenerator<CsvRecord[], void> {
  const fieldCount = header.names.length
  let batch: CsvRecord[] = []
  let count = 0
  let email = ''
  const scanner = createScanner(
    { delimiter: header.delimiter.charCodeAt(0), column: header.emailColumn, offset, recordMaxBytes },
    {
      cell(text) {
        email = text
      },
      record(end, fields, intact, line) {
        if (count++ > recordsMaxCount) {
          const limit = recordsMaxCount.toLocaleString('en')
          throw new CsvStructureError('too_many_records', line, `there are more than ${limit} data records.`)
        }
        batch.push({ end, email, fault: intact && fields === fieldCount ? null : faultOf(fields, fieldCount) })
        email = ''
      },
    },
  )

  scanner.push(head)
  if (batch.length > 0) yield batch
  for await (const { bytes, problem } of text) {
    batch = []
    scanner.push(bytes)
    if (problem) throw textError(problem, scanner.line())
    if (batch.length > 0) yield batch
  }
  batch = []
  scanner.finish()
  if (count === 1) throw new CsvStructureError('no_records', 1, 'there is no data record after the header.')
  yield batch
}

async function* startingWith<T>(first: T[], rest: AsyncGenerator<T[], void>): AsyncGenerator<T[], void> {
  if (first.length > 0) yield first
  yield* rest
}

function textError(problem: TextProblem, line: number): CsvStructureError {
  const why = problem === 'nul_byte' ? 'the text holds a NUL byte' : 'the text is not UTF-8'
  return new CsvStructureError(problem, line, `${why}. Save the file as UTF-8, not as UTF-16 or in another encoding.`)
}

// A customer's CSV, read once as a stream: the header first, then where each record ends and what its email cell says.

import { CSV_RECORD_MAX_BYTES, CSV_RECORDS_MAX_COUNT } from '@mailsift/contract/limits'
import { type Bytes, concatBytes } from '#bytes'
import { type CsvHeader, readHeader } from './header.ts'
import { createScanner } from './scan.ts'
import { CsvStructureError } from './structure-error.ts'
import { countLineEnds, readText, type TextPiece, type TextProblem } from './text.ts'

export type CsvRecord = {
  /** Where the next record begins. The bytes between belong to this record, its line end and blank lines after it included. */
  end: number
  email: string
  /** Why the record cannot be read as its header promises; null if it can. `email` is then what could be read. */
  fault: string | null
}

export type CsvFile = CsvHeader & {
  /** Where the first data record begins. */
  headerEnd: number
  /** All data records in order, in batches, to be read once. It throws when the structure turns out to be broken. */
  records: AsyncGenerator<CsvRecord[], void>
}

export type CsvLimits = { recordsMaxCount: number; recordMaxBytes: number }

/** §8, and the bound of one record. */
const SUBMISSION_LIMITS: CsvLimits = { recordsMaxCount: CSV_RECORDS_MAX_COUNT, recordMaxBytes: CSV_RECORD_MAX_BYTES }

const BOM_BYTES = 3

/** Reads the header. Throws a CsvStructureError when the file cannot be used. */
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

/** Enough of the file to hold any header, so that it can be read with each delimiter in turn. */
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

/** The batches of all records, the header being the first of them. */
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

import { copyRecords } from './copy-records.ts'
import { type CsvLimits, type CsvRecord, openCsv } from './read.ts'
import { readTwice } from './read-twice.ts'
import { writeBytes } from './write.ts'

/** The header and the chosen records of a CSV, byte for byte. A record's `email` is its cell in the named column. */
export async function* selectRecords(
  source: AsyncIterable<Uint8Array>,
  column: string,
  isWanted: (record: CsvRecord) => boolean,
  limits?: CsvLimits,
): AsyncGenerator<Buffer, void> {
  const { first, second } = readTwice(source)
  const { headerEnd, records } = await openCsv(first, column, limits)
  const header = { end: headerEnd, email: column, wellFormed: true }
  async function* withHeader(): AsyncGenerator<CsvRecord[]> {
    yield [header]
    yield* records
  }
  yield* copyRecords(second, withHeader(), (output, bytes, start, end, record) => {
    if (record === header || isWanted(record)) writeBytes(output, bytes, start, end)
  })
}

// Filters or watches a streamed CSV by one column. A record's `email` is its cell in that column.
import { copyRecords } from './copy-records.ts'
import { type CsvLimits, type CsvRecord, openCsv } from './read.ts'
import { readTwice } from './read-twice.ts'
import { writeBytes } from './write.ts'

/** The header and the selected records, byte for byte. */
export async function* selectRecords(
  source: AsyncIterable<Uint8Array>,
  column: string,
  isWanted: (record: CsvRecord) => boolean,
  limits?: CsvLimits,
): AsyncGenerator<Uint8Array, void> {
  const { first, second } = readTwice(source)
  const { headerEnd, records } = await openCsv(first, column, limits)
  const header = { end: headerEnd, email: column, fault: null }
  async function* withHeader(): AsyncGenerator<CsvRecord[]> {
    yield [header]
    yield* records
  }
  yield* copyRecords(second(), withHeader(), (output, bytes, start, end, record) => {
    if (record === header || isWanted(record)) writeBytes(output, bytes, start, end)
  })
}

/** Passes the bytes through and calls `look` for each record. */
export async function* watchRecords(
  source: AsyncIterable<Uint8Array>,
  column: string,
  look: (record: CsvRecord) => void,
  limits?: CsvLimits,
): AsyncGenerator<Uint8Array, void> {
  const { first, second } = readTwice(source)
  const { records } = await openCsv(first, column, limits)
  for await (const batch of records) {
    for (const record of batch) look(record)
    yield* second()
  }
  yield* second()
}

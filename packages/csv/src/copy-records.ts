// Processes a file record by record; memory holds only the part with the current record.
import { allocate, type Bytes, concatBytes } from '#bytes'
import { type CsvOutput, createOutput, lastBytes, OUTPUT_FLUSH_BYTES, takeBytes } from './write.ts'

/** Writes the output for the record in [start, end) of the bytes. */
export type RecordWriter<R> = (output: CsvOutput, bytes: Bytes, start: number, end: number, record: R) => void

/** `batches` contain the ends of all records of the file in order, including the header. */
export async function* copyRecords<R extends { end: number }>(
  original: AsyncIterable<Uint8Array>,
  batches: AsyncIterable<readonly R[]>,
  write: RecordWriter<R>,
): AsyncGenerator<Bytes, void> {
  const output = createOutput()
  const source = original[Symbol.asyncIterator]()
  let window: Bytes = allocate(0)
  /** The offset of the window in the file. */
  let base = 0
  let end = 0
  try {
    for await (const batch of batches) {
      for (const record of batch) {
        let start = end
        end = record.end - base
        if (end > window.length) {
          window = await fill(source, window.subarray(start), end - start)
          base += start
          end -= start
          start = 0
        }
        write(output, window, start, end, record)
        if (output.length >= OUTPUT_FLUSH_BYTES) yield takeBytes(output)
      }
    }
  } finally {
    await source.return?.()
  }
  yield lastBytes(output)
}

/** Reads until the window holds `length` bytes. */
async function fill(source: AsyncIterator<Uint8Array>, window: Bytes, length: number): Promise<Bytes> {
  const pieces: Uint8Array[] = [window]
  for (let held = window.length; held < length; ) {
    const { done, value } = await source.next()
    if (done) throw new Error('The original file ends before its last record.')
    pieces.push(value)
    held += value.length
  }
  return concatBytes(pieces)
}

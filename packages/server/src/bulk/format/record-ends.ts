// Where the records of a chunk lie in the uploaded file: where the first begins, then the length of each.
import { zstdDecompressSync } from 'node:zlib'
import * as stream from '@mailsift/engine/byte-stream'
import { compress } from './compress.ts'

/** Room for a usual length. */
const LENGTH_BYTES = 2

export function packRecordEnds(start: number, ends: readonly number[]): Buffer {
  const writer = stream.createWriter(ends.length * LENGTH_BYTES)
  stream.writeNumber(writer, start)
  let previous = start
  for (const end of ends) {
    stream.writeNumber(writer, end - previous)
    previous = end
  }
  return compress(stream.written(writer))
}

export function unpackRecordEnds(packed: Uint8Array): number[] {
  const reader = stream.createReader(zstdDecompressSync(packed))
  const ends: number[] = []
  let end = stream.readNumber(reader)
  while (reader.at < reader.bytes.length) {
    end += stream.readNumber(reader)
    ends.push(end)
  }
  return ends
}

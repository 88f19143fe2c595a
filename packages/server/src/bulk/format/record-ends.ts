// Where the records of a chunk lie in the uploaded file: where the first begins, then the length of each.
import { zstdDecompressSync } from 'node:zlib'
import { compress } from './compress.ts'
import { readVarint, VARINT_MAX_BYTES, writeVarint } from './varint.ts'

export function packRecordEnds(start: number, ends: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe((ends.length + 1) * VARINT_MAX_BYTES)
  let at = writeVarint(bytes, 0, start)
  let previous = start
  for (const end of ends) {
    at = writeVarint(bytes, at, end - previous)
    previous = end
  }
  return compress(bytes.subarray(0, at))
}

export function unpackRecordEnds(packed: Uint8Array): number[] {
  const reader = { bytes: zstdDecompressSync(packed), at: 0 }
  const ends: number[] = []
  let end = readVarint(reader)
  while (reader.at < reader.bytes.length) {
    end += readVarint(reader)
    ends.push(end)
  }
  return ends
}

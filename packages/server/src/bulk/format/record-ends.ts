// Where the records of a chunk lie in the uploaded file: where the first begins, then the length of each.
import * as stream from '@mailsift/engine/byte-stream'
import { UnknownVersionError } from '../../platform/unknown-version.ts'
import { readStored, writeStored } from './stored.ts'

const VERSION = 2
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
  return writeStored(VERSION, stream.written(writer))
}

export function unpackRecordEnds(packed: Uint8Array): number[] {
  const { version, content } = readStored(packed)
  switch (version) {
    // The content is the same in both.
    case 1:
    case 2:
      return decodeRecordEnds(content)
    default:
      throw new UnknownVersionError('The record ends of a chunk', version, '1 and 2')
  }
}

function decodeRecordEnds(content: Uint8Array): number[] {
  const reader = stream.createReader(content)
  const ends: number[] = []
  let end = stream.readNumber(reader)
  while (reader.at < reader.bytes.length) {
    end += stream.readNumber(reader)
    ends.push(end)
  }
  return ends
}

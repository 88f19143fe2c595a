// The inputs of a chunk, kept exactly as they were sent: PostgreSQL's text cannot hold NUL, and UTF-8 cannot hold a lone
// surrogate, both of which JSON can. Each input is its text and its fault, which is empty if it has none.
import * as stream from '@mailsift/engine/byte-stream'
import { UnknownVersionError } from '../../platform/unknown-version.ts'
import { readStored, writeStored } from './stored.ts'

export type Input = {
  readonly text: string
  /** Why a CSV record cannot be read as its header promises; `text` is what could be read of its address. */
  readonly fault: string | null
}

const VERSION = 2
/** Room for a usual address; the writer grows for longer ones. */
const INPUT_BYTES = 48

export function packInputs(inputs: readonly Input[]): Buffer {
  return storeInputs(encodeInputs(inputs))
}

export function storeInputs(encoded: Uint8Array): Buffer {
  return writeStored(VERSION, encoded)
}

/** Not compressed yet. Two chunks one after the other are as one chunk with the inputs of both. */
export function encodeInputs(inputs: readonly Input[]): Uint8Array {
  const writer = stream.createWriter(inputs.length * INPUT_BYTES)
  for (const { text, fault } of inputs) {
    stream.writeText(writer, text)
    stream.writeText(writer, fault ?? '')
  }
  return stream.written(writer)
}

export function unpackInputs(packed: Uint8Array): Input[] {
  const { version, content } = readStored(packed)
  switch (version) {
    // The content is the same in both.
    case 1:
    case 2:
      return decodeInputs(content)
    default:
      throw new UnknownVersionError('The inputs of a chunk', version, '1 and 2')
  }
}

function decodeInputs(content: Uint8Array): Input[] {
  const reader = stream.createReader(content)
  const inputs: Input[] = []
  while (reader.at < reader.bytes.length) {
    const text = stream.readText(reader)
    inputs.push({ text, fault: stream.readText(reader) || null })
  }
  return inputs
}

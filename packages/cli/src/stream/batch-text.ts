// The bytes of a batch and of its answer as text. A call of Node for each cell costs as much as its verdict, so that a batch of ASCII, which
// nearly all are, is decoded and encoded once; its cells are slices.
import { isAscii } from 'node:buffer'
import { type CsvOutput, createOutput, lastBytes, writeBytes, writeUtf8 } from '@mailsift/csv/write'

/** `text` is undefined where the bytes are not ASCII. */
export type Source = { readonly bytes: Buffer; readonly text: string | undefined }
export type Target = { text: string; readonly output: CsvOutput }

/** Room for the results of a short record beside the record itself. */
const GROWTH = 4

export function openSource(batch: Uint8Array): Source {
  const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length)
  return { bytes, text: isAscii(bytes) ? bytes.toString('latin1') : undefined }
}

export function textOf({ bytes, text }: Source, start: number, end: number): string {
  return text === undefined ? bytes.toString('utf8', start, end) : text.slice(start, end)
}

export const createTarget = (source: Source): Target => ({
  text: '',
  output: createOutput(GROWTH * source.bytes.length),
})

/** Bytes of the source, as they are. */
export function putRange(target: Target, source: Source, start: number, end: number): void {
  if (source.text !== undefined) {
    target.text += source.text.slice(start, end)
    return
  }
  flush(target)
  writeBytes(target.output, source.bytes, start, end)
}

export function bytesOfTarget(target: Target): Uint8Array {
  flush(target)
  return lastBytes(target.output)
}

function flush(target: Target): void {
  writeUtf8(target.output, target.text)
  target.text = ''
}

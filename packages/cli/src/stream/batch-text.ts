// The bytes of a batch and its output as text. A Node call for each cell costs as much as its verdict, so an ASCII
// batch, as nearly all are, is decoded and encoded once, and its cells are slices.
import { isAscii } from 'node:buffer'
import { type CsvOutput, createOutput, lastBytes, writeBytes, writeUtf8 } from '@mailsift/csv/write'

/** `text` is undefined if the bytes are not ASCII. */
export type Source = { readonly bytes: Buffer; readonly text: string | undefined }
export type Target = { text: string; readonly output: CsvOutput }

/** Output bytes per input byte, enough for the results of a short record. */
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

/** Copies bytes of the source unchanged. */
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

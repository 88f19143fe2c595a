import type { Policy } from '@mailsift/engine'

export const STREAM_FORMATS = ['jsonl', 'csv', 'tsv', 'rowbinary'] as const
export type StreamFormat = (typeof STREAM_FORMATS)[number]

/** Everything that a thread needs to write the same bytes as any other; it is sent to threads as it is. */
export type StreamSettings = {
  format: StreamFormat
  /** The field of an object, or the position of a cell. */
  column: string | number
  /** Cells of the header; 0 without one. */
  width: number
  /** Names of the result columns. */
  results: readonly string[]
  /** Whether the record is left out of the output. */
  resultsOnly: boolean
  /** The field that holds the results beside the fields of a JSON record. */
  field: string
  /** Whether the text of a RowBinary record is `Nullable(String)`. */
  isNullable: boolean
  policy: Policy
  recordMaxBytes: number
}

/** Whole records. With a fault it is one record that cannot be read, of which the bytes may be missing. */
export type Batch = { bytes: Uint8Array; fault?: string }

export const TOO_LONG = (maxBytes: number) => `This record is longer than ${maxBytes.toLocaleString('en')} bytes.`

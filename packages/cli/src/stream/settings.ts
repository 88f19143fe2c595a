import type { Policy } from '@mailsift/engine'

export const STREAM_FORMATS = ['jsonl', 'csv', 'tsv', 'rowbinary'] as const
export type StreamFormat = (typeof STREAM_FORMATS)[number]

/** Everything that a thread needs to write the same bytes as any other; it is sent to threads unchanged. */
export type StreamSettings = {
  format: StreamFormat
  /** The field of an object, or the position of a cell. */
  column: string | number
  /** Number of cells in the header; 0 without one. */
  width: number
  /** Names of the result columns. */
  results: readonly string[]
  /** Whether to omit the record from the output. */
  resultsOnly: boolean
  /** The field for the results in a JSON record. */
  field: string
  /** Whether a RowBinary record is `Nullable(String)`. */
  isNullable: boolean
  policy: Policy
  recordMaxBytes: number
}

/** Whole records. With a fault, it is one record that cannot be read; its bytes may be missing. */
export type Batch = { bytes: Uint8Array; fault?: string }

export const TOO_LONG = (maxBytes: number) => `This record is longer than ${maxBytes.toLocaleString('en')} bytes.`

import type { FlatColumn, FlatRow } from '@mailsift/clean/flat-row'
import type { Source, Target } from '../batch-text.ts'
import type { StreamSettings } from '../settings.ts'

export type FormatParts = {
  settings: StreamSettings
  results: readonly FlatColumn[]
  /** The result row of an address read from these bytes; null if the record has none. */
  rowOf: (address: string | null, source: Source, start: number, end: number) => FlatRow
}

/** Reads one record, without its line end, and writes one record. */
export type Format = {
  write(target: Target, source: Source, start: number, end: number): void
  /** Writes a record that cannot be read, with as much of it as there is. */
  refuse(target: Target, fault: string, source: Source, start: number, end: number): void
}

/** The service's message for the same fault. */
export function faultOfWidth(fields: number, width: number): string {
  return `This row has ${fields} ${fields === 1 ? 'field' : 'fields'}; the header has ${width}.`
}

export const noCell = (column: number) => `This record has no field ${column + 1}.`

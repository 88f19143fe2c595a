import { CSV_RECORD_MAX_BYTES } from '@mailsift/contract/limits'
import type { CsvRecord } from '@mailsift/csv/read'
import { selectRecords, watchRecords } from '@mailsift/csv/select'
import type { RowErrorCode } from '@mailsift/sdk'

/** A CSV with its answers appended, whoever made it. */
export type CleanedCsv = {
  resultPrefix: string
  csv: AsyncIterable<Uint8Array>
  /** Whether some rows may lack an answer because it could not be found out. */
  mayHaveUnknown: boolean
}

export type RowCounts = {
  rows: number
  safe: number
  unsafe: number
  /** Rows without a result. */
  errors: number
  /** Those of them whose result could not be found out: nobody knows that they are not safe. */
  unknown: number
}

/** The answers have made the records longer than they were allowed to be. */
const LIMITS = { recordsMaxCount: Number.POSITIVE_INFINITY, recordMaxBytes: 2 * CSV_RECORD_MAX_BYTES }

/** Counts the rows as they pass, and with `onlySafe` lets only those pass that are safe to send to. */
export function siftRows({ resultPrefix, csv, mayHaveUnknown }: CleanedCsv, onlySafe: boolean, counts: RowCounts) {
  const sift = onlySafe ? selectRecords : watchRecords
  const rows = mayHaveUnknown
    ? watchRecords(csv, `${resultPrefix}error.code`, (row) => countUnknown(row, counts), LIMITS)
    : csv
  return sift(rows, `${resultPrefix}validations.safe_to_send`, (row) => isSafe(row, counts), LIMITS)
}

/** What is wrong with the row itself is an answer; that a look-up or the service failed is none. */
const FAULTS_OF_ROW = new Set<string>(['', 'invalid_email', 'malformed_row'] satisfies (RowErrorCode | '')[])

function countUnknown({ email: errorCode, wellFormed }: CsvRecord, counts: RowCounts): void {
  if (wellFormed && !FAULTS_OF_ROW.has(errorCode)) counts.unknown++
}

function isSafe({ email: safeToSend, wellFormed }: CsvRecord, counts: RowCounts): boolean {
  // In a malformed record the cells are not where they should be; it has no result, whatever stands there.
  const answer = wellFormed ? safeToSend : ''
  counts.rows++
  if (answer === 'true') counts.safe++
  else if (answer === 'false') counts.unsafe++
  else counts.errors++
  return answer === 'true'
}

import { CSV_RECORD_MAX_BYTES } from '@mailsift/contract/limits'
import type { CsvRecord } from '@mailsift/csv/read'
import { selectRecords, watchRecords } from '@mailsift/csv/select'

/** A CSV with its answers appended, whoever made it. */
export type CleanedCsv = { resultPrefix: string; csv: AsyncIterable<Uint8Array> }

export type RowCounts = { rows: number; safe: number; unsafe: number; errors: number }

/** The answers have made the records longer than they were allowed to be. */
const LIMITS = { recordsMaxCount: Number.POSITIVE_INFINITY, recordMaxBytes: 2 * CSV_RECORD_MAX_BYTES }

/** Counts the rows as they pass, and with `onlySafe` lets only those pass that are safe to send to. */
export function siftRows({ resultPrefix, csv }: CleanedCsv, onlySafe: boolean, counts: RowCounts) {
  const sift = onlySafe ? selectRecords : watchRecords
  return sift(csv, `${resultPrefix}validations.safe_to_send`, (row) => isSafe(row, counts), LIMITS)
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

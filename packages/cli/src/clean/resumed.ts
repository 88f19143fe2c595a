// The result of a group as the service has it, without the list that it came from: for what was submitted elsewhere.
import { CSV_RECORD_MAX_BYTES } from '@mailsift/contract/limits'
import type { CsvRecord } from '@mailsift/csv/read'
import { selectRecords, watchRecords } from '@mailsift/csv/select'
import type { RowErrorCode } from '@mailsift/sdk'
import type { Tally } from './summary.ts'

/** The answers have made the records longer than they were allowed to be. */
const LIMITS = { recordsMaxCount: Number.POSITIVE_INFINITY, recordMaxBytes: 2 * CSV_RECORD_MAX_BYTES }
/** A fault of the row itself is an answer; a failure of a lookup or of the service is none. */
const FAULTS_OF_ROW = new Set<string>(['', 'invalid_email', 'malformed_row'] satisfies (RowErrorCode | '')[])

/** Counts the rows as they pass, and with `onlySafe` lets only those pass that are safe to send to. */
export function siftRows(
  csv: AsyncIterable<Uint8Array>,
  resultPrefix: string,
  onlySafe: boolean,
  tally: Tally,
): AsyncGenerator<Uint8Array, void> {
  const sift = onlySafe ? selectRecords : watchRecords
  const rows = watchRecords(csv, `${resultPrefix}error.code`, (row) => countUnknown(row, tally), LIMITS)
  return sift(rows, `${resultPrefix}validations.safe_to_send`, (row) => isSafe(row, onlySafe, tally), LIMITS)
}

function countUnknown({ email: errorCode, fault }: CsvRecord, tally: Tally): void {
  if (!fault && !FAULTS_OF_ROW.has(errorCode)) tally.statuses.unknown++
}

function isSafe({ email: safeToSend, fault }: CsvRecord, onlySafe: boolean, tally: Tally): boolean {
  // In a malformed record the cells are not where they should be; it has no result, whatever stands there.
  const isSafe = !fault && safeToSend === 'true'
  tally.rows++
  if (isSafe) tally.statuses.safe++
  if (isSafe || !onlySafe) tally.written++
  // Those without an answer are counted beside.
  tally.statuses.unsafe = tally.rows - tally.statuses.safe - tally.statuses.unknown
  return isSafe
}

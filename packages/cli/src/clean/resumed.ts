// The stored result of a group, without the list it came from, for submissions made elsewhere.
import { CSV_RECORD_MAX_BYTES } from '@mailsift/contract/limits'
import type { CsvRecord } from '@mailsift/csv/read'
import { selectRecords, watchRecords } from '@mailsift/csv/select'
import type { RowErrorCode } from '@mailsift/sdk'
import type { Tally } from './summary.ts'

/** The added results may make records longer than the input limit. */
const LIMITS = { recordsMaxCount: Number.POSITIVE_INFINITY, recordMaxBytes: 2 * CSV_RECORD_MAX_BYTES }
/** Faults of a row itself count as results; failures of lookups or of the service do not. */
const FAULTS_OF_ROW = new Set<string>(['', 'invalid_email', 'malformed_row'] satisfies (RowErrorCode | '')[])

/** Counts the rows, and with `onlySafe` drops those that are not safe to send to. */
export function filterRows(
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
  // The cells of a malformed record may be shifted, so its result column is not read.
  const isSafe = !fault && safeToSend === 'true'
  tally.rows++
  if (isSafe) tally.statuses.safe++
  if (isSafe || !onlySafe) tally.written++
  // Rows without a result are counted separately.
  tally.statuses.unsafe = tally.rows - tally.statuses.safe - tally.statuses.unknown
  return isSafe
}

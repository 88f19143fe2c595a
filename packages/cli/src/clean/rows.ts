import { CSV_RECORD_MAX_BYTES } from '@mailsift/contract/limits'
import { selectRecords } from '@mailsift/csv/select'

/** A CSV with its answers appended, whoever made it. */
export type CleanedCsv = { resultPrefix: string; csv: AsyncIterable<Uint8Array> }

export type RowCounts = { rows: number; safe: number; unsafe: number; errors: number }

/** The answers have made the records longer than they were allowed to be. */
const LIMITS = { recordsMaxCount: Number.POSITIVE_INFINITY, recordMaxBytes: 2 * CSV_RECORD_MAX_BYTES }

/** Counts the rows as they pass, and with `onlySafe` lets only those pass that are safe to send to. */
export function siftRows({ resultPrefix, csv }: CleanedCsv, onlySafe: boolean, counts: RowCounts) {
  return selectRecords(
    csv,
    `${resultPrefix}validations.safe_to_send`,
    ({ email: safeToSend, wellFormed }) => {
      // In a malformed record the cells are not where they should be; it has no result, whatever stands there.
      const isSafe = wellFormed && safeToSend === 'true'
      counts.rows++
      if (isSafe) counts.safe++
      else if (wellFormed && safeToSend === 'false') counts.unsafe++
      else counts.errors++
      return isSafe || !onlySafe
    },
    LIMITS,
  )
}

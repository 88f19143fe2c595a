// The work allowed for reading a workbook. A few kilobytes of a zip archive can expand to gigabytes, so work is counted
// in steps (tags, attributes, texts, bytes) relative to the size of the file; the clock is the second line of defense.
import { ListError } from '../list-error.ts'

export type Effort = {
  /** Counts steps, and refuses the workbook if there are too many. */
  spend(steps: number): void
  /** Runs a piece of parsing under the time limit. */
  timed(parse: () => void): void
  /** A row, a text or a style was finished. */
  progressed(): void
}

/** About half a second of work, allowed for any workbook, however small. */
const FREE_STEPS = 4_000_000
/** Texts and styles take 1 to 8 steps per byte of the file. Repeated XML takes 500. */
export const PARTS_STEPS_PER_BYTE = 16
/** Sheets take 3 to 5, and up to 50 if most columns are empty. */
export const SHEETS_STEPS_PER_BYTE = 64
/** A row of 16,384 cells with formatted text takes less. */
const STEPS_BETWEEN_ROWS_MAX = 2_000_000
const TIME_BETWEEN_ROWS_MAX_MS = 2_000
/** Below this, the time passed while the process was not running: a suspended laptop, a stopped process. */
const STEPS_OF_A_SLOW_MACHINE = 50_000

export function createEffort(
  fileBytes: number,
  stepsPerByte: number,
  now: () => number = () => performance.now(),
): Effort {
  const stepsMax = FREE_STEPS + stepsPerByte * fileBytes
  let steps = 0
  let stepsSinceRow = 0
  let timeSinceRow = 0
  return {
    spend(count) {
      steps += count
      stepsSinceRow += count
      if (steps > stepsMax || stepsSinceRow > STEPS_BETWEEN_ROWS_MAX) throw tooMuchWork()
    },
    timed(parse) {
      const startedAt = now()
      parse()
      timeSinceRow += now() - startedAt
      if (timeSinceRow > TIME_BETWEEN_ROWS_MAX_MS && stepsSinceRow > STEPS_OF_A_SLOW_MACHINE) throw tooMuchWork()
    },
    progressed() {
      stepsSinceRow = 0
      timeSinceRow = 0
    },
  }
}

const tooMuchWork = () =>
  new ListError(
    'broken_file',
    'This Excel file unpacks to far more than a list of its size. Save the sheet as CSV and use that file.',
  )

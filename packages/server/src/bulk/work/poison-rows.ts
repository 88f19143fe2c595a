// A row can do worse than fail: it can kill the process that judges it, by a crash or by taking all memory, and then no
// one is left to isolate it. Its task is run again, and is told how often that was cut short:
//
//   all rows ──cut short 5 times──► halves, tried one by one ──killed──► its halves … ──down to one row──► left out
//        ▲                                   │ survived
//        └─────── all but those left out ◄───┘
//
// Each trial is a task of its own, so what is known survives any death. Kills from outside only cost trials: a row is left
// out after it was tried alone, with no other suspect at work in the fleet, and that was cut short 3 times.

import type { Isolation, RowRange } from '../state/enqueue.ts'

export type Step =
  | { kind: 'judge'; leftOut: readonly number[] }
  | { kind: 'try'; range: RowRange; next: Isolation }
  | { kind: 'narrow'; next: Isolation }
  | { kind: 'give_up' }

const CUT_SHORT_MAX_TOGETHER = 5
const CUT_SHORT_MAX_ALONE = 3
/** So many suspects point at a fault other than the rows. */
const LEFT_OUT_MAX = 5

export function nextStep(rowCount: number, isolation: Isolation | undefined, cutShort: number): Step {
  if (!isolation) {
    if (cutShort < CUT_SHORT_MAX_TOGETHER) return { kind: 'judge', leftOut: [] }
    return { kind: 'narrow', next: { suspects: halves([0, rowCount]), leftOut: [] } }
  }
  const { suspects, leftOut } = isolation
  const [range, ...others] = suspects
  if (!range) return { kind: 'judge', leftOut }
  const [from, end] = range
  const isAlone = end - from === 1
  if (cutShort < (isAlone ? CUT_SHORT_MAX_ALONE : 1)) return { kind: 'try', range, next: { suspects: others, leftOut } }
  if (!isAlone) return { kind: 'narrow', next: { suspects: [...halves(range), ...others], leftOut } }
  if (leftOut.length === LEFT_OUT_MAX) return { kind: 'give_up' }
  return { kind: 'narrow', next: { suspects: others, leftOut: [...leftOut, from] } }
}

function halves([from, end]: RowRange): RowRange[] {
  if (end - from === 1) return [[from, end]]
  const middle = (from + end) >> 1
  return [
    [from, middle],
    [middle, end],
  ]
}

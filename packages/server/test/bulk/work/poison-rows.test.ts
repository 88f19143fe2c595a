// The steps that find a row which kills its process; poison-rows.system.ts takes them with real processes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Isolation, RowRange } from '../../../src/bulk/state/enqueue.ts'
import { nextStep } from '../../../src/bulk/work/poison-rows.ts'

type Fate = { leftOut: readonly number[]; deaths: number } | 'given up'

/** Runs the steps as the queue does: a run that dies is told so the next time, a new task starts afresh. */
function simulate(rowCount: number, isDeadly: (range: RowRange) => boolean): Fate {
  let isolation: Isolation | undefined
  let [cutShort, deaths] = [0, 0]
  for (;;) {
    const step = nextStep(rowCount, isolation, cutShort)
    if (step.kind === 'give_up') return 'given up'
    const left = new Set(step.kind === 'judge' ? step.leftOut : [])
    const rows = step.kind === 'try' ? step.range : ([0, rowCount] as const)
    const dies =
      step.kind === 'try'
        ? isDeadly(rows)
        : step.kind === 'judge' &&
          Array.from({ length: rowCount }, (_, row) => row).some((row) => !left.has(row) && isDeadly([row, row + 1]))
    if (dies) {
      deaths++
      cutShort++
    } else if (step.kind === 'judge') return { leftOut: step.leftOut, deaths }
    else {
      isolation = step.next
      cutShort = 0
    }
  }
}

test('exactly the deadly rows are left out, wherever they are', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 1_000 })
        .chain((rowCount) =>
          fc.tuple(
            fc.constant(rowCount),
            fc.uniqueArray(fc.integer({ min: 0, max: rowCount - 1 }), { minLength: 1, maxLength: 5 }),
          ),
        ),
      ([rowCount, deadly]) => {
        const fate = simulate(rowCount, ([from, end]) => deadly.some((row) => row >= from && row < end))
        expect(fate).toMatchObject({ leftOut: deadly.toSorted((a, b) => a - b) })
      },
    ),
    { numRuns: 50 },
  )
})

test('one deadly row of a thousand costs at most 18 deaths; where every row is deadly, the job is given up', () => {
  for (const row of [0, 1, 499, 500, 998, 999])
    expect(simulate(1_000, ([from, end]) => row >= from && row < end)).toMatchObject({ leftOut: [row] })
  const worst = Math.max(
    ...Array.from({ length: 1_000 }, (_, row) => {
      const fate = simulate(1_000, ([from, end]) => row >= from && row < end)
      return fate === 'given up' ? Number.POSITIVE_INFINITY : fate.deaths
    }),
  )
  expect(worst).toBeLessThanOrEqual(18)
  expect(simulate(1_000, () => true)).toBe('given up')
})

test('kills from outside leave no row out', () => {
  const random = (seed: number) => () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let seed = 1; seed < 200; seed++) {
    const next = random(seed)
    // A trial of few rows is over before anybody can kill it; one of many is hit half of the time.
    const fate = simulate(1_000, ([from, end]) => next() < ((end - from) / 1_000) * 0.5)
    expect(fate === 'given up' ? fate : fate.leftOut).toEqual([])
  }
})

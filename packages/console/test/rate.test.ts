import { expect, test } from 'vitest'
import { rateOf, type Seen, startOf } from '../src/results/rate.ts'

test('the rate of a list is measured from its first rows on, however long it waited for a worker', () => {
  const seen: Seen[] = [
    { at: 0, processed: 0 },
    { at: 600_000, processed: 500 },
    { at: 600_400, processed: 900 },
    { at: 602_000, processed: 2_500 },
    { at: 610_000, processed: 10_500 },
  ]
  let start: Seen | undefined
  const rates = seen.map((now) => {
    start = startOf(start, now)
    return rateOf(start, now)
  })
  expect(rates).toEqual([undefined, undefined, undefined, 1_000, 1_000])
})

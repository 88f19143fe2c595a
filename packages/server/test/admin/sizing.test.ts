import { readFileSync } from 'node:fs'
import { JOB_CLEANUP_DELAY_MS, JOB_RETENTION_MS } from '@mailsift/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  COSTS,
  EXAMPLE_LOAD,
  type Load,
  RESULTS_KEPT_DAYS,
  rounded,
  sizeOf,
  VALIDATED_DAYS,
} from '../../src/admin/commands/sizing.ts'
import { VALIDATED_KEPT_DAYS } from '../../src/calibration/keep.ts'

const SCALE = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8')

test('the costs are those of the table in docs/scale.md', () => {
  for (const [name, cost] of [
    ['single validations, 16 connections', COSTS.single],
    ['rows of lists, 10,000 each', COSTS.list],
  ] as const) {
    const row = SCALE.split('\n').find((line) => line.startsWith(`| ${name} |`))!
    const figures = row.split('|').map((cell) => Number.parseInt(cell.trim(), 10))
    const { apiSeconds, workerSeconds, databaseSeconds, logMb, databaseMb, filesMb } = cost
    expect(figures.slice(2, 8)).toEqual([apiSeconds, workerSeconds, databaseSeconds, logMb, databaseMb, filesMb])
  }
})

test('results are kept as long as the contract says', () => {
  expect(RESULTS_KEPT_DAYS * 86_400_000).toBe(JOB_RETENTION_MS + JOB_CLEANUP_DELAY_MS)
  expect(VALIDATED_DAYS).toBe(VALIDATED_KEPT_DAYS)
})

const load = fc.record<Load>({
  single: fc.nat(1e9),
  list: fc.nat(1e9),
  peak: fc.integer({ min: 1, max: 100 }),
  logDays: fc.nat(365),
  corePrice: fc.nat(1000),
  storagePrice: fc.nat(10),
})

test('more of anything never takes less of anything, and cores are at least two', () => {
  fc.assert(
    fc.property(load, fc.constantFrom(...(Object.keys(EXAMPLE_LOAD) as (keyof Load)[])), (given, key) => {
      const [size, larger] = [sizeOf(given), sizeOf({ ...given, [key]: given[key] * 2 + 1 })]
      for (const name of Object.keys(size) as (keyof typeof size)[])
        expect(larger[name], name).toBeGreaterThanOrEqual(size[name])
      expect(size.cores).toBeGreaterThanOrEqual(2)
    }),
  )
})

test('a load of the three sizes in docs/scale.md takes what is written there', () => {
  const nothing: Load = { single: 0, list: 0, peak: 1, logDays: 0, corePrice: 0, storagePrice: 0 }
  const singles = sizeOf({ ...nothing, single: 1_000 * 86_400 })
  expect([rounded(singles.apiCores), rounded(singles.databaseCores), rounded(singles.logGbPerDay)]).toEqual([
    '0.36',
    '0.13',
    '20',
  ])
  const rows = sizeOf({ ...nothing, list: 100e6 })
  expect([rounded(rows.logGbPerDay), rounded(rows.databaseGb), rounded(rows.filesGb)]).toEqual(['4.1', '179', '969'])
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../support/database.ts'

test('every day is in exactly one month of an account, and months follow each other without a gap', async () => {
  const { db } = await useTestDatabase()
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  const text = (date: Date) => date.toISOString().slice(0, 10)
  const periodOf = async (anchor: string | null, today: string) => {
    const { rows } = await sql<{ period_start: string; period_end: string }>`
      SELECT period_start, period_end FROM quota_period(${anchor}::date, ${today}::date)`.execute(db)
    return rows[0]!
  }
  await fc.assert(
    fc.asyncProperty(fc.option(day), day, async (anchor, today) => {
      const [from, on] = [anchor && text(anchor), text(today)]
      const period = await periodOf(from, on)
      expect(period.period_start <= on && on < period.period_end).toBe(true)
      expect(await periodOf(from, period.period_start)).toEqual(period)
      expect((await periodOf(from, period.period_end)).period_start).toBe(period.period_end)
      const days = (Date.parse(period.period_end) - Date.parse(period.period_start)) / 86_400_000
      expect(days).toBeGreaterThanOrEqual(28)
      expect(days).toBeLessThanOrEqual(31)
    }),
    { numRuns: 60 },
  )
})

// The search for items that end their process; poison-rows.system.ts and quarantine.system.ts run it with real processes.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../../src/platform/database/database.ts'
import { deleteOldTrials, findPoison, forgetTrials } from '../../../src/platform/queue/isolate.ts'
import { useTestDatabase } from '../../support/database.ts'

type Search = { poison: string[]; deaths: number }

/** As the queue does: a search that died runs again. Where a process dies, nothing after the trial happens. */
async function searchUntilDone(
  db: Db,
  items: readonly string[],
  dies: (items: readonly string[]) => boolean,
): Promise<Search> {
  const death = new Error('the process ended')
  for (let deaths = 0; ; deaths++) {
    try {
      const poison = await findPoison(db, 'test', items, async (some) => {
        if (dies(some)) throw death
      })
      await forgetTrials(db, 'test', poison)
      expect(await db.selectFrom('isolation_trials').selectAll().execute()).toEqual([])
      return { poison, deaths }
    } catch (error) {
      if (error !== death) throw error
    }
  }
}

const named = (count: number) => Array.from({ length: count }, (_, nth) => `item ${nth}`)

test('the search finds exactly the items that end their process, wherever they are, at four deaths each at most', async () => {
  const { db } = await useTestDatabase()
  await fc.assert(
    fc.asyncProperty(
      fc
        .integer({ min: 1, max: 200 })
        .chain((count) =>
          fc.tuple(fc.constant(count), fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 5 })),
        ),
      async ([count, positions]) => {
        const poison = new Set(positions.map((nth) => `item ${nth}`))
        const found = await searchUntilDone(db, named(count), (some) => some.some((item) => poison.has(item)))
        expect(new Set(found.poison)).toEqual(poison)
        expect(found.deaths).toBeLessThanOrEqual(4 * positions.length)
      },
    ),
    { numRuns: 10 },
  )
})

test('kills from outside condemn no item', async () => {
  const { db } = await useTestDatabase()
  for (let seed = 1; seed < 6; seed++) {
    let random = seed
    // A trial of one item is over before anything can kill it; one of many is hit half of the time.
    const found = await searchUntilDone(db, named(96), (some) => {
      random = (random * 48_271) % 2_147_483_647
      return random / 2_147_483_647 < (some.length / 32) * 0.5
    })
    expect(found.poison).toEqual([])
  }
})

test('trials that nothing has continued for a week are deleted, and younger ones stay', async () => {
  const { db } = await useTestDatabase()
  await sql`INSERT INTO isolation_trials (subject, item, tried_at)
    VALUES ('removed', '1', now() - interval '8 days'), ('searched', '2', now() - interval '6 days')`.execute(db)
  await deleteOldTrials(db)
  expect(await db.selectFrom('isolation_trials').select('item').execute()).toEqual([{ item: '2' }])
})

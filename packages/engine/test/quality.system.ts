// Trains engines again for each part of the locales, which takes most of a minute.
import { beforeAll, describe, expect, test } from 'vitest'
import { createHeldOut, type HeldOut } from '../bench/quality/held-out.ts'
import { makePeople } from '../bench/quality/people.ts'
import { createRandom } from '../bench/random.ts'
import { readSources, type Sources } from '../build/compile.ts'
import { DISPOSABLE_SOURCES } from '../build/packages.ts'
import { isIrregular, share } from './support/irregular.ts'

describe('has_irregular_pattern', () => {
  let heldOut: HeldOut[]
  beforeAll(() => {
    const sources = readSources()
    // The lists of domains take the longest to compile and do not matter here.
    const lists = Object.fromEntries(
      DISPOSABLE_SOURCES.map((name) => [name, []]),
    ) as unknown as Sources['disposable']['lists']
    heldOut = createHeldOut({ ...sources, disposable: { lists, allowed: [] } })
  })

  test('is set for at most one in a hundred personal addresses of locales that it was not trained on', () => {
    const random = createRandom(1)
    for (const { engine, locales } of heldOut) {
      const people = [...locales.values()].flatMap((names) => makePeople(random, names, 200))
      expect(people.length).toBeGreaterThan(3_000)
      expect(
        share(
          people.map(({ local }) => local),
          isIrregular(engine),
        ),
      ).toBeLessThanOrEqual(0.01)
    }
  })
})

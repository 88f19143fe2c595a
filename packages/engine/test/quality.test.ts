import { beforeAll, describe, expect, test } from 'vitest'
import { ONE_WORD_NAMES } from '../bench/labelled/one-word-names.ts'
import { createHeldOut, type HeldOut } from '../bench/quality/held-out.ts'
import { makeMachineMade } from '../bench/quality/machine-made.ts'
import { makePeople } from '../bench/quality/people.ts'
import { createRandom } from '../bench/random.ts'
import { readSources, type Sources } from '../build/compile.ts'
import { DISPOSABLE_SOURCES } from '../build/packages.ts'
import type { Engine } from '../src/engine.ts'
import { HAS_IRREGULAR_PATTERN } from '../src/flags.ts'
import { loadEngine } from '../src/node.ts'
import { isFlagged } from '../src/verdict.ts'

const isIrregular = (engine: Engine) => (local: string) => {
  const verdict = engine.judge(`${local}@contoso.com`)
  return verdict.ok && isFlagged(verdict, HAS_IRREGULAR_PATTERN)
}
const share = (items: readonly string[], isHit: (item: string) => boolean) => items.filter(isHit).length / items.length

describe('has_irregular_pattern', () => {
  let heldOut: HeldOut[]
  beforeAll(async () => {
    const sources = await readSources()
    // The lists of domains take the longest to compile and have no say here.
    const lists = Object.fromEntries(
      DISPOSABLE_SOURCES.map((name) => [name, []]),
    ) as unknown as Sources['disposable']['lists']
    heldOut = createHeldOut({ ...sources, disposable: { lists, allowed: [] } })
  }, 180_000)

  test('hits at most one in a hundred personal addresses of locales it was not trained on', () => {
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

  test('hits at most one in a hundred full names that are written in one word', () => {
    expect(share(ONE_WORD_NAMES, isIrregular(loadEngine()))).toBeLessThanOrEqual(0.01)
  })

  test('hits at least four of five random strings of eight characters or more', () => {
    const engine = loadEngine()
    for (const [kind, made] of Object.entries(makeMachineMade(createRandom(2), 2_000))) {
      expect(share(made, isIrregular(engine)), kind).toBeGreaterThanOrEqual(0.8)
    }
  })
})

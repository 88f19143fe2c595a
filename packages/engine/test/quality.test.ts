import { describe, expect, test } from 'vitest'
import { ONE_WORD_NAMES } from '../bench/labelled/one-word-names.ts'
import { makeMachineMade } from '../bench/quality/machine-made.ts'
import { createRandom } from '../bench/random.ts'
import { loadEngine } from '../src/node.ts'
import { isIrregular, share } from './support/irregular.ts'

describe('has_irregular_pattern', () => {
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

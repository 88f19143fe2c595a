import { describe, expect, test } from 'vitest'
import { ONE_WORD_NAMES } from '../bench/labelled/one-word-names.ts'
import { PUBLIC_BODIES } from '../bench/labelled/public-bodies.ts'
import { makeMachineMade } from '../bench/quality/machine-made.ts'
import { createRandom } from '../bench/random.ts'
import { loadEngine } from '../src/node.ts'
import { IS_ROLE_BASED } from '../src/verdict/flags.ts'
import { isFlagged } from '../src/verdict/verdict.ts'
import { isIrregular, share } from './support/irregular.ts'

describe('has_irregular_pattern', () => {
  test('is set for at most one in a hundred full names written as one word', () => {
    expect(share(ONE_WORD_NAMES, isIrregular(loadEngine()))).toBeLessThanOrEqual(0.01)
  })

  test('is set for at least four of five random strings of eight characters or more', () => {
    const engine = loadEngine()
    for (const [kind, made] of Object.entries(makeMachineMade(createRandom(2), 2_000))) {
      expect(share(made, isIrregular(engine)), kind).toBeGreaterThanOrEqual(0.8)
    }
  })
})

describe('is_role_based', () => {
  test.each(Object.entries(PUBLIC_BODIES))(
    'finds at least 95 of 100 contacts of public bodies in %s',
    (_country, locals) => {
      const engine = loadEngine()
      const isRole = (local: string) => {
        const verdict = engine.validate(`${local}@contoso.org`)
        return verdict.ok && isFlagged(verdict, IS_ROLE_BASED)
      }
      expect(share(locals, isRole)).toBeGreaterThanOrEqual(0.95)
    },
  )
})

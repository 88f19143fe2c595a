import type { Engine } from '../../src/engine.ts'
import { HAS_IRREGULAR_PATTERN } from '../../src/verdict/flags.ts'
import { isFlagged } from '../../src/verdict/verdict.ts'

export const isIrregular = (engine: Engine) => (local: string) => {
  const verdict = engine.validate(`${local}@contoso.com`)
  return verdict.ok && isFlagged(verdict, HAS_IRREGULAR_PATTERN)
}
export const share = (items: readonly string[], isHit: (item: string) => boolean) =>
  items.filter(isHit).length / items.length

// Compiles words and names that are close to the name of a large provider: companies use them as names.
import { costOfName } from '../src/domain/suggest/suggest.ts'
import type { NameSources } from './names.ts'
import { SUGGESTED_DOMAINS } from './provider-domains.ts'

/** Real mail domains close to a provider's (grail.com, cloud.com, roger.com), which a typo cannot be distinguished from. */
export function compileOwnWords({ words, locales }: NameSources): string[] {
  const targets = [...new Set(SUGGESTED_DOMAINS.map((domain) => domain.slice(0, domain.indexOf('.'))))]
  const names = [...locales.values()].flatMap(({ given, family }) => [...given, ...family])
  const isNear = (word: string) => targets.some((target) => Number.isFinite(costOfName(word, target)))
  return [...new Set([...words.keys(), ...names])].filter((word) => !targets.includes(word) && isNear(word)).sort()
}

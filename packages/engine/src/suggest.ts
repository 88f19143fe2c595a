/**
 * The address that was probably meant: at most one, and only where it is as good as certain. A domain that is known to be
 * real is never corrected, however close it comes to a larger one.
 */

import { editCost } from './edit-cost.ts'

export type SuggestionKind = 'known_typo' | 'misspelled' | 'missing_tld' | 'wrong_tld' | 'glued_domain' | 'punctuation'

export type Suggestion = {
  /** The whole address as it was probably meant. */
  readonly address: string
  readonly domain: string
  readonly kind: SuggestionKind
}

export type DomainSuggestion = Pick<Suggestion, 'domain' | 'kind'>

/** What must be known of domains to correct one. */
export type SuggestionData = {
  /** Domains of large providers, the larger first. */
  readonly targets: readonly string[]
  /** Whether the domain, or the domain it stands below, is known to be in use, be it for good or for bad. */
  readonly isKnown: (ascii: string) => boolean
  /** What a known misspelling stands for. */
  readonly typoTarget: (ascii: string) => string | undefined
  /** Whether the domain ends in a public suffix. */
  readonly hasKnownEnding: (ascii: string) => boolean
}

type Target = { readonly domain: string; readonly name: string; readonly ending: string; readonly plain: string }

/** What a name of so many letters may cost: the shorter it is, the more real names lie around it. */
const TOLERATED = [0, 0, 0, 0, 0, 1, 1.2, 1.7, 1.7, 2, 2.2]
/** With a wrong ending too, the whole may cost this much more. */
const TOLERATED_ENDING = 1
/** Another target as close as this makes it a guess. */
const MARGIN = 0.3
/** Names that only one provider has: under an ending it does not use, they are still its own. */
const OWN_NAMES = new Set(
  'gmail googlemail hotmail outlook icloud yahoo protonmail ymail rocketmail aol gmx'.split(' '),
)
const COMMON_ENDINGS = ['com', 'net', 'org']

export function createSuggester({
  targets,
  isKnown,
  typoTarget,
  hasKnownEnding,
}: SuggestionData): (domain: string) => DomainSuggestion | undefined {
  const known: Target[] = targets.map((domain) => {
    const at = domain.indexOf('.')
    return { domain, name: domain.slice(0, at), ending: domain.slice(at + 1), plain: domain.replaceAll('.', '') }
  })
  const byPlain = new Map(known.map((target) => [target.plain, target.domain]))
  const byDomain = new Set(targets)

  return (received) => {
    if (/[^\0-\x7f]/.test(received)) return undefined
    const domain = received.toLowerCase()
    const glued = findGlued(domain)
    if (glued !== undefined) return { domain: glued, kind: 'glued_domain' }
    const tidy = tidied(domain)
    const typo = typoTarget(tidy)
    if (typo !== undefined) return { domain: typo, kind: 'known_typo' }
    if (tidy !== domain && isPlainDomain(tidy) && isKnown(tidy)) return { domain: tidy, kind: 'punctuation' }
    if (!/^[a-z0-9.-]+$/.test(tidy) || isKnown(tidy)) return undefined
    const moved = byPlain.get(tidy.replaceAll('.', ''))
    if (moved !== undefined) return { domain: moved, kind: 'punctuation' }
    return findNearest(tidy) ?? findEnding(tidy)
  }

  /** `yahoo.com.gmail.com`, `gmail.com.com`, `gmail.comgmail.com`: a whole domain was typed and something stuck to it. */
  function findGlued(domain: string): string | undefined {
    for (const { domain: target } of known) {
      if (!domain.startsWith(target) || domain.length === target.length || byDomain.has(domain)) continue
      const rest = domain.slice(target.length).replace(/^\./, '')
      if (byDomain.has(rest) || rest === 'com') return target
    }
    return undefined
  }

  function findNearest(domain: string): DomainSuggestion | undefined {
    const at = domain.indexOf('.')
    const name = at < 0 ? domain : domain.slice(0, at)
    const ending = at < 0 ? '' : domain.slice(at + 1)
    let best: Target | undefined
    let bestCost = Number.POSITIVE_INFINITY
    let runnerUp = Number.POSITIVE_INFINITY
    for (const target of known) {
      const cost = costOf(name, ending, target)
      if (cost < bestCost) {
        if (best !== undefined && best.domain !== target.domain) runnerUp = bestCost
        best = target
        bestCost = cost
      } else runnerUp = Math.min(runnerUp, cost)
    }
    if (best === undefined || bestCost === Number.POSITIVE_INFINITY) return undefined
    if (runnerUp < bestCost + MARGIN && ending !== '') return undefined
    if (best.name !== name) return { domain: best.domain, kind: 'misspelled' }
    return { domain: best.domain, kind: ending === '' ? 'missing_tld' : 'wrong_tld' }
  }

  function costOf(name: string, ending: string, target: Target): number {
    const tolerated = TOLERATED[Math.min(target.name.length, TOLERATED.length - 1)]!
    const nameCost = editCost(name, target.name, tolerated)
    if (nameCost > tolerated) return Number.POSITIVE_INFINITY
    // Another first letter makes another word (email, fmail): a slip cannot be told from a name.
    if (nameCost > 0 && target.name.length <= 5 && !sharesStart(name, target.name)) return Number.POSITIVE_INFINITY
    if (ending === '')
      return OWN_NAMES.has(target.name) ? nameCost + (target.ending === 'com' ? 0 : 1) : Number.POSITIVE_INFINITY
    if (ending === target.ending) return nameCost
    if (nameCost === 0 && !OWN_NAMES.has(target.name)) return Number.POSITIVE_INFINITY
    const endingCost = editCost(ending, target.ending, TOLERATED_ENDING)
    return endingCost > TOLERATED_ENDING ? Number.POSITIVE_INFINITY : nameCost + endingCost
  }

  /** `company.con`: no such ending exists, and one slip away from it is one that everybody knows. */
  function findEnding(domain: string): DomainSuggestion | undefined {
    const at = domain.lastIndexOf('.')
    if (at < 1 || hasKnownEnding(domain)) return undefined
    const typed = domain.slice(at + 1)
    const near = COMMON_ENDINGS.filter((ending) => editCost(typed, ending, WHOLE_LETTER) <= WHOLE_LETTER)
    return near.length === 1 ? { domain: `${domain.slice(0, at)}.${near[0]}`, kind: 'wrong_tld' } : undefined
  }
}

const WHOLE_LETTER = 1

/** Whether both begin with one letter, or with two that are swapped. */
export function sharesStart(name: string, meant: string): boolean {
  return name[0] === meant[0] || (name[0] === meant[1] && name[1] === meant[0])
}

function isPlainDomain(domain: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)
}

/** With periods for the signs beside them on the keyboard, one at a time, and without what hangs on at either end. */
function tidied(domain: string): string {
  const parts = domain.split(/[.,;:]/).filter((part) => part !== '')
  const first = parts[0]?.replace(/^[^a-z0-9]+/, '') ?? ''
  return [first, ...parts.slice(1)].join('.').split(/[^a-z0-9.-]/, 1)[0]!
}

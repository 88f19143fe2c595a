/**
 * The domain that was probably intended: at most one, and only if it is nearly certain. A domain that is known to be
 * real is never corrected, however close it is to a larger one.
 */

import { isAscii } from '../../text/ascii.ts'
import { editCost } from './edit-cost.ts'
import { createGluedDomains } from './glued-domain.ts'

export type SuggestionKind = 'known_typo' | 'misspelled' | 'missing_tld' | 'wrong_tld' | 'glued_domain' | 'punctuation'

export type Suggestion = {
  /** The whole address as it was probably intended. */
  readonly address: string
  readonly domain: string
  readonly kind: SuggestionKind
}

type DomainSuggestion = Pick<Suggestion, 'domain' | 'kind'>

export type SuggestDomain = (domain: string) => DomainSuggestion | undefined

/** Knowledge of domains that a correction needs. */
export type SuggestionData = {
  /** Domains of large providers, larger ones first. */
  readonly targets: readonly string[]
  /** Words and names close to the name of a target: companies use them as names. */
  readonly ownWords: ReadonlySet<string>
  /** Whether the domain or a parent is known to be in use, by a provider or for disposable inboxes. */
  readonly isKnown: (ascii: string) => boolean
  /** The domain that a known misspelling was intended to be. */
  readonly typoTarget: (ascii: string) => string | undefined
  /** Whether the domain ends in a public suffix. */
  readonly hasKnownEnding: (ascii: string) => boolean
}

type Target = { readonly domain: string; readonly name: string; readonly ending: string; readonly plain: string }

/** The highest cost for a name of each length: short names have more real names close to them. */
const TOLERATED = [0, 0, 0, 0, 0, 1, 1.2, 1.7, 1.7, 2, 2.2]
/** The smaller a provider, the likelier it is that a company has a similar name: only frequent typos count. */
const TOLERATED_AT_OTHERS = 1.2
/** The highest additional cost of a wrong ending. */
const TOLERATED_ENDING = 1
/** If another target is this close, the suggestion is only a guess. */
const MARGIN = 0.3
/** Names of one large provider each, under any ending. */
const OWN_NAMES = new Set(
  'gmail googlemail hotmail outlook icloud yahoo protonmail ymail rocketmail aol gmx'.split(' '),
)
/** A name of this length may have a wrong first letter and, for a smaller provider, a missing last one. */
const LONG_NAME = 7
/** A name of this length without an ending identifies its provider, if only one has it. */
const UNMISTAKABLE = 5
const COMMON_ENDINGS = ['com', 'net', 'org']
/** Existing endings that are also typos of `com`. */
const CUT_COM = new Set(['co', 'cm', 'om'])

export function createSuggester({
  targets,
  ownWords,
  isKnown,
  typoTarget,
  hasKnownEnding,
}: SuggestionData): SuggestDomain {
  const known: Target[] = targets.map((domain) => {
    const at = domain.indexOf('.')
    return { domain, name: domain.slice(0, at), ending: domain.slice(at + 1), plain: domain.replaceAll('.', '') }
  })
  const byName = new Map<string, Target[]>()
  for (const target of known) byName.set(target.name, [...(byName.get(target.name) ?? []), target])
  const byPlain = new Map(known.map((target) => [target.plain, target.domain]))
  const findGlued = createGluedDomains(targets)
  const names = known.map(({ name }) => name)
  const onlyOnce = new Set(names.filter((name) => names.indexOf(name) === names.lastIndexOf(name)))

  return (received) => {
    if (!isAscii(received)) return undefined
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

  function findNearest(domain: string): DomainSuggestion | undefined {
    const at = domain.indexOf('.')
    const name = at < 0 ? domain : domain.slice(0, at)
    const ending = at < 0 ? '' : domain.slice(at + 1)
    if (ownWords.has(name)) return undefined
    const mayEnd = ending !== '' && hasKnownEnding(domain) ? isTypedFor : endsInNothing
    let best: Target | undefined
    let bestCost = Number.POSITIVE_INFINITY
    let runnerUp = Number.POSITIVE_INFINITY
    // Providers in many countries share one name: its cost is calculated once.
    for (const [targetName, theirs] of byName) {
      const nameCost = costOfName(name, targetName)
      if (nameCost === Number.POSITIVE_INFINITY) continue
      for (const target of theirs) {
        const isPossible = mayEnd(ending, target) || (nameCost === 0 && isCut(ending, target))
        const cost = isPossible ? costOf(nameCost, ending, target) : Number.POSITIVE_INFINITY
        if (cost < bestCost) {
          if (best !== undefined && best.domain !== target.domain) runnerUp = bestCost
          best = target
          bestCost = cost
        } else runnerUp = Math.min(runnerUp, cost)
      }
    }
    if (best === undefined || bestCost === Number.POSITIVE_INFINITY) return undefined
    if (runnerUp < bestCost + MARGIN && ending !== '') return undefined
    if (best.name !== name) return { domain: best.domain, kind: 'misspelled' }
    return { domain: best.domain, kind: ending === '' ? 'missing_tld' : 'wrong_tld' }
  }

  function costOf(nameCost: number, ending: string, target: Target): number {
    if (ending === target.ending) return nameCost
    if (ending === '') {
      const isTheirs = OWN_NAMES.has(target.name) || (target.name.length >= UNMISTAKABLE && onlyOnce.has(target.name))
      return isTheirs ? nameCost + (target.ending === 'com' ? 0 : 1) : Number.POSITIVE_INFINITY
    }
    const isWithin = target.ending === `co.${ending}` || target.ending === `com.${ending}`
    const endingCost = isWithin ? TOLERATED_ENDING : costOfEnding(ending, target.ending)
    return endingCost > TOLERATED_ENDING ? Number.POSITIVE_INFINITY : nameCost + endingCost
  }

  /** `company.con`: the ending does not exist and is one typo away from a common one. */
  function findEnding(domain: string): DomainSuggestion | undefined {
    const at = domain.lastIndexOf('.')
    if (at < 1 || hasKnownEnding(domain)) return undefined
    const typed = domain.slice(at + 1)
    const near = COMMON_ENDINGS.filter((ending) => editCost(typed, ending, WHOLE_LETTER) <= WHOLE_LETTER)
    return near.length === 1 ? { domain: `${domain.slice(0, at)}.${near[0]}`, kind: 'wrong_tld' } : undefined
  }
}

/** Whether one existing ending may be a typo of another. Country codes never are. */
function isTypedFor(ending: string, meant: Target): boolean {
  if (ending === meant.ending) return true
  if (!OWN_NAMES.has(meant.name)) return false
  return meant.ending === 'com' ? CUT_COM.has(ending) : topLevelOf(ending) === topLevelOf(meant.ending)
}

/** `comcast.ne`, `terra.co.br`: the full name of a provider, with the last letter of `net` or `com` missing. */
function isCut(ending: string, meant: Target): boolean {
  if (meant.name.length < UNMISTAKABLE) return false
  return meant.ending === `${ending}t` || (ending.startsWith('co') && meant.ending === ending.replace('co', 'com'))
}

/** An ending that does not exist may be a typo of any that does. */
const endsInNothing = () => true

function topLevelOf(ending: string): string {
  return ending.slice(ending.lastIndexOf('.') + 1)
}

/** The cost of typing one name for that of a provider; infinity if it is probably another name. */
export function costOfName(name: string, meant: string): number {
  if (name === meant) return 0
  const isLarge = OWN_NAMES.has(meant)
  const isLong = meant.length >= LONG_NAME
  // A different first letter makes a different word (email, cloud), so it may be a name.
  if (!sharesStart(name, meant) && !(isLarge && isLong)) return Number.POSITIVE_INFINITY
  const isCutOrLengthened = name.startsWith(meant) || (!isLong && meant.startsWith(name))
  if (isCutOrLengthened && !isLarge) return Number.POSITIVE_INFINITY
  const tolerated = TOLERATED[Math.min(meant.length, TOLERATED.length - 1)]!
  const most = isLarge ? tolerated : Math.min(tolerated, TOLERATED_AT_OTHERS)
  const cost = editCost(name, meant, most)
  return cost > most ? Number.POSITIVE_INFINITY : cost
}

function costOfEnding(ending: string, meant: string): number {
  // The rest of the ending was not typed.
  return meant.startsWith(ending) ? TOLERATED_ENDING : editCost(ending, meant, TOLERATED_ENDING)
}

const WHOLE_LETTER = 1

/** Whether both start with the same letter, or with two that are swapped. */
export function sharesStart(name: string, meant: string): boolean {
  return name[0] === meant[0] || (name[0] === meant[1] && name[1] === meant[0])
}

function isPlainDomain(domain: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)
}

/** Replaces the neighboring keys `,;:` with single periods and removes punctuation at both ends. */
function tidied(domain: string): string {
  const parts = domain.split(/[.,;:]/).filter((part) => part !== '')
  const first = parts[0]?.replace(/^[^a-z0-9]+/, '') ?? ''
  return [first, ...parts.slice(1)].join('.').split(/[^a-z0-9.-]/, 1)[0]!
}

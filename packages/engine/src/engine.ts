/** The engine: its data, its lists and its cache of domains around the steps of `validate.ts`. */
import { parseAddress } from './address/parse.ts'
import { openData } from './data/engine-data.ts'
import type { Profile } from './data/sections.ts'
import { createDomainCache } from './domain/domain-cache.ts'
import { createDomainReader, type DomainSources, type KnownDomain } from './domain/known-domain.ts'
import { createDisposableLists } from './domain/lists/disposable-lists.ts'
import { type FreshLists, NO_FRESH_LISTS } from './domain/lists/fresh-lists.ts'
import { findOperatorListing, readOperatorLists } from './domain/lists/operator-lists.ts'
import { createDomainCheck } from './domain/lookup/check-domain.ts'
import { hasKnownEnding } from './domain/registrable-domain.ts'
import { createSuggester, type Suggestion, type SuggestionKind } from './domain/suggest/suggest.ts'
import { suggestAddress } from './domain/suggest/suggest-address.ts'
import { createTypoTarget } from './domain/suggest/typo-target.ts'
import { createValidator } from './validate.ts'
import type { DomainFacts } from './verdict/domain-facts.ts'
import type { Accepted, Verdict } from './verdict/verdict.ts'

export type EngineOptions = {
  /** Domains that are not disposable, whatever other lists say, including everything below them. */
  readonly allow?: readonly string[]
  /** Domains that are disposable, whatever other lists say, including everything below them. */
  readonly deny?: readonly string[]
}

export type Engine = {
  /** Changes with the compiled data and the fresh lists: the same version, options and address give the same verdict. */
  readonly dataVersion: string
  /** `console` lacks many rare names, so it finds fewer names than `full`. */
  readonly profile: Profile
  readonly validate: (address: string) => Verdict
  /** The verdict with the facts of a lookup of its domain. */
  readonly withDomainFacts: (verdict: Accepted, facts: DomainFacts) => Accepted
  /**
   * The address that was probably intended: at most one, and only if it is nearly certain. Also accepts malformed
   * addresses (`john@gmail`). With the facts of a lookup, a domain that accepts mail keeps its name unless it is a
   * known typo.
   */
  readonly suggest: (address: string, facts?: DomainFacts) => Suggestion | undefined
  /** Frees the memory of all cached domains. */
  readonly forgetDomains: () => void
  /** Adds these lists to the compiled ones and replaces the previous fresh lists. */
  readonly takeUp: (lists: FreshLists) => void
}

/** Typosquatters register these domains, so accepting mail proves nothing. */
const KNOWN_TYPOS: ReadonlySet<SuggestionKind> = new Set(['known_typo', 'glued_domain'])

/** Mail domains are heavily skewed: a few thousand cover most addresses. */
const CACHED_DOMAINS = 20_000

export function createEngine(dataFile: Uint8Array, options: EngineOptions = {}): Engine {
  const data = openData(dataFile)
  const operator = readOperatorLists(options.allow, options.deny)
  let fresh = NO_FRESH_LISTS
  const typoTarget = createTypoTarget(data)
  const sources: DomainSources = {
    disposable: createDisposableLists(data, operator, () => fresh, typoTarget),
    isAllowed: (ascii) => findOperatorListing(operator, ascii) === 'allow',
    typoTarget,
    isMisspelled: (ascii) => targets.has(suggestDomain(ascii)?.domain ?? ''),
  }
  const domains = createDomainReader(data, sources)
  const { read: knownDomain, clear: clearDomains } = createDomainCache(CACHED_DOMAINS, domains.read)
  const targets = new Set(data.suggestedDomains)
  const suggestDomain = createSuggester({
    targets: data.suggestedDomains,
    ownWords: new Set(data.ownWords),
    isKnown: domains.isKnown,
    typoTarget,
    hasKnownEnding,
  })
  const checkDomain = createDomainCheck(data, sources, suggestDomain)
  /** All addresses of a lookup share its facts. */
  let checkedDomains = new WeakMap<DomainFacts, Map<string, KnownDomain>>()
  const { validate, validateAt } = createValidator(data, knownDomain)

  function checkedDomain(inbound: string, facts: DomainFacts): KnownDomain {
    const sameFacts = checkedDomains.get(facts) ?? new Map<string, KnownDomain>()
    const cached = sameFacts.get(inbound)
    if (cached !== undefined) return cached
    const known = knownDomain(inbound, -1)
    if (!known.ok) throw new Error('Domain facts belong to a verdict of this engine.')
    const checked = checkDomain(known, facts)
    checkedDomains.set(facts, sameFacts.set(inbound, checked))
    return checked
  }

  function withDomainFacts(verdict: Accepted, facts: DomainFacts): Accepted {
    const known = checkedDomain(verdict.domain.inbound, facts)
    const parsed = parseAddress(verdict.inbound)
    if (!parsed.ok) throw new Error('Domain facts belong to a verdict of this engine.')
    return validateAt(parsed, known)
  }

  function suggest(address: string, facts?: DomainFacts): Suggestion | undefined {
    const found = suggestAddress(address, suggestDomain, (suggested) => validate(suggested).ok)
    if (found === undefined || (facts?.deliverableByDns === true && !KNOWN_TYPOS.has(found.kind))) return undefined
    return found
  }

  function forgetDomains(): void {
    clearDomains()
    checkedDomains = new WeakMap()
  }

  return {
    get dataVersion() {
      return fresh.version === '' ? data.version : `${data.version}+${fresh.version}`
    },
    profile: data.profile,
    validate: validate,
    withDomainFacts,
    suggest,
    forgetDomains,
    takeUp: (lists) => {
      fresh = lists
      forgetDomains()
    },
  }
}

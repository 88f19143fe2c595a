/**
 * The verdict on one address, step by step:
 *
 *   read the address → know its domain (once per distinct domain) → bring the local part into its normal form, label apart
 *   → read its words → flags and names → is it safe to send to?
 */
import {
  isLongerThan,
  LOCAL_HAS_NON_ASCII,
  LOCAL_IS_QUOTED,
  LOCAL_IS_UNSETTLED,
  LONGEST_ADDRESS,
  LONGEST_LOCAL_PART,
  type ReadAddress,
  readAddress,
  TOO_LONG_IN_ASCII,
  trimWhiteSpace,
} from './address/parse.ts'
import { openData, type Profile } from './data/engine-data.ts'
import { createDomainCache } from './domain/domain-cache.ts'
import { NO_DOT } from './domain/domain-name.ts'
import { createDomainReader, type KnownDomain, knownAs } from './domain/known-domain.ts'
import { type FreshLists, NO_FRESH_LISTS } from './domain/lists/fresh-lists.ts'
import { readOperatorLists } from './domain/lists/operator-lists.ts'
import { isDisposableHost } from './domain/lookup/disposable-hosts.ts'
import { checkDomain } from './domain/lookup/domain-check.ts'
import { createMxReader } from './domain/lookup/mx-reader.ts'
import { createSuggester, type Suggestion, type SuggestionKind } from './domain/suggest/suggest.ts'
import { findIrregularRule } from './irregular/irregular.ts'
import { type LocalPart, type LocalPartRules, readLocalPart } from './local-part/normalize.ts'
import { endOfPlainLabel, KIND_HYPHEN, markAsKnown, readAnyWords, readPlainWords, words } from './local-part/words.ts'
import { findNames, isPersonal, type Names, NO_NAMES } from './names/names.ts'
import { UNKNOWN_PROVIDER } from './provider/mail-provider.ts'
import { findGrammarProblem, isPlainlyIssued } from './provider/provider-grammar.ts'
import { hostedRulesOf } from './provider/provider-rules.ts'
import { findTerms, type IsPersonsWord, isCompoundRole, type Terms } from './roles/terms.ts'
import { findUnicodeRule } from './text/uncommon-unicode.ts'
import type { DomainFacts } from './verdict/domain-facts.ts'
import {
  HAS_LABEL,
  IS_FREE_MAIL,
  IS_NO_REPLY,
  IS_NOT_ISSUED,
  IS_QUOTED,
  IS_ROLE_BASED,
  irregularBits,
  settleSafety,
  unicodeBits,
} from './verdict/flags.ts'
import type { Accepted, Rejected, Verdict } from './verdict/verdict.ts'

export type EngineOptions = {
  /** Domains that are not disposable, whatever the lists say; what lies below them included. */
  readonly allow?: readonly string[]
  /** Domains that are disposable, whatever the lists say; what lies below them included. */
  readonly deny?: readonly string[]
}

export type Engine = {
  /** Changes with the compiled data and with what is taken up later: the same version, options and address give the same verdict. */
  readonly dataVersion: string
  /** `console` lacks many rare names, so that names are left out which `full` would find. */
  readonly profile: Profile
  readonly judge: (address: string) => Verdict
  /** The verdict as it stands once its domain was looked up. */
  readonly withDomainFacts: (verdict: Accepted, facts: DomainFacts) => Accepted
  /**
   * The address that was probably meant: at most one, and only where it is as good as certain. Takes malformed ones too
   * (`john@gmail`). With the facts of a look-up, a domain that receives mail keeps its name unless it is a known misspelling.
   */
  readonly suggest: (address: string, facts?: DomainFacts) => Suggestion | undefined
  /** Frees the memory of all domains that were judged so far; those of the next addresses fill it again. */
  readonly forgetDomains: () => void
  /** From now on these lists count beside the compiled ones, in place of those that were taken up before. */
  readonly takeUp: (lists: FreshLists) => void
}

const AT = 0x40

/** Others live of these slips: that such a domain takes mail says nothing. */
const KNOWN_SLIPS: ReadonlySet<SuggestionKind> = new Set(['known_typo', 'glued_domain'])

/** Mail domains are heavily skewed: a few thousand cover most addresses. */
const CACHED_DOMAINS = 20_000

export function createEngine(dataFile: Uint8Array, options: EngineOptions = {}): Engine {
  const data = openData(dataFile)
  const lists = readOperatorLists(options.allow, options.deny)
  let fresh = NO_FRESH_LISTS
  const domains = createDomainReader(data, lists, () => fresh)
  const { read: knownDomain, clear: clearDomains } = createDomainCache(CACHED_DOMAINS, domains.read)
  const suggestDomain = createSuggester({
    targets: data.suggestedDomains,
    ownWords: new Set(data.ownWords),
    ...domains,
  })
  const isPersonsWord: IsPersonsWord = (some, i) => isPersonal(data, some, i)
  const providerOfMx = createMxReader(data)
  /** They take mail for everyone: a list that names one of them is mistaken in that. */
  const isOfKnownService = (host: string) => providerOfMx([{ priority: 0, host }]) !== undefined
  let checkedDomains = new WeakMap<DomainFacts, Map<string, KnownDomain>>()

  function judge(address: string): Verdict {
    const usual = judgePlain(address)
    if (usual !== undefined) return usual
    const read = readAddress(address)
    if (!read.ok) return reject(read.message)
    const known = knownDomain(read.inbound, read.at)
    if (!known.ok) return reject(known.message)
    if (isLongerThan(read.inbound.slice(0, read.at), known.room)) {
      return reject(TOO_LONG_IN_ASCII)
    }
    return judgeAny(read, known)
  }

  /** The usual address, in ASCII and without quotes, in a single pass; undefined for all that needs more care. */
  function judgePlain(address: string): Accepted | undefined {
    if (address.length > LONGEST_ADDRESS) return undefined
    const end = readPlainWords(address)
    if (end < 0) return undefined
    const hasLabel = address.charCodeAt(end) !== AT
    const at = hasLabel ? endOfPlainLabel(address, end + 1) : end
    if (at < 0 || at > LONGEST_LOCAL_PART) return undefined
    const known = knownDomain(address, at)
    if (!known.ok || known.rules.user !== '' || at > known.room) return undefined
    if (known.rules.labelSeparator === '-' && (hasLabel || (words.kinds & KIND_HYPHEN) !== 0)) return undefined

    const received = address.slice(0, at)
    const base = hasLabel ? address.slice(0, end) : received
    const text = words.hasUpperCase ? base.toLowerCase() : base
    const normalized = known.rules.ignoresPeriods && words.separators > 0 ? withoutPeriods(text) : text
    const label = hasLabel ? address.slice(end + 1, at) : ''
    return conclude(address, received, { text, normalized, hasLabel, label }, known, 0)
  }

  /** Any local part: quoted, beyond ASCII, or with a user in the domain. */
  function judgeAny({ inbound, at, traits }: ReadAddress, known: KnownDomain): Accepted {
    const received = inbound.slice(0, at)
    const local = readLocalPart(received, traits, known.rules, known.room)
    readAnyWords(local.text)
    let flags = (traits & LOCAL_IS_QUOTED) !== 0 ? IS_QUOTED : 0
    if ((traits & LOCAL_HAS_NON_ASCII) !== 0) {
      const composed = (traits & LOCAL_IS_UNSETTLED) !== 0 ? received.normalize('NFC') : received
      flags |= unicodeBits(findUnicodeRule(data.scripts, composed))
    }
    return conclude(inbound, received, local, known, flags)
  }

  /** Where a hyphen starts the label, one also stands inside `no-reply` and `mailer-daemon`: what both say counts. */
  function termsOf(received: string, local: LocalPart, { labelSeparator }: LocalPartRules): Terms {
    if (!local.hasLabel || labelSeparator !== '-') return findTerms(data, words, local.text)
    const whole = received.toLowerCase()
    readAnyWords(whole)
    const labelled = findTerms(data, words, whole)
    readAnyWords(local.text)
    const terms = findTerms(data, words, local.text)
    return labelled.isRole ? labelled : terms
  }

  /** Flags and names from the words that were read, and with them the verdict. */
  function conclude(inbound: string, received: string, local: LocalPart, known: KnownDomain, seen: number): Accepted {
    const terms = termsOf(received, local, known.rules)
    const { isNoReply } = terms
    let names = terms.isRole ? NO_NAMES : findNames(data, words, local.text)
    // Lists have domains of their own.
    if ((known.flags & IS_FREE_MAIL) !== 0) words.hasListAffix = false
    const isRole =
      terms.isRole || (mayBeCompound(names) && isCompoundRole(data, words, known.domain.root, isPersonsWord))
    if (isRole) names = NO_NAMES
    if (isRole) markAsKnown()
    const flags =
      seen |
      known.flags |
      (local.hasLabel ? HAS_LABEL : 0) |
      (isRole ? IS_ROLE_BASED : 0) |
      (isNoReply ? IS_NO_REPLY : 0) |
      (isIssued(known.rules, local) ? 0 : IS_NOT_ISSUED) |
      irregularBits(findIrregularRule(data, words, local.text, known.rules, names))
    // The domain may say no-reply or be one of lists: then the local part is no name of a reader.
    if ((known.flags & IS_ROLE_BASED) !== 0) names = NO_NAMES
    return {
      ok: true,
      inbound,
      local: received,
      normalizedLocal: local.normalized,
      label: local.label,
      firstName: names.first,
      lastName: names.last,
      flags: settleSafety(flags, known.isSafe),
      domain: known.domain,
    }
  }

  /** The domain with its facts and, for a company's own domain, with the rules of the provider of its mail hosts. */
  function checkedDomain(inbound: string, facts: DomainFacts): KnownDomain {
    const checked = checkedDomains.get(facts)?.get(inbound)
    if (checked !== undefined) return checked
    const known = knownDomain(inbound, -1)
    if (!known.ok) throw new Error('Domain facts belong to a verdict of this engine.')
    const { domain, rules } = known
    const provider = providerOfMx(facts.mx) ?? domain.provider
    const isCustom = domain.provider === UNKNOWN_PROVIDER
    const result = knownAs(
      checkDomain(domain, facts, provider, {
        isDisposableHost: (host) =>
          !domains.isAllowed(domain.normalized) &&
          (isDisposableHost(host) || (!isOfKnownService(host) && domains.isListedHost(host))),
        isLikelyTypo: () => suggestDomain(domain.inbound) !== undefined,
      }),
      isCustom ? hostedRulesOf(rules, provider) : rules,
    )
    const sameFacts = checkedDomains.get(facts) ?? new Map<string, KnownDomain>()
    checkedDomains.set(facts, sameFacts.set(inbound, result))
    return result
  }

  function withDomainFacts(verdict: Accepted, facts: DomainFacts): Accepted {
    const checked = checkedDomain(verdict.domain.inbound, facts)
    const read = readAddress(verdict.inbound)
    if (!read.ok) throw new Error('Domain facts belong to a verdict of this engine.')
    return judgeAny(read, checked)
  }

  function suggest(address: string, facts?: DomainFacts): Suggestion | undefined {
    const text = trimWhiteSpace(address)
    const at = text.lastIndexOf('@')
    if (at < 1 || text.length > LONGEST_ADDRESS) return undefined
    const found = suggestDomain(text.slice(at + 1))
    if (found === undefined || (facts?.deliverableByDns === true && !KNOWN_SLIPS.has(found.kind))) return undefined
    const meant = `${text.slice(0, at)}@${found.domain}`
    return judge(meant).ok ? { address: meant, ...found } : undefined
  }

  function takeUp(lists: FreshLists): void {
    fresh = lists
    forgetDomains()
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
    judge,
    withDomainFacts,
    suggest,
    forgetDomains,
    takeUp,
  }
}

/** Where a role stands among several words, or one word is not a name. */
function mayBeCompound(names: Names): boolean {
  return (words.strongRoles | words.roles) !== 0 || words.hasListAffix || (words.count === 1 && names === NO_NAMES)
}

function isIssued({ grammar }: LocalPartRules, { text, normalized }: LocalPart): boolean {
  if (grammar === undefined || isPlainlyIssued(grammar, words, text, normalized)) return true
  return findGrammarProblem(grammar, text, normalized) === undefined
}

/** Nearly always there is one. */
function withoutPeriods(text: string): string {
  const at = text.indexOf('.')
  if (at < 0) return text
  return text.indexOf('.', at + 1) < 0 ? text.slice(0, at) + text.slice(at + 1) : text.replaceAll('.', '')
}

function reject(problem: string): Rejected {
  return {
    ok: false,
    error: {
      code: 'invalid_email',
      message: problem === NO_DOT ? 'The domain has no dot.' : `The address has ${problem}.`,
    },
  }
}

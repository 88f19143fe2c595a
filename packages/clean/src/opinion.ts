// The first columns of a row: the recommendation for its address, the reason, and the suggested address.
import {
  type Accepted,
  type Engine,
  FACTUAL_CODES,
  findListing,
  flag,
  isSafeToSend,
  type Policy,
  type PolicyCode,
  type PolicyPreset,
  type Suggestion,
  tier,
  tierOfCode,
  type Verdict,
  YOUNG_DOMAIN_DAYS,
} from '@mailsift/engine'
import type { Status } from './status.ts'

export type Opinion = {
  status: Status
  reason: string
  suggestion: string
  /** Source and date of a reason that only the service knows, such as a bounce. */
  evidence?: string
}

/** Flags that only the service knows: from lookups, and from its operator's lists. */
type WireFlags = { [flag: string]: string }

const isByFreeSuffix = ({ disposable_sources: sources = '' }: WireFlags) => sources.includes('free-dns-suffix')

const SIGNS: readonly [code: PolicyCode, isGiven: (flags: WireFlags) => boolean][] = [
  ['disposable', (flags) => flags.is_disposable === 'true' && !isByFreeSuffix(flags)],
  ['free_dns', (flags) => flags.is_disposable === 'true' && isByFreeSuffix(flags)],
  ['no_mx', ({ has_valid_mx_records }) => has_valid_mx_records === 'false'],
  ['undeliverable', ({ domain_is_deliverable }) => domain_is_deliverable === 'false'],
  ['parked', ({ domain_is_parking_nameserver }) => domain_is_parking_nameserver === 'true'],
  ['no_reply', ({ is_no_reply }) => is_no_reply === 'true'],
  ['role', ({ is_role_based }) => is_role_based === 'true'],
  ['irregular', ({ has_irregular_pattern }) => has_irregular_pattern === 'true'],
  ['unicode', ({ has_uncommon_unicode }) => has_uncommon_unicode === 'true'],
  ['young_domain', ({ domain_age_days: days }) => !!days && Number(days) < YOUNG_DOMAIN_DAYS],
]
/** The bit after those of `SIGNS`. */
const IS_UNSAFE = 1 << SIGNS.length
/** Only the local engine knows free suffixes that are not abused. */
const CODES_ON_THE_WIRE = new Set<string>(SIGNS.map(([code]) => code).filter((code) => code !== 'free_dns'))
const WEIGHTS = { safe: 0, risky: 1, unsafe: 2 } as const
const SUGGESTIONS_MAX = 20_000
/** Typosquatters register these, so accepting mail proves nothing. */
const NEVER_MEANT = new Set<Suggestion['kind'] | undefined>(['known_typo', 'glued_domain'])

type Tiered = { status: 'safe' | 'risky' | 'unsafe'; reason: string; suggestion: '' }
const NO_ADDRESS: Opinion = { status: 'blank', reason: 'no_address', suggestion: '' }
const SAFE: Tiered = { status: 'safe', reason: 'ok', suggestion: '' }
const ALLOWED: Tiered = { status: 'safe', reason: 'allowed', suggestion: '' }
const DENIED: Tiered = { status: 'unsafe', reason: 'denied', suggestion: '' }

export type Opinions = {
  ofVerdict(address: string, verdict: Verdict): Opinion
  /** From the service's result: its flags, or its error code. */
  ofAnswer(address: string, verdict: Verdict, errorCode: string, flags: WireFlags): Opinion
}

/** The cached opinion on a domain: reasons by the flags of the address, and the suggested domain. */
type OfDomain = { byFlags: Map<number, Tiered>; byAnswer: Map<number, Tiered>; meant: Suggestion | undefined }

export function createOpinions(engine: Pick<Engine, 'suggest' | 'validate'>, purpose: Policy | PolicyPreset): Opinions {
  const policy = typeof purpose === 'string' ? { preset: purpose } : purpose
  const known = new WeakMap<Accepted['domain'], OfDomain>()
  const suggested = new Map<string, string | undefined>()

  /** Nearly all rows have no suggestion and share one cached opinion. An address with a failed check is not suggested. */
  function suggesting(tiered: Tiered, address: string, meant: string | undefined): Opinion {
    const at = meant === undefined ? -1 : address.lastIndexOf('@')
    if (at < 1) return tiered
    const suggestion = `${address.slice(0, at)}@${meant}`
    const verdict = engine.validate(suggestion)
    return verdict.ok && tier(verdict, policy).tier !== 'unsafe' ? { ...tiered, suggestion } : tiered
  }

  function ofDomain(verdict: Accepted, address: string): OfDomain {
    const before = known.get(verdict.domain)
    if (before) return before
    const made = { byFlags: new Map(), byAnswer: new Map(), meant: engine.suggest(address) }
    known.set(verdict.domain, made)
    return made
  }

  function tierOf(verdict: Accepted, { byFlags }: OfDomain): Tiered {
    const before = byFlags.get(verdict.flags)
    if (before) return before
    const { tier: status, code } = tier(verdict, policy)
    const made: Tiered = { status, reason: code, suggestion: '' }
    byFlags.set(verdict.flags, made)
    return made
  }

  /** The account's rules take precedence over the opinion on the domain. */
  function listingOf(verdict: Accepted) {
    return policy.lists && findListing(verdict, policy.lists)?.list
  }

  /** The most serious reason: from the service's flags, and from those that only the local engine knows. */
  function heaviestOf(verdict: Accepted, raised: number, isAllowed = false): Tiered {
    const told = SIGNS.filter((_, at) => raised & (1 << at)).map(([code]) => code)
    // The only remaining reason without a flag: a mail host that only serves parked domains.
    if (raised === IS_UNSAFE && isSafeToSend(verdict)) told.push('parked')
    const own = tier(verdict, { ...policy, lists: undefined }).reasons.map(({ code }) => code as PolicyCode)
    return [...told, ...own.filter((code) => !CODES_ON_THE_WIRE.has(code))]
      .filter((code) => !isAllowed || FACTUAL_CODES.has(code))
      .map((code): Tiered => ({ status: tierOfCode(code, policy), reason: code, suggestion: '' }))
      .reduce((best, next) => (WEIGHTS[next.status] > WEIGHTS[best.status] ? next : best), isAllowed ? ALLOWED : SAFE)
  }

  /** A malformed input has no domain to cache by. */
  function refused(address: string): Opinion {
    const invalid: Tiered = { status: tierOfCode('invalid', policy), reason: 'invalid', suggestion: '' }
    const at = address.lastIndexOf('@')
    if (at < 1) return invalid
    const domain = address.slice(at + 1)
    if (!suggested.has(domain)) {
      if (suggested.size >= SUGGESTIONS_MAX) suggested.clear()
      suggested.set(domain, engine.suggest(address)?.domain)
    }
    return suggesting(invalid, address, suggested.get(domain))
  }

  /** Without a result from the service. An address that is unsafe whatever a lookup finds is still unsafe. */
  function unanswered(address: string, verdict: Verdict, errorCode: string, isAllowed: boolean): Opinion {
    const unknown: Opinion = { status: 'unknown', reason: errorCode, suggestion: '' }
    if (isAllowed || address === '') return unknown
    if (!verdict.ok) return refused(address)
    const domain = ofDomain(verdict, address)
    const isClearable = domain.meant !== undefined && !NEVER_MEANT.has(domain.meant.kind)
    const seen = isClearable ? { ...verdict, flags: verdict.flags & ~flag.IS_TYPO_DOMAIN } : verdict
    const known = tierOf(seen, domain)
    return known.status === 'unsafe' ? suggesting(known, address, domain.meant?.domain) : unknown
  }

  return {
    ofVerdict(address, verdict) {
      if (address === '') return NO_ADDRESS
      if (!verdict.ok) return refused(address)
      const listing = listingOf(verdict)
      if (listing === 'deny') return DENIED
      if (listing === 'allow') {
        const { tier: status, code } = tier(verdict, policy)
        return { status, reason: code, suggestion: '' }
      }
      const domain = ofDomain(verdict, address)
      return suggesting(tierOf(verdict, domain), address, domain.meant?.domain)
    },
    ofAnswer(address, verdict, errorCode, flags) {
      const listing = verdict.ok ? listingOf(verdict) : undefined
      // Needs no lookup: the account has decided.
      if (listing === 'deny') return DENIED
      if (errorCode && errorCode !== 'invalid_email')
        return unanswered(address, verdict, errorCode, listing === 'allow')
      if (errorCode || !verdict.ok) return refused(address)
      const domain = ofDomain(verdict, address)
      // A domain that accepts mail is the intended one, except for known misspellings.
      const isMeant = flags.domain_is_deliverable === 'true' && !NEVER_MEANT.has(domain.meant?.kind)
      const seen = isMeant ? { ...verdict, flags: verdict.flags & ~flag.IS_TYPO_DOMAIN } : verdict
      const raised = SIGNS.reduce(
        (bits, [, isGiven], at) => bits | (isGiven(flags) ? 1 << at : 0),
        flags.safe_to_send === 'false' ? IS_UNSAFE : 0,
      )
      if (listing === 'allow') return heaviestOf(seen, raised, true)
      const key = seen.flags * 2 * IS_UNSAFE + raised
      let tiered = domain.byAnswer.get(key)
      if (!tiered) {
        tiered = heaviestOf(seen, raised)
        domain.byAnswer.set(key, tiered)
      }
      return suggesting(tiered, address, isMeant ? undefined : domain.meant?.domain)
    },
  }
}

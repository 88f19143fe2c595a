/** Knowledge of a mail domain without a look-up: its root, its lists, its provider and that provider's rules. */
import { parse } from 'tldts'
import { LONGEST_ADDRESS } from '../address/parse.ts'
import type { EngineData } from '../data/engine-data.ts'
import { findValue, type StringTable } from '../data/string-table.ts'
import type { LocalPartRules } from '../local-part/normalize.ts'
import { PROVIDER_INDEX, TRAIT_FREE_MAIL, TRAIT_RELAY, UNKNOWN_PROVIDER } from '../provider/mail-provider.ts'
import { localPartRulesOf, mailboxDomainOf } from '../provider/provider-rules.ts'
import { type ConfusableData, isConfusable } from '../text/confusable.ts'
import { createHashedText, setAscii } from '../text/hashed-text.ts'
import { findUnicodeRule, type UnicodeRule } from '../text/uncommon-unicode.ts'
import {
  HAS_UNCOMMON_UNICODE,
  HAS_UNKNOWN_TLD,
  IS_DISPOSABLE,
  IS_FREE_DNS,
  IS_FREE_MAIL,
  IS_NO_REPLY,
  IS_RELAY,
  IS_RESERVED_NAME,
  IS_ROLE_BASED,
  IS_SUBDOMAIN,
  IS_TYPO_DOMAIN,
} from '../verdict/flags.ts'
import { createMailDomain, type MailDomain } from '../verdict/mail-domain.ts'
import { readDomainName } from './domain-name.ts'
import { FREE_AND_ABUSED } from './lists/free-suffixes.ts'
import type { FreshLists } from './lists/fresh-lists.ts'
import { findOperatorListing, type OperatorLists } from './lists/operator-lists.ts'
import { isDomainSafe } from './lookup/domain-check.ts'
import { hasKnownTopLevel, ICANN_ONLY } from './registrable-domain.ts'
import { isListName, isNoReplyName, isReservedName } from './special-names.ts'
import { createGluedDomains } from './suggest/glued-domain.ts'

/** A domain with everything that judging an address of it needs at hand. */
export type KnownDomain = {
  readonly ok: true
  readonly domain: MailDomain
  readonly rules: LocalPartRules
  readonly flags: number
  /** Nothing that was looked up stands against sending there. */
  readonly isSafe: boolean
  /** How many characters of an address are left for the local part, with the domain in the form that is sent. */
  readonly room: number
}

export function knownAs(domain: MailDomain, rules: LocalPartRules): KnownDomain {
  return {
    ok: true,
    domain,
    rules,
    flags: domain.flags,
    isSafe: isDomainSafe(domain.lookup),
    room: LONGEST_ADDRESS - 1 - domain.normalized.length,
  }
}

type ReadDomain = KnownDomain | { readonly ok: false; readonly message: string }

export type DomainReader = {
  readonly read: (received: string) => ReadDomain
  /** Whether the domain, or the domain it stands below, is known to be in use, be it for good or for bad. */
  readonly isKnown: (ascii: string) => boolean
  /** The domain that a known misspelling stands for. */
  readonly typoTarget: (ascii: string) => string | undefined
  /** Whether the domain ends in a public suffix. */
  readonly hasKnownEnding: (ascii: string) => boolean
  /** Whether the operator says that the domain is not disposable. */
  readonly isAllowed: (ascii: string) => boolean
  /** Whether a mail host stands at or below a domain that is called disposable. */
  readonly isListedHost: (host: string) => boolean
}

export function createDomainReader(data: EngineData, lists: OperatorLists, fresh: () => FreshLists): DomainReader {
  const scratch = createHashedText()
  const brands = new Set(data.brandDomains)
  const findGlued = createGluedDomains(data.suggestedDomains)
  const imitated = new Set([...data.brandDomains, ...data.suggestedDomains])
  const confusables: ConfusableData = {
    isImitated: (ascii) => imitated.has(ascii),
    letters: new Map(Object.entries(data.confusables)),
    isWellKnown: (ascii) =>
      brands.has(ascii) || findValue(data.providers, setAscii(scratch, ascii), 0, ascii.length) >= 0,
  }

  /** The value of the domain or of the nearest parent that has one, down to the root; -1 if none has. */
  function findUpwards(table: StringTable, ascii: string, root: string): number {
    setAscii(scratch, ascii)
    const last = ascii.length - root.length
    for (let start = 0; start <= last; start = ascii.indexOf('.', start) + 1) {
      const value = findValue(table, scratch, start, ascii.length)
      if (value >= 0) return value
    }
    return -1
  }

  /** Many domains stand in the same lists. */
  const sourcesByMask = new Map<number, readonly string[]>()
  function sourcesOf(mask: number): readonly string[] {
    const known = sourcesByMask.get(mask)
    if (known !== undefined) return known
    const sources = data.disposableSources.filter((_, bit) => ((mask >>> bit) & 1) !== 0)
    sourcesByMask.set(mask, sources)
    return sources
  }

  /** Which lists call the domain, or a parent down to its root, disposable. */
  function listsCalling(ascii: string, root: string): readonly string[] {
    const listing = findOperatorListing(lists, ascii)
    if (listing !== undefined) return listing === 'deny' ? [OPERATOR_SOURCE] : []
    const mask = findUpwards(data.disposable, ascii, root)
    if (mask >= 0) return sourcesOf(mask)
    return freshListsCalling(ascii, root)
  }

  /** New lists bring the mistakes of all lists with them: what is known to be something else stays that. */
  function freshListsCalling(ascii: string, root: string): readonly string[] {
    const { disposable } = fresh()
    if (disposable.size === 0) return []
    for (let name = ascii; ; name = name.slice(name.indexOf('.') + 1)) {
      const named = disposable.get(name)
      if (named !== undefined) return isExempt(ascii, root) || isSharedSuffix(name) ? [] : named
      if (name.length <= root.length) return []
    }
  }

  function isExempt(ascii: string, root: string): boolean {
    return brands.has(root) || findUpwards(data.providers, ascii, root) >= 0 || typoTarget(ascii) !== undefined
  }

  /** The kind of free suffix that the domain stands below, 0 if none. */
  function freeSuffixAbove(ascii: string): number {
    setAscii(scratch, ascii)
    for (let at = ascii.indexOf('.'); at >= 0; at = ascii.indexOf('.', at + 1)) {
      const kind = findValue(data.freeSuffixes, scratch, at + 1, ascii.length)
      if (kind >= 0) return kind
    }
    return 0
  }

  function isKnown(ascii: string): boolean {
    if (!ascii.includes('.')) return false
    const root = parse(ascii, ICANN_ONLY).domain ?? ascii
    return findUpwards(data.providers, ascii, root) >= 0 || listsCalling(ascii, root).length > 0
  }

  function typoTarget(ascii: string): string | undefined {
    const index = ascii === '' ? -1 : findValue(data.typos, setAscii(scratch, ascii), 0, ascii.length)
    return index < 0 ? findGlued(ascii) : data.suggestedDomains[index]
  }

  function read(received: string): ReadDomain {
    const name = readDomainName(received)
    if (!name.ok) return name
    const { ascii } = name
    const suffix = parse(ascii, ICANN_ONLY)
    // A public suffix has no registrable domain: it is its own root.
    const root = suffix.domain ?? ascii
    const freeSuffix = freeSuffixAbove(ascii)
    const listed = listsCalling(ascii, root)
    const isBelowAbused = freeSuffix === FREE_AND_ABUSED && findOperatorListing(lists, ascii) !== 'allow'
    const disposableSources = listed.length === 0 && isBelowAbused ? [FREE_DNS_SOURCE] : listed
    const unicodeRule = unicodeRuleOf(data, confusables, received, name.unicode)
    const found = findUpwards(data.providers, ascii, root)
    const provider = found < 0 ? UNKNOWN_PROVIDER : data.providerNames[found & PROVIDER_INDEX]!
    const rules = localPartRulesOf(provider, ascii, root, (found & TRAIT_FREE_MAIL) !== 0 && found >= 0)
    const domain = createMailDomain({
      inbound: received,
      root,
      normalized: mailboxDomainOf(rules, ascii, root),
      flags:
        (disposableSources.length > 0 ? IS_DISPOSABLE : 0) |
        (root !== ascii ? IS_SUBDOMAIN : 0) |
        (unicodeRule !== 'none' ? HAS_UNCOMMON_UNICODE : 0) |
        (hasKnownTopLevel(ascii, suffix.isIcann) ? 0 : HAS_UNKNOWN_TLD) |
        (isReservedName(ascii, root) ? IS_RESERVED_NAME : 0) |
        (isNoReplyName(ascii) ? IS_NO_REPLY | IS_ROLE_BASED : 0) |
        (isListName(ascii) ? IS_ROLE_BASED : 0) |
        (freeSuffix === 0 ? 0 : IS_FREE_DNS) |
        (found < 0 ? 0 : traitFlags(found)) |
        (typoTarget(ascii) === undefined ? 0 : IS_TYPO_DOMAIN),
      disposableSources,
      unicodeRule,
      provider,
    })
    return knownAs(domain, rules)
  }

  function isListedHost(host: string): boolean {
    const root = parse(host, ICANN_ONLY).domain ?? host
    return host.includes('.') && (fresh().mailHosts.has(host) || listsCalling(host, root).length > 0)
  }

  const isAllowed = (ascii: string) => findOperatorListing(lists, ascii) === 'allow'

  const hasKnownEnding = (ascii: string) => hasKnownTopLevel(ascii, parse(ascii, ICANN_ONLY).isIcann)

  return { read, isKnown, typoTarget, hasKnownEnding, isAllowed, isListedHost }
}

function traitFlags(found: number): number {
  return ((found & TRAIT_FREE_MAIL) !== 0 ? IS_FREE_MAIL : 0) | ((found & TRAIT_RELAY) !== 0 ? IS_RELAY : 0)
}

/** The names below a suffix such as `github.io` belong to others than the suffix. */
function isSharedSuffix(ascii: string): boolean {
  return parse(ascii, { ...ICANN_ONLY, allowPrivateDomains: true }).publicSuffix === ascii
}

/** Named in `disposable_sources` when the operator's own list decided. */
const OPERATOR_SOURCE = 'operator'
/** Named there when no list knows the domain, but everything below its free suffix counts as disposable. */
export const FREE_DNS_SOURCE = 'free-dns-suffix'

/** Each label has its own script (`почта.com`); what was received counts too, where UTS #46 mapped it to something plain. */
function unicodeRuleOf(
  { scripts }: EngineData,
  confusables: ConfusableData,
  received: string,
  unicode: string,
): UnicodeRule {
  if (isAscii(received) && isAscii(unicode)) return 'none'
  for (const label of [...unicode.split('.'), ...received.normalize('NFC').split('.')]) {
    const rule = isAscii(label) ? 'none' : findUnicodeRule(scripts, label)
    if (rule !== 'none') return rule
  }
  return isConfusable(confusables, unicode) ? 'confusable' : 'none'
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

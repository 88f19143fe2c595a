/** Knowledge of a mail domain without a lookup: its root, its lists, its provider and that provider's rules. */
import { parse } from 'tldts'
import { LONGEST_ADDRESS } from '../address/limits.ts'
import { findUnicodeRule } from '../address/uncommon-unicode.ts'
import type { EngineData } from '../data/engine-data.ts'
import { findString, findUpwards, findValue } from '../data/string-table.ts'
import { PROVIDER_INDEX, TRAIT_FREE_MAIL, TRAIT_RELAY, UNKNOWN_PROVIDER } from '../provider/mail-provider.ts'
import { type LocalPartRules, localPartRulesOf, mailboxDomainOf } from '../provider/provider-rules.ts'
import { isAscii } from '../text/ascii.ts'
import { createHashedText, setAscii } from '../text/hashed-text.ts'
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
  type UnicodeRule,
} from '../verdict/flags.ts'
import { createMailDomain, FREE_DNS_SOURCE, isDomainSafe, type MailDomain } from '../verdict/mail-domain.ts'
import { type ConfusableData, isConfusable } from './confusable.ts'
import { parseDomainName } from './domain-name.ts'
import type { DisposableLists } from './lists/disposable-lists.ts'
import { FREE_AND_ABUSED } from './lists/free-suffixes.ts'
import { hasKnownTopLevel, ICANN_ONLY } from './registrable-domain.ts'
import { isListName, isNoReplyName, isReservedName } from './special-names.ts'
import type { TypoTarget } from './suggest/typo-target.ts'

/** A domain with everything that the verdict on one of its addresses needs. */
export type KnownDomain = {
  readonly ok: true
  readonly domain: MailDomain
  readonly rules: LocalPartRules
  readonly flags: number
  /** No lookup found a reason not to send to it. */
  readonly isSafe: boolean
  /** The longest local part, with the domain in the form that SMTP sends. */
  readonly room: number
}

export type ReadDomain = KnownDomain | { readonly ok: false; readonly message: string }

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

export type DomainSources = {
  readonly disposable: DisposableLists
  /** Whether the operator allows the domain. */
  readonly isAllowed: (ascii: string) => boolean
  readonly typoTarget: TypoTarget
  /** Whether a provider's domain is suggested instead of this one. */
  readonly isMisspelled: (ascii: string) => boolean
}

export type DomainReader = {
  readonly read: (received: string) => ReadDomain
  /** Whether the domain or a parent is known to be in use, by a provider or for disposable inboxes. */
  readonly isKnown: (ascii: string) => boolean
}

export function createDomainReader(
  data: EngineData,
  { disposable, isAllowed, typoTarget, isMisspelled }: DomainSources,
): DomainReader {
  const buffer = createHashedText()
  const brands = new Set(data.brandDomains)
  const imitated = new Set([...data.brandDomains, ...data.suggestedDomains])
  const confusables: ConfusableData = {
    isImitated: (ascii) => imitated.has(ascii),
    letters: new Map(Object.entries(data.confusables)),
    isWellKnown: (ascii) => brands.has(ascii) || findString(data.providers, buffer, ascii) >= 0,
  }

  /** The kind of free suffix above the domain, 0 if none. */
  function freeSuffixAbove(ascii: string): number {
    setAscii(buffer, ascii)
    for (let at = ascii.indexOf('.'); at >= 0; at = ascii.indexOf('.', at + 1)) {
      const kind = findValue(data.freeSuffixes, buffer, at + 1, ascii.length)
      if (kind >= 0) return kind
    }
    return 0
  }

  function isKnown(ascii: string): boolean {
    if (!ascii.includes('.')) return false
    const root = parse(ascii, ICANN_ONLY).domain ?? ascii
    return findUpwards(data.providers, buffer, ascii, root) >= 0 || disposable.sourcesOf(ascii, root).length > 0
  }

  function read(received: string): ReadDomain {
    // 1. Its ASCII form and its root. A public suffix has no registrable domain: it is its own root.
    const name = parseDomainName(received)
    if (!name.ok) return name
    const { ascii } = name
    const suffix = parse(ascii, ICANN_ONLY)
    const root = suffix.domain ?? ascii

    // 2. The lists.
    const freeSuffix = freeSuffixAbove(ascii)
    const listed = disposable.sourcesOf(ascii, root)
    const isBelowAbused = freeSuffix === FREE_AND_ABUSED && !isAllowed(ascii)
    const disposableSources = listed.length === 0 && isBelowAbused ? [FREE_DNS_SOURCE] : listed

    // 3. Its characters.
    const unicodeRule = unicodeRuleOf(data, confusables, received, name.unicode)

    // 4. Its provider, and how that interprets a local part.
    const found = findUpwards(data.providers, buffer, ascii, root)
    const provider = found < 0 ? UNKNOWN_PROVIDER : data.providerNames[found & PROVIDER_INDEX]!
    const rules = localPartRulesOf(provider, ascii, root, (found & TRAIT_FREE_MAIL) !== 0 && found >= 0)

    // 5. Whether it is a provider's domain misspelled. Domains that are known to be in use are not.
    const isInUse = found >= 0 || listed.length > 0
    const isTypo = typoTarget(ascii) !== undefined || (!isInUse && isMisspelled(ascii))

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
        (isTypo ? IS_TYPO_DOMAIN : 0),
      disposableSources,
      unicodeRule,
      provider,
    })
    return knownAs(domain, rules)
  }

  return { read, isKnown }
}

function traitFlags(found: number): number {
  return ((found & TRAIT_FREE_MAIL) !== 0 ? IS_FREE_MAIL : 0) | ((found & TRAIT_RELAY) !== 0 ? IS_RELAY : 0)
}

/**
 * Each label may have a different script (`почта.com`). The received form is checked too: UTS #46 maps some characters
 * to plain ones.
 */
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

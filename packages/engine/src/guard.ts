/**
 * The verdict while a person types, with the little data that a page can load. It has the rules of the engine and part
 * of its data: what it cannot find out is `unknown`, and what is only likely is `probably`. It never guesses.
 */
import { isLongerThan, LONGEST_ADDRESS, TOO_LONG_IN_ASCII } from './address/limits.ts'
import { LOCAL_HAS_NON_ASCII, parseAddress } from './address/parse.ts'
import { sentenceOf } from './address/problem.ts'
import { findUnicodeRule } from './address/uncommon-unicode.ts'
import { mayContain } from './data/filter.ts'
import { openGuardData } from './data/guard-data.ts'
import { findString, type StringTable } from './data/string-table.ts'
import { type DomainName, parseDomainName } from './domain/domain-name.ts'
import { FREE_AND_ABUSED } from './domain/lists/free-suffixes.ts'
import { isListName, isNoReplyName, isReservedName } from './domain/special-names.ts'
import { createSuggester, type Suggestion } from './domain/suggest/suggest.ts'
import { suggestAddress } from './domain/suggest/suggest-address.ts'
import { createTypoTarget } from './domain/suggest/typo-target.ts'
import { normalizeLocalPart } from './local-part/normalize.ts'
import { readWords } from './local-part/read-words.ts'
import { createWordBuffer } from './local-part/words.ts'
import { PROVIDER_INDEX, UNKNOWN_PROVIDER } from './provider/mail-provider.ts'
import { type MailboxRules, mailboxRulesOf } from './provider/mailbox-rules.ts'
import { findGrammarProblem } from './provider/provider-grammar.ts'
import { isCompoundRole } from './roles/compound-role.ts'
import { findRoles } from './roles/find-roles.ts'
import { openVocabulary } from './roles/vocabulary.ts'
import { isAscii } from './text/ascii.ts'
import { createHashedText, setAscii } from './text/hashed-text.ts'

export type { Suggestion, SuggestionKind } from './domain/suggest/suggest.ts'

export type GuardVerdict = GuardAccepted | { readonly ok: false; readonly message: string }

export type GuardAccepted = {
  readonly ok: true
  /** The filter also matches one other domain in 256, so disposable is only probable. */
  readonly disposable: 'no' | 'probably'
  /** The domain is a misspelling of a provider's. */
  readonly typo: boolean
  /** The top-level domain does not exist or is reserved. */
  readonly dead: boolean
  /** The provider does not issue such names. */
  readonly notIssued: boolean
  readonly noReply: boolean
  /** Unknown beside a role word: the guard has no names. */
  readonly role: boolean | 'unknown'
  /** Uncommon characters; unknown if only more data could detect a confusable domain. */
  readonly unicode: true | 'unknown' | false
  /** Random-looking names need a model that is larger than all the other data. */
  readonly irregular: 'unknown'
  /** False if a check certainly failed. Only the service can return true. */
  readonly safeToSend: false | 'unknown'
}

export type GuardEngine = {
  readonly dataVersion: string
  readonly validate: (address: string) => GuardVerdict
  /** Same as in the engine: at most one, and only if it is nearly certain. */
  readonly suggest: (address: string) => Suggestion | undefined
}

type Found = { readonly root: string; readonly found: number }

export function createGuardEngine(dataFile: Uint8Array): GuardEngine {
  const data = openGuardData(dataFile)
  const vocabulary = openVocabulary(data)
  const buffer = createHashedText()
  const typoTarget = createTypoTarget(data)
  const targets = new Set(data.suggestedDomains)
  const suggestDomain = createSuggester({
    targets: data.suggestedDomains,
    ownWords: new Set(data.ownWords),
    isKnown: (ascii) => findUpwards(data.providers, ascii).found >= 0 || isProbablyDisposable(ascii),
    typoTarget,
    hasKnownEnding,
  })

  const findIn = (table: StringTable, ascii: string) => findString(table, buffer, ascii)

  /** The value of the domain or of the nearest parent with a value, and that parent. No table contains a public suffix. */
  function findUpwards(table: StringTable, ascii: string): Found {
    for (let root = ascii; root.includes('.'); root = root.slice(root.indexOf('.') + 1)) {
      const found = findIn(table, root)
      if (found >= 0) return { root, found }
    }
    return { root: ascii, found: -1 }
  }

  function isProbablyDisposable(ascii: string): boolean {
    for (let name = ascii; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      if (mayContain(data.disposable, setAscii(buffer, name), 0, name.length)) return true
    }
    return false
  }

  function hasKnownEnding(ascii: string): boolean {
    return findIn(data.topLevels, ascii.slice(ascii.lastIndexOf('.') + 1)) >= 0
  }

  function isBelowAbused(ascii: string): boolean {
    const parent = ascii.slice(ascii.indexOf('.') + 1)
    return findUpwards(data.freeSuffixes, parent).found === FREE_AND_ABUSED
  }

  function validate(address: string): GuardVerdict {
    // 1. Parse the address.
    const parsed = parseAddress(address)
    if (!parsed.ok) return reject(parsed.message)
    const { inbound, at, traits } = parsed
    const received = inbound.slice(at + 1)
    const name = parseDomainName(received)
    if (!name.ok) return reject(name.message)

    // 2. Its domain: provider, typos, lists, top-level domain.
    const { ascii } = name
    const { root, found } = findUpwards(data.providers, ascii)
    const provider = found < 0 ? UNKNOWN_PROVIDER : data.providerNames[found & PROVIDER_INDEX]!
    const isMisspelled = found < 0 && targets.has(suggestDomain(ascii)?.domain ?? '')
    const typo = typoTarget(ascii) !== undefined || isMisspelled
    const isListed = isBelowAbused(ascii) || (found < 0 && findIn(data.typos, ascii) < 0 && isProbablyDisposable(ascii))
    const dead = !hasKnownEnding(ascii) || isReservedName(ascii, lastTwo(ascii))

    // 3. Its local part: normalized form, roles, the provider's grammar.
    const room = LONGEST_ADDRESS - 1 - ascii.length
    const before = inbound.slice(0, at)
    if (isLongerThan(before, room)) return reject(TOO_LONG_IN_ASCII)
    const local = checkLocalPart(before, traits, mailboxRulesOf(provider, ascii, root), room, ascii)
    const isNoReplyDomain = isNoReplyName(ascii)
    const noReply = local.isNoReply || isNoReplyDomain
    const role = local.isRole || isNoReplyDomain || isListName(ascii) || (local.mayBeRole ? 'unknown' : false)

    // 4. Its characters.
    const unicode = hasUnicodeRule(before, (traits & LOCAL_HAS_NON_ASCII) !== 0, received, name)

    const isUnsafe = typo || dead || !local.isIssued || noReply || role === true || unicode === true
    return {
      ok: true,
      disposable: isListed ? 'probably' : 'no',
      typo,
      dead,
      notIssued: !local.isIssued,
      noReply,
      role,
      unicode,
      irregular: 'unknown',
      safeToSend: isUnsafe ? false : 'unknown',
    }
  }

  function checkLocalPart(received: string, traits: number, rules: MailboxRules, room: number, domain: string) {
    const { text, normalized } = normalizeLocalPart(received, traits, rules, room)
    const words = readWords(createWordBuffer(), text)
    const roles = findRoles(vocabulary, words, text)
    return {
      ...roles,
      mayBeRole: !roles.isRole && isCompoundRole(vocabulary, words, roles, domain),
      isIssued: rules.grammar === undefined || findGrammarProblem(rules.grammar, text, normalized) === undefined,
    }
  }

  function hasUnicodeRule(
    local: string,
    isLocalBeyondAscii: boolean,
    domain: string,
    { unicode }: DomainName & { ok: true },
  ): true | 'unknown' | false {
    if (isLocalBeyondAscii && findUnicodeRule(data.scripts, local.normalize('NFC')) !== 'none') return true
    const labels = [...unicode.split('.'), ...domain.normalize('NFC').split('.')].filter((label) => !isAscii(label))
    if (labels.length === 0) return false
    return labels.some((label) => findUnicodeRule(data.scripts, label) !== 'none') || 'unknown'
  }

  const suggest = (address: string) => suggestAddress(address, suggestDomain, (suggested) => validate(suggested).ok)

  return { dataVersion: data.version, validate, suggest }
}

function lastTwo(ascii: string): string {
  return ascii.split('.').slice(-2).join('.')
}

function reject(problem: string): GuardVerdict {
  return { ok: false, message: sentenceOf(problem) }
}

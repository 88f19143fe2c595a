/**
 * The verdict while somebody types, with the little data that a page can load. It has the rules of the engine and not all of its
 * knowledge: what it cannot tell is `unknown`, and what it only takes for likely is `probably`. Nothing is guessed.
 */
import {
  isLongerThan,
  LOCAL_HAS_NON_ASCII,
  LONGEST_ADDRESS,
  readAddress,
  TOO_LONG_IN_ASCII,
  trimWhiteSpace,
} from './address/parse.ts'
import { mayContain } from './data/filter.ts'
import { openGuardData } from './data/guard-data.ts'
import { findValue, type StringTable } from './data/string-table.ts'
import { type DomainName, NO_DOT, readDomainName } from './domain/domain-name.ts'
import { FREE_AND_ABUSED } from './domain/lists/free-suffixes.ts'
import { isListName, isNoReplyName, isReservedName } from './domain/special-names.ts'
import { createGluedDomains } from './domain/suggest/glued-domain.ts'
import { createSuggester, type Suggestion } from './domain/suggest/suggest.ts'
import { type MailboxRules, readLocalPart } from './local-part/normalize.ts'
import { readAnyWords, words } from './local-part/words.ts'
import { PROVIDER_INDEX, UNKNOWN_PROVIDER } from './provider/mail-provider.ts'
import { mailboxRulesOf } from './provider/mailbox-rules.ts'
import { findGrammarProblem } from './provider/provider-grammar.ts'
import { findTerms, isCompoundRole } from './roles/terms.ts'
import { createHashedText, setAscii } from './text/hashed-text.ts'
import { findUnicodeRule } from './text/uncommon-unicode.ts'

export type { Suggestion, SuggestionKind } from './domain/suggest/suggest.ts'

export type GuardVerdict = GuardAccepted | { readonly ok: false; readonly message: string }

export type GuardAccepted = {
  readonly ok: true
  /** A disposable inbox: as good as always right, but one other domain in 256 looks the same to the filter. */
  readonly disposable: 'no' | 'probably'
  /** The domain is a known misspelling of a provider's. */
  readonly typo: boolean
  /** No such top-level domain, or one that is set apart. */
  readonly dead: boolean
  /** The provider gives out no such name. */
  readonly notIssued: boolean
  readonly noReply: boolean
  /** Beside a role word the names would have to be known. */
  readonly role: boolean | 'unknown'
  /** Disguised or unusual characters; names that look like others' take more data. */
  readonly unicode: true | 'unknown' | false
  /** Machine-made names take a model that is larger than all the rest. */
  readonly irregular: 'unknown'
  /** False where something certain stands against it. Whether it is true, the service tells. */
  readonly safeToSend: false | 'unknown'
}

export type GuardEngine = {
  readonly dataVersion: string
  readonly judge: (address: string) => GuardVerdict
  /** As in the engine: at most one, and only where it is as good as certain. */
  readonly suggest: (address: string) => Suggestion | undefined
}

type Known = { readonly ascii: string; readonly root: string; readonly found: number }

export function createGuardEngine(dataFile: Uint8Array): GuardEngine {
  const data = openGuardData(dataFile)
  const scratch = createHashedText()
  const findGlued = createGluedDomains(data.suggestedDomains)
  const suggestDomain = createSuggester({
    targets: data.suggestedDomains,
    ownWords: new Set(data.ownWords),
    isKnown: (ascii) => findUpwards(data.providers, ascii).found >= 0 || isProbablyDisposable(ascii),
    typoTarget,
    hasKnownEnding: (ascii) => findIn(data.topLevels, ascii.slice(ascii.lastIndexOf('.') + 1)) >= 0,
  })

  function typoTarget(ascii: string): string | undefined {
    return data.suggestedDomains[findIn(data.typos, ascii)] ?? findGlued(ascii)
  }

  function findIn(table: StringTable, ascii: string): number {
    return ascii === '' ? -1 : findValue(table, setAscii(scratch, ascii), 0, ascii.length)
  }

  /** The value of the domain or of the nearest parent that has one, and that parent. No table holds a public suffix. */
  function findUpwards(table: StringTable, ascii: string): Known {
    for (let root = ascii; root.includes('.'); root = root.slice(root.indexOf('.') + 1)) {
      const found = findIn(table, root)
      if (found >= 0) return { ascii, root, found }
    }
    return { ascii, root: ascii, found: -1 }
  }

  function isProbablyDisposable(ascii: string): boolean {
    for (let name = ascii; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      if (mayContain(data.disposable, setAscii(scratch, name), 0, name.length)) return true
    }
    return false
  }

  function isBelowAbused(ascii: string): boolean {
    const parent = ascii.slice(ascii.indexOf('.') + 1)
    return findUpwards(data.freeSuffixes, parent).found === FREE_AND_ABUSED
  }

  function judge(address: string): GuardVerdict {
    const read = readAddress(address)
    if (!read.ok) return reject(read.message)
    const { inbound, at, traits } = read
    const received = inbound.slice(at + 1)
    const name = readDomainName(received)
    if (!name.ok) return reject(name.message)
    const { ascii } = name
    const { root, found } = findUpwards(data.providers, ascii)
    const provider = found < 0 ? UNKNOWN_PROVIDER : data.providerNames[found & PROVIDER_INDEX]!
    const rules = mailboxRulesOf(provider, ascii, root)
    const room = LONGEST_ADDRESS - 1 - ascii.length
    const before = inbound.slice(0, at)
    if (isLongerThan(before, room)) return reject(TOO_LONG_IN_ASCII)
    const { isRole, isNoReply, mayBeRole, isIssued } = readLocal(before, traits, rules, room, ascii)
    const noReply = isNoReply || isNoReplyName(ascii)
    const typo = typoTarget(ascii) !== undefined
    const isListed = isBelowAbused(ascii) || (found < 0 && findIn(data.typos, ascii) < 0 && isProbablyDisposable(ascii))
    const dead =
      findIn(data.topLevels, ascii.slice(ascii.lastIndexOf('.') + 1)) < 0 || isReservedName(ascii, lastTwo(ascii))
    const unicode = hasUnicodeRule(before, (traits & LOCAL_HAS_NON_ASCII) !== 0, received, name)
    const role = isRole || isNoReplyName(ascii) || isListName(ascii) || (mayBeRole ? 'unknown' : false)
    const isUnsafe = typo || dead || !isIssued || noReply || role === true || unicode === true
    return {
      ok: true,
      disposable: isListed ? 'probably' : 'no',
      typo,
      dead,
      notIssued: !isIssued,
      noReply,
      role,
      unicode,
      irregular: 'unknown',
      safeToSend: isUnsafe ? false : 'unknown',
    }
  }

  function readLocal(received: string, traits: number, rules: MailboxRules, room: number, domain: string) {
    const { text, normalized } = readLocalPart(received, traits, rules, room)
    readAnyWords(text)
    const terms = findTerms(data, words, text)
    const isIssued = rules.grammar === undefined || findGrammarProblem(rules.grammar, text, normalized) === undefined
    return { ...terms, mayBeRole: !terms.isRole && isCompoundRole(data, words, domain), isIssued }
  }

  function hasUnicodeRule(
    local: string,
    isLocalBeyondAscii: boolean,
    domain: string,
    { unicode }: DomainName & { ok: true },
  ): true | 'unknown' | false {
    if (isLocalBeyondAscii && findUnicodeRule(data.scripts, local.normalize('NFC')) !== 'none') return true
    const isBeyondAscii = (text: string) => /[^\0-\x7f]/.test(text)
    const labels = [...unicode.split('.'), ...domain.normalize('NFC').split('.')].filter(isBeyondAscii)
    if (labels.length === 0) return false
    return labels.some((label) => findUnicodeRule(data.scripts, label) !== 'none') || 'unknown'
  }

  function suggest(address: string): Suggestion | undefined {
    const text = trimWhiteSpace(address)
    const at = text.lastIndexOf('@')
    if (at < 1 || text.length > LONGEST_ADDRESS) return undefined
    const found = suggestDomain(text.slice(at + 1))
    if (found === undefined) return undefined
    const meant = `${text.slice(0, at)}@${found.domain}`
    return judge(meant).ok ? { address: meant, ...found } : undefined
  }

  return { dataVersion: data.version, judge, suggest }
}

function lastTwo(ascii: string): string {
  return ascii.split('.').slice(-2).join('.')
}

function reject(problem: string): GuardVerdict {
  return { ok: false, message: problem === NO_DOT ? 'The domain has no dot.' : `The address has ${problem}.` }
}

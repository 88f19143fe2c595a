/**
 * The verdict on one address, in eight steps:
 *
 *   1. parse it                            address/
 *   2. look up what is known of its domain domain/ (once per distinct domain)
 *   3. normalize the local part            local-part/ by the rules of provider/
 *   4. read its words                      local-part/
 *   5. find roles and no-reply             roles/
 *   6. find names                          names/
 *   7. find random-looking patterns       irregular/
 *   8. combine the flags                   verdict/
 *
 * Nearly all addresses are ASCII dot-atoms: `validatePlain` does steps 1, 3 and 4 in a single pass over them.
 */
import { isLongerThan, LONGEST_ADDRESS, LONGEST_LOCAL_PART, TOO_LONG_IN_ASCII } from './address/limits.ts'
import {
  LOCAL_HAS_NON_ASCII,
  LOCAL_IS_QUOTED,
  LOCAL_IS_UNSETTLED,
  type ParsedAddress,
  parseAddress,
} from './address/parse.ts'
import { sentenceOf } from './address/problem.ts'
import { findUnicodeRule } from './address/uncommon-unicode.ts'
import type { EngineData } from './data/engine-data.ts'
import type { KnownDomain, ReadDomain } from './domain/known-domain.ts'
import { findIrregularRule } from './irregular/irregular.ts'
import { isPlaceholder } from './irregular/placeholder.ts'
import { isIssued } from './local-part/issued.ts'
import { type LocalPart, normalizeLocalPart } from './local-part/normalize.ts'
import { endOfPlainLabel, readPlainWords, readWords } from './local-part/read-words.ts'
import { createWordBuffer, KIND_HYPHEN, type Words } from './local-part/words.ts'
import { findNames } from './names/names.ts'
import { isFullName, isPersonal } from './names/personal-word.ts'
import { type Names, NO_NAMES } from './names/single-name.ts'
import { ALL_WELL_KNOWN, createWeightBuffer, weighWords } from './names/weights.ts'
import type { LocalPartRules } from './provider/provider-rules.ts'
import { isCompoundRole, type NameTest } from './roles/compound-role.ts'
import { findRoles, type Roles } from './roles/find-roles.ts'
import { isPublicBody } from './roles/public-body.ts'
import { openVocabulary } from './roles/vocabulary.ts'
import {
  HAS_LABEL,
  IS_FREE_MAIL,
  IS_NO_REPLY,
  IS_NOT_ISSUED,
  IS_QUOTED,
  IS_RELAY,
  IS_ROLE_BASED,
  irregularBits,
  settleSafety,
  unicodeBits,
} from './verdict/flags.ts'
import type { Accepted, Rejected, Verdict } from './verdict/verdict.ts'

export type Validator = {
  readonly validate: (address: string) => Verdict
  /** Steps 3 to 8, for an address at a domain with lookup facts. */
  readonly validateAt: (address: ParsedAddress, known: KnownDomain) => Accepted
}

const AT = 0x40

/** `knownDomain` takes an address and the position of its @ sign. */
export function createValidator(data: EngineData, knownDomain: (address: string, at: number) => ReadDomain): Validator {
  const vocabulary = openVocabulary(data)
  const wordBuffer = createWordBuffer()
  const weightBuffer = createWeightBuffer()
  const nameTest: NameTest = {
    isPersonal: (start, end) => isPersonal(data, wordBuffer.letters, start, end),
    isFullName: (start, end) => isFullName(data, wordBuffer.letters, start, end),
  }

  function validate(address: string): Verdict {
    const plain = validatePlain(address)
    if (plain !== undefined) return plain
    const parsed = parseAddress(address)
    if (!parsed.ok) return reject(parsed.message)
    const known = knownDomain(parsed.inbound, parsed.at)
    if (!known.ok) return reject(known.message)
    if (isLongerThan(parsed.inbound.slice(0, parsed.at), known.room)) return reject(TOO_LONG_IN_ASCII)
    return validateAt(parsed, known)
  }

  /** Undefined for an address that is not plain: malformed, quoted, not ASCII, or read differently by its provider. */
  function validatePlain(address: string): Accepted | undefined {
    if (address.length > LONGEST_ADDRESS) return undefined
    const words = readPlainWords(wordBuffer, address)
    if (words === undefined) return undefined
    const hasLabel = address.charCodeAt(words.end) !== AT
    const at = hasLabel ? endOfPlainLabel(address, words.end + 1) : words.end
    if (at < 0 || at > LONGEST_LOCAL_PART) return undefined
    const known = knownDomain(address, at)
    if (!known.ok || known.rules.user !== '' || at > known.room) return undefined
    if (known.rules.labelSeparator === '-' && (hasLabel || (words.kinds & KIND_HYPHEN) !== 0)) return undefined

    const received = address.slice(0, at)
    const base = hasLabel ? address.slice(0, words.end) : received
    const text = words.hasUpperCase ? base.toLowerCase() : base
    const normalized = known.rules.ignoresPeriods && words.separators > 0 ? withoutPeriods(text) : text
    const label = hasLabel ? address.slice(words.end + 1, at) : ''
    const roles = findRoles(vocabulary, words, text)
    return conclude(address, received, { text, normalized, hasLabel, label }, known, words, roles, 0)
  }

  function validateAt({ inbound, at, traits }: ParsedAddress, known: KnownDomain): Accepted {
    const received = inbound.slice(0, at)
    const local = normalizeLocalPart(received, traits, known.rules, known.room)
    const words = readWords(wordBuffer, local.text)
    const roles = rolesOf(received, local, words, known.rules)
    let flags = (traits & LOCAL_IS_QUOTED) !== 0 ? IS_QUOTED : 0
    if ((traits & LOCAL_HAS_NON_ASCII) !== 0) {
      const composed = (traits & LOCAL_IS_UNSETTLED) !== 0 ? received.normalize('NFC') : received
      flags |= unicodeBits(findUnicodeRule(data.scripts, composed))
    }
    return conclude(inbound, received, local, known, words, roles, flags)
  }

  /**
   * Where a hyphen starts the label, `no-reply` and `mailer-daemon` look labelled, so the whole local part may be a
   * role.
   */
  function rolesOf(received: string, local: LocalPart, words: Words, { labelSeparator }: LocalPartRules): Roles {
    if (local.hasLabel && labelSeparator === '-') {
      const whole = received.toLowerCase()
      const roles = findRoles(vocabulary, readWords(createWordBuffer(), whole), whole)
      if (roles.isRole) return roles
    }
    return findRoles(vocabulary, words, local.text)
  }

  /** Steps 6 to 8. */
  function conclude(
    inbound: string,
    received: string,
    local: LocalPart,
    known: KnownDomain,
    words: Words,
    roles: Roles,
    seen: number,
  ): Accepted {
    // A role has no names, and its words are as well known as names.
    let names = NO_NAMES
    let weights = ALL_WELL_KNOWN
    let { isRole } = roles
    if (!isRole) {
      weights = weighWords(data, words, weightBuffer)
      names = findNames(data, words, weights, roles.roleWords, local.text, (known.flags & IS_FREE_MAIL) !== 0)
      isRole = isRoleByNames(words, roles, names, known)
      if (isRole) {
        names = NO_NAMES
        weights = ALL_WELL_KNOWN
      }
    }
    // Relays generate random-looking names.
    const irregularRule =
      (known.flags & IS_RELAY) !== 0
        ? 'none'
        : isPlaceholder(roles, local.text, known.domain)
          ? 'placeholder'
          : findIrregularRule(data, words, local.text, known.rules, names, weights)
    const flags =
      seen |
      known.flags |
      (local.hasLabel ? HAS_LABEL : 0) |
      (isRole ? IS_ROLE_BASED : 0) |
      (roles.isNoReply ? IS_NO_REPLY : 0) |
      (isIssued(known.rules.grammar, words, local) ? 0 : IS_NOT_ISSUED) |
      irregularBits(irregularRule)
    // At a domain of mailing lists or no-reply addresses, the local part is not a reader's name.
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

  /**
   * A role among other words, or a single word that is not a name: a compound role unless the other words are a
   * person's name.
   */
  function isRoleByNames(words: Words, found: Roles, names: Names, { flags, domain }: KnownDomain): boolean {
    // There are no offices or mailing lists at free mail.
    const isOwn = (flags & IS_FREE_MAIL) === 0
    if (isOwn && (found.mayBeOffice === 'office' || (found.mayBeOffice === 'function' && isPublicBody(domain.root)))) {
      return true
    }
    const roles = found.hasListAffix && !isOwn ? { ...found, hasListAffix: false } : found
    const hasRole = (roles.strongWords | roles.roleWords) !== 0 || roles.hasListAffix
    if (!hasRole && (words.count !== 1 || names !== NO_NAMES)) return false
    return isCompoundRole(vocabulary, words, roles, domain.root, nameTest)
  }

  return { validate, validateAt }
}

/** Most local parts have a period. */
function withoutPeriods(text: string): string {
  const at = text.indexOf('.')
  if (at < 0) return text
  return text.indexOf('.', at + 1) < 0 ? text.slice(0, at) + text.slice(at + 1) : text.replaceAll('.', '')
}

function reject(problem: string): Rejected {
  return { ok: false, error: { code: 'invalid_email', message: sentenceOf(problem) } }
}

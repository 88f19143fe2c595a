/**
 * The verdict on one address, step by step:
 *
 *   read the address → know its domain (once per distinct domain) → bring the local part into its normal form, label apart
 *   → read its words → flags and names → is it safe to send to?
 */
import { isLongerThan, LOCAL_HAS_NON_ASCII, LOCAL_IS_QUOTED, LONGEST_ADDRESS, readAddress } from './address.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { openData } from './data-file.ts'
import { checkDomain, isDomainSafe } from './domain-check.ts'
import type { DomainFacts } from './domain-facts.ts'
import { HAS_LABEL, IS_NO_REPLY, IS_QUOTED, IS_ROLE_BASED, irregularBits, settleSafety, unicodeBits } from './flags.ts'
import { findIrregularRule } from './irregular.ts'
import { createDomainReader, type KnownDomain } from './known-domain.ts'
import { readLocalPart } from './local-part.ts'
import { createMxReader } from './mx-reader.ts'
import { findNames, NO_NAMES, weighWords } from './names.ts'
import { readOperatorLists } from './operator-lists.ts'
import { labelSeparatorOf, UNKNOWN_PROVIDER } from './provider-rules.ts'
import { findTerms } from './terms.ts'
import { findUnicodeRule } from './uncommon-unicode.ts'
import type { Accepted, Rejected, Verdict } from './verdict.ts'
import { createWords, readWords } from './words.ts'

export type EngineOptions = {
  /** Domains that are not disposable, whatever the lists say; what lies below them included. */
  readonly allow?: readonly string[]
  /** Domains that are disposable, whatever the lists say; what lies below them included. */
  readonly deny?: readonly string[]
}

export type Engine = {
  /** Changes with the compiled data: the same version, options and address give the same verdict. */
  readonly dataVersion: string
  readonly judge: (address: string) => Verdict
  /** The verdict as it stands once its domain was looked up. */
  readonly withDomainFacts: (verdict: Accepted, facts: DomainFacts) => Accepted
}

/** Mail domains are heavily skewed: a few thousand cover most addresses. Twice this number is kept at most. */
const CACHED_DOMAINS = 20_000

export function createEngine(dataFile: Uint8Array, options: EngineOptions = {}): Engine {
  const data = openData(dataFile)
  const lists = readOperatorLists(options.allow, options.deny)
  const knownDomain = createBoundedCache(CACHED_DOMAINS, createDomainReader(data, lists))
  const providerOfMx = createMxReader(data)
  const checkedDomains = new WeakMap<DomainFacts, Map<string, KnownDomain>>()
  const words = createWords()

  function judge(address: string): Verdict {
    const read = readAddress(address)
    if (!read.ok) return reject(read.message)
    const { inbound, at, traits } = read
    const known = knownDomain(inbound.slice(at + 1))
    if (!known.ok) return reject(known.message)
    // A domain beyond ASCII grows in the form that is sent, and the address has to be one in that form as well.
    const room = LONGEST_ADDRESS - 1 - known.domain.normalized.length
    if (at > room && isLongerThan(inbound.slice(0, at), room)) {
      return reject(`more than ${LONGEST_ADDRESS} characters with its domain in ASCII form`)
    }
    return judgeLocalPart(inbound, at, traits, known)
  }

  function judgeLocalPart(inbound: string, at: number, traits: number, { domain, rules }: KnownDomain): Accepted {
    const received = inbound.slice(0, at)
    const local = readLocalPart(received, traits, rules, LONGEST_ADDRESS - 1 - domain.normalized.length)
    readWords(words, local.text)
    weighWords(data, words)

    let flags = domain.flags
    if (local.hasLabel) flags |= HAS_LABEL
    if ((traits & LOCAL_IS_QUOTED) !== 0) flags |= IS_QUOTED
    if ((traits & LOCAL_HAS_NON_ASCII) !== 0)
      flags |= unicodeBits(findUnicodeRule(data.scripts, received.normalize('NFC')))
    const { isRole, isNoReply } = findTerms(data.terms, words, local.text)
    if (isRole) flags |= IS_ROLE_BASED
    if (isNoReply) flags |= IS_NO_REPLY
    const names = isRole ? NO_NAMES : findNames(data, words, local.text)
    flags |= irregularBits(findIrregularRule(data, words, local.text, rules, names))
    return {
      ok: true,
      inbound,
      local: received,
      normalizedLocal: local.normalized,
      label: local.label,
      firstName: names.first,
      lastName: names.last,
      flags: settleSafety(flags, isDomainSafe(domain.lookup)),
      domain,
    }
  }

  /** The domain with its facts and, for a domain of somebody's own, with the rules of whoever runs its mail hosts. */
  function checkedDomain(inbound: string, facts: DomainFacts): KnownDomain {
    const checked = checkedDomains.get(facts)?.get(inbound)
    if (checked !== undefined) return checked
    const known = knownDomain(inbound)
    if (!known.ok) throw new Error('Domain facts belong to a verdict of this engine.')
    const { domain, rules } = known
    const provider = providerOfMx(facts.mx) ?? domain.provider
    const isCustom = domain.provider === UNKNOWN_PROVIDER
    const result: KnownDomain = {
      ok: true,
      domain: checkDomain(domain, facts, provider),
      rules: isCustom ? { ...rules, labelSeparator: labelSeparatorOf(provider) } : rules,
    }
    const sameFacts = checkedDomains.get(facts) ?? new Map<string, KnownDomain>()
    checkedDomains.set(facts, sameFacts.set(inbound, result))
    return result
  }

  function withDomainFacts(verdict: Accepted, facts: DomainFacts): Accepted {
    const checked = checkedDomain(verdict.domain.inbound, facts)
    const read = readAddress(verdict.inbound)
    if (!read.ok) throw new Error('Domain facts belong to a verdict of this engine.')
    return judgeLocalPart(read.inbound, read.at, read.traits, checked)
  }

  return { dataVersion: data.version, judge, withDomainFacts }
}

function reject(problem: string): Rejected {
  return { ok: false, error: { code: 'invalid_email', message: `The address has ${problem}.` } }
}

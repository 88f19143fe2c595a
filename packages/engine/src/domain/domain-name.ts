/** Parses the domain of an address: host names by RFC 5321 and RFC 1035, internationalized ones by UTS #46. */
import { toAscii, toUnicode } from '#idna'
import { isLongerThan } from '../address/limits.ts'
import { describeCharacter, NO_DOT } from '../address/problem.ts'

export type DomainName =
  | { readonly ok: true; readonly ascii: string; readonly unicode: string }
  | { readonly ok: false; readonly message: string }

/** RFC 1035 §2.3.4. */
const LONGEST_LABEL_OCTETS = 63
/** RFC 1035 allows 255 octets on the wire, which leaves 253 for the text form. */
const LONGEST_DOMAIN_OCTETS = 253

/**
 * Matches nearly every domain at once: labels of letters, digits and single hyphens, the last one starting with a
 * letter.
 */
const USUAL = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const HOST_NAME = /^[a-z0-9.-]+$/
const FORBIDDEN_ASCII = /(?![a-z0-9.-])[\0-\x7f]/

/** UTS #46 treats the ideographic full stop as a period, so it is reported as one. */
const ENDS_IN_PUNCTUATION = /(?![.\u3002\uff0e\uff61])[\p{P}\p{Sk}]$/u

export function parseDomainName(received: string): DomainName {
  const lower = received.toLowerCase()
  if (USUAL.test(lower) && !lower.includes('--') && lower.length <= LONGEST_DOMAIN_OCTETS) return accept(lower, lower)
  if (received.startsWith('[')) return reject('an address literal instead of a domain')
  // `xn--` labels are decoded and checked like non-ASCII ones.
  if (HOST_NAME.test(lower) && !lower.includes('xn--')) {
    const problem = findLabelProblem(lower) ?? findHyphenProblem(lower)
    return problem === undefined ? accept(lower, lower) : reject(problem)
  }
  const forbidden = FORBIDDEN_ASCII.exec(lower)
  if (forbidden !== null) return reject(describeCharacter(forbidden[0], 'in the domain'))
  if (/\p{Surrogate}/u.test(received)) return reject('an unpaired surrogate in the domain')
  if (hasEndlessLabel(received)) return reject(`a label longer than ${LONGEST_LABEL_OCTETS} octets`)
  // UTS #46 accepts typographic quotation marks; at the end they belong to the text around the address.
  if (ENDS_IN_PUNCTUATION.test(received)) return reject('a punctuation mark at the end of the domain')
  const ascii = toAscii(received)
  if (ascii === null) return reject(findHyphenProblem(lower) ?? 'a domain that is not valid under UTS #46')
  const problem = findLabelProblem(ascii)
  return problem === undefined ? accept(ascii, toUnicode(ascii)) : reject(problem)
}

function accept(ascii: string, unicode: string): DomainName {
  return { ok: true, ascii, unicode }
}

function reject(message: string): DomainName {
  return { ok: false, message }
}

/**
 * Encoding a label takes quadratic time, so labels that can never fit are rejected first. An A-label has at least an
 * octet for every code point that UTS #46 keeps; NFKC keeps about as many, hence the margin.
 */
function hasEndlessLabel(received: string): boolean {
  const mapped = received.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return mapped.split(/[.\u3002]/).some((label) => isLongerThan(label, 2 * LONGEST_LABEL_OCTETS))
}

function findLabelProblem(ascii: string): string | undefined {
  if (ascii.length > LONGEST_DOMAIN_OCTETS) return `a domain longer than ${LONGEST_DOMAIN_OCTETS} octets`
  const labels = ascii.split('.')
  if (labels.at(-1) === '')
    return labels.length === 1 ? 'nothing after the @ sign' : 'a period at the end of the domain'
  if (labels.includes('')) return 'an empty label in the domain'
  if (labels.length < 2) return NO_DOT
  if (labels.some((label) => label.length > LONGEST_LABEL_OCTETS))
    return `a label longer than ${LONGEST_LABEL_OCTETS} octets`
  // RFC 3696 §2: otherwise a dotted-quad address could pass for a name.
  if (/^\d+$/.test(labels.at(-1)!)) return 'a top-level domain of digits only'
  return undefined
}

/** STD 3 and the CheckHyphens step of UTS #46: checks names that skip UTS #46, and gives the reason when it fails. */
function findHyphenProblem(ascii: string): string | undefined {
  if (!ascii.includes('-')) return undefined
  for (const label of ascii.split('.')) {
    if (label.startsWith('-') || label.endsWith('-')) return 'a label that starts or ends with a hyphen'
    if (label.startsWith('--', 2) && !label.startsWith('xn'))
      return 'a label with hyphens in its third and fourth place'
  }
  return undefined
}

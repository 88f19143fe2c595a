import { LONGEST_ADDRESS } from '../../address/limits.ts'
import { trimWhiteSpace } from '../../address/white-space.ts'
import type { SuggestDomain, Suggestion } from './suggest.ts'

/** The address with the suggested domain, if that address is valid. */
export function suggestAddress(
  address: string,
  suggestDomain: SuggestDomain,
  isValid: (address: string) => boolean,
): Suggestion | undefined {
  if (address.length > LONGEST_INPUT) return undefined
  const text = unwrapped(trimWhiteSpace(address))
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > LONGEST_ADDRESS) return undefined
  const found = suggestDomain(text.slice(at + 1))
  if (found === undefined) {
    const domain = text.slice(at + 1)
    return text !== trimWhiteSpace(address) && isValid(text)
      ? { address: text, domain, kind: 'punctuation' }
      : undefined
  }
  const suggested = `${text.slice(0, at)}@${found.domain}`
  return isValid(suggested) ? { address: suggested, ...found } : undefined
}

const LONGEST_INPUT = 2 * LONGEST_ADDRESS
/** Typographic quotation marks and other non-ASCII punctuation, which belong to the text around an address. */
const MARK = /[^\P{P}\0-\x7f]/u
const MARKS_BEFORE = /^[^\P{P}\0-\x7f]+/u

/** Removes surrounding marks if there is one at the end: a local part may start with one (RFC 6531). */
function unwrapped(text: string): string {
  let end = text.length
  while (end > 0 && MARK.test(text[end - 1]!)) end--
  return end === text.length ? text : text.slice(0, end).replace(MARKS_BEFORE, '')
}

import { LONGEST_ADDRESS } from '../../address/limits.ts'
import { trimWhiteSpace } from '../../address/white-space.ts'
import type { SuggestDomain, Suggestion } from './suggest.ts'

/** The address with the suggested domain, if that address is valid. */
export function suggestAddress(
  address: string,
  suggestDomain: SuggestDomain,
  isValid: (address: string) => boolean,
): Suggestion | undefined {
  const text = trimWhiteSpace(address)
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > LONGEST_ADDRESS) return undefined
  const found = suggestDomain(text.slice(at + 1))
  if (found === undefined) return undefined
  const suggested = `${text.slice(0, at)}@${found.domain}`
  return isValid(suggested) ? { address: suggested, ...found } : undefined
}

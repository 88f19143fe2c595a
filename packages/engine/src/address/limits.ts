/** How long an address and its parts may be. */
import { codeAt } from '../text/code-at.ts'

/** §4.2: counted in code points. */
export const LONGEST_ADDRESS = 254
/** The problem of an address that fits only until its domain is converted to the ASCII form that SMTP sends. */
export const TOO_LONG_IN_ASCII = `more than ${LONGEST_ADDRESS} characters with its domain in ASCII form`
/** RFC 5321 §4.5.3.1.1: counted in octets. */
export const LONGEST_LOCAL_PART = 64

export function isLongerThan(text: string, codePoints: number): boolean {
  if (text.length <= codePoints) return false
  if (text.length > codePoints * 2) return true
  let count = 0
  for (const _ of text) count++
  return count > codePoints
}

/** Octets in UTF-8: one for ASCII, up to four for others. */
export function hasMoreOctets(text: string, octets: number): boolean {
  if (text.length > octets) return true
  if (text.length * 3 <= octets) return false
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = codeAt(text, i)
    // Each half of a surrogate pair counts for two of its four octets.
    count += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
  }
  return count > octets
}

/** Finds the vocabulary of functions ("sales", "help desk") and of no-reply addresses in the words of a local part. */
import { findValue, type StringTable } from './string-table.ts'
import type { Words } from './words.ts'

/** What a term can be; the values of the table `terms`. */
export const TERM_ROLE = 1
/** Says which of several: a region, a country, "team". Names no function on its own. */
export const TERM_QUALIFIER = 2
export const TERM_NO_REPLY = 4

export type Terms = { readonly isRole: boolean; readonly isNoReply: boolean }

/** The longest term has this many words: "ne pas répondre à ce mail". */
const LONGEST_TERM_WORDS = 6

/** Further words are not looked at: they would not fit the bit masks, and no such address is a role. */
const MOST_WORDS = 30
/** `acmenoreply`, `noreplyto`: English alone glues it to other words. */
const LETTERS_OF_NO_REPLY = 'noreply'.length
const NO_REPLY_INSIDE_A_WORD = /not?[._-]?reply/

const NEITHER: Terms = { isRole: false, isNoReply: false }
const ROLE: Terms = { isRole: true, isNoReply: false }
const NO_REPLY: Terms = { isRole: true, isNoReply: true }

/**
 * No-reply: any run of words is a no-reply term, whatever stands beside it (`alerts-noreply`).
 * Role: all words are covered by terms, and one of them is a role (`sales2`, `info-us`, `customer.service`), because a word
 * that is not in the vocabulary is more likely a person's name (`john.sales`).
 */
export function findTerms(terms: StringTable, words: Words, local: string): Terms {
  const { starts, ends, letters } = words
  if (words.otherLetters > 0) return NEITHER
  const count = Math.min(words.count, MOST_WORDS)
  // Bit n: the first n words can be read as terms, and: one of those terms is a role.
  let readable = 1
  let withRole = 0
  for (let first = 0; first < count; first++) {
    const longest = Math.min(count, first + LONGEST_TERM_WORDS)
    for (let end = first + 1; end <= longest; end++) {
      const value = findValue(terms, letters, starts[first]!, ends[end - 1]!)
      if (value < 0) continue
      if ((value & TERM_NO_REPLY) !== 0) return NO_REPLY
      if (((readable >>> first) & 1) === 0) continue
      readable |= 1 << end
      if ((value & TERM_ROLE) !== 0 || ((withRole >>> first) & 1) !== 0) withRole |= 1 << end
    }
  }
  if (letters.length > LETTERS_OF_NO_REPLY && local.includes('reply') && NO_REPLY_INSIDE_A_WORD.test(local))
    return NO_REPLY
  return count > 0 && ((withRole >>> count) & 1) !== 0 ? ROLE : NEITHER
}

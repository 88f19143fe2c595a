/** Finds the vocabulary of functions ("sales", "help desk") and of no-reply addresses in the words of a local part. */
import { findValue, type StringTable } from './string-table.ts'
import type { Words } from './words.ts'

/** What a term can be; the values of the table `terms`. */
export const TERM_ROLE = 1
/** Says which of several: a region, a country, "team". Names no function on its own. */
export const TERM_QUALIFIER = 2
/** Says so whatever stands beside it: a phrase ("do not reply"), or a word with no other use in an address ("bounces"). */
export const TERM_NO_REPLY = 4
/** An everyday word ("daemon", "nobody") that says so only where nothing but terms stands beside it. */
export const TERM_NO_REPLY_ALONE = 8

export type Terms = { readonly isRole: boolean; readonly isNoReply: boolean }

/** The longest term has this many words: "ne pas répondre à ce mail". */
const LONGEST_TERM_WORDS = 6

/** Further words are not looked at: they would not fit the bit masks, and no such address is a role. */
const MOST_WORDS = 30
/** `acmenoreply`, `noreplyto`: English alone glues it to other words. */
const NO_REPLY_INSIDE_A_WORD = /not?reply/

const NEITHER: Terms = { isRole: false, isNoReply: false }
const ROLE: Terms = { isRole: true, isNoReply: false }
const NO_REPLY: Terms = { isRole: true, isNoReply: true }

/**
 * No-reply: any run of words is a no-reply phrase, whatever stands beside it (`alerts-noreply`), or all are terms and one is
 * a word that says so on its own (`daemon2`, but not `matt.daemon`).
 * Role: all words are covered by terms, and one of them is a role (`sales2`, `info-us`, `customer.service`), because a word
 * that is not in the vocabulary is more likely a person's name (`john.sales`).
 */
export function findTerms(terms: StringTable, words: Words, local: string): Terms {
  const { starts, ends, letters } = words
  const count = Math.min(words.count, MOST_WORDS)
  // Bit n: the first n words can be read as terms, one of those terms is a role, one of them says no-reply on its own.
  let readable = 1
  let withRole = 0
  let withNoReply = 0
  for (let first = 0; first < count; first++) {
    const longest = Math.min(count, first + LONGEST_TERM_WORDS)
    for (let end = first + 1; end <= longest; end++) {
      const value = findValue(terms, letters, starts[first]!, ends[end - 1]!)
      if (value < 0) continue
      if ((value & TERM_NO_REPLY) !== 0) return NO_REPLY
      if ((value & TERM_ROLE) !== 0 && end === first + 1) words.roles |= 1 << first
      if (((readable >>> first) & 1) === 0) continue
      readable |= 1 << end
      if ((value & TERM_ROLE) !== 0 || ((withRole >>> first) & 1) !== 0) withRole |= 1 << end
      if ((value & TERM_NO_REPLY_ALONE) !== 0 || ((withNoReply >>> first) & 1) !== 0) withNoReply |= 1 << end
    }
  }
  if (local.includes('reply') && NO_REPLY_INSIDE_A_WORD.test(local)) return NO_REPLY
  // A word in another script is in no vocabulary, so it may well be a name.
  if (count === 0 || words.otherLetters > 0) return NEITHER
  if (((withNoReply >>> count) & 1) !== 0) return NO_REPLY
  return ((withRole >>> count) & 1) !== 0 ? ROLE : NEITHER
}

/**
 * Numbers that identify people. Universities and companies use letters of a name, a faculty or a year around the digits:
 * `s1234567`, `ab12345`, `ga12abc`, `cs19b042`. Chinese networks number mailboxes, and people there append their number, or
 * digits that sound like words (`5201314`), to initials.
 */
import type { Words } from '../local-part/words.ts'
import type { Numbering } from '../provider/provider-rules.ts'

const NUMBERS: Readonly<Record<Exclude<Numbering, 'none'>, RegExp>> = {
  staff: /^[a-z]{0,3}[-_.]?\d{4,9}[a-z]{0,3}$|^[a-z]{4}\d{4}$/,
  members:
    /^[a-z]{0,5}[-_.]?\d{3,13}[a-z]{0,3}\d{0,4}$|^\d{1,4}[a-z]{1,5}\d{1,7}[a-z]?$|^[a-z]{1,5}\d{1,4}[a-z]{1,4}\d{0,5}$|^[a-z]?\d{2,5}\.\d{3,8}$/,
  accounts: /^\d+$|^[a-z]{1,3}[-_.]?\d{7,11}$/,
}
/** The most letters that these match: most local parts have more, which saves the pattern. */
const MOST_LETTERS = 9

export function isNumberedPerson(numbering: Numbering, { letters }: Words, local: string): boolean {
  return numbering !== 'none' && letters.length <= MOST_LETTERS && NUMBERS[numbering].test(local)
}

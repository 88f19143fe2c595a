/**
 * Numbers that stand for people. Universities and companies number theirs, with the letters of a name, a faculty or a year around
 * the digits: `s1234567`, `ab12345`, `ga12abc`, `cs19b042`. Chinese networks number mailboxes, and people there put their
 * number, or digits that read as words (`5201314`), behind initials.
 */
import type { Words } from '../local-part/words.ts'

/**
 * Which numbers are ordinary names of people at a domain: none but years and the like (`none`), short ones (`staff`: a domain of
 * somebody's own), those of students (`members`), or any (`accounts`: QQ, Chinese mobile networks).
 */
export type Numbering = 'none' | 'staff' | 'members' | 'accounts'

const NUMBERS: Readonly<Record<Exclude<Numbering, 'none'>, RegExp>> = {
  staff: /^[a-z]{0,3}[-_.]?\d{4,9}[a-z]{0,3}$|^[a-z]{4}\d{4}$/,
  members:
    /^[a-z]{0,5}[-_.]?\d{3,13}[a-z]{0,3}\d{0,4}$|^\d{1,4}[a-z]{1,5}\d{1,7}[a-z]?$|^[a-z]{1,5}\d{1,4}[a-z]{1,4}\d{0,5}$|^[a-z]?\d{2,5}\.\d{3,8}$/,
  accounts: /^\d+$|^[a-z]{1,3}[-_.]?\d{7,11}$/,
}
/** The most letters that these match: most local parts have more, and need no pattern. */
const MOST_LETTERS = 9

export function isNumberedPerson(numbering: Numbering, { letters }: Words, local: string): boolean {
  return numbering !== 'none' && letters.length <= MOST_LETTERS && NUMBERS[numbering].test(local)
}

/**
 * Numbers that identify people. Universities and companies combine digits with letters of a name, a faculty or a year:
 * `s1234567`, `ab12345`, `ga12abc`, `cs19b042`. Chinese networks number mailboxes, and their users append their number,
 * or digits that sound like words (`5201314`), to initials.
 */
import type { Words } from '../local-part/words.ts'
import type { Numbering } from '../provider/provider-rules.ts'

const NUMBERS: Readonly<Record<Exclude<Numbering, 'none'>, RegExp>> = {
  staff: /^[a-z]{0,3}[-_.]?\d{4,9}[a-z]?$|^[a-z]{4}\d{4}$/,
  members:
    /^[a-z]{0,5}[-_.]?\d{3,13}[a-z]{0,2}$|^\d{2,4}[a-z]{2,5}\d{2,7}[a-z]?$|^[a-z]{1,5}\d{2,4}[a-z]{1,4}\d{0,5}$|^[a-z]?\d{2,8}(?:[.-]\d{1,8}){1,3}$/,
  accounts: /^\d+$|^[a-z]{1,3}[-_.]?\d{7,11}$/,
}
/**
 * Schemes of nine characters and more with more changes: year of entry, college code, department code, number.
 * `21b01a1264`, `1ms23cs008`, `pes1ug23cs446`, `cs20btech11012`, `np03cs4a230173`.
 */
const LONG_SCHEME =
  /^(?=.{9,16}$)(?:\d{2}[a-z0-9]{2}[0-9][a-z]\d{2}[a-z0-9]{2}|[a-z]{0,4}\d{1,2}[a-z]{1,3}\d{2}[a-z]{1,5}\d{2,5}|[a-z]{2,3}\d{2}[a-z]{2,6}\d{3,6}|[a-z]{2}\d{2}[a-z]{2}\d[a-z]\d{6}|[a-z]{2}\d[a-z]\d{7}|\d{4}[a-z]{2}\d{3}[a-z]{2}|\d[a-z]\d{2}[a-z]{2,4}\d{3}|\d{2}[a-z]{5,7}\d{4}|\d{2}[a-z]\d{6,8})$/

const CHANGES_OF_A_SCHEME = 3

/** The most letters that these patterns match: most local parts have more, so the patterns are skipped. */
const MOST_LETTERS = 24

export function isNumberedPerson(numbering: Numbering, { letters, changes }: Words, local: string): boolean {
  if (letters.length > MOST_LETTERS) return false
  // Students also use their number at free mail.
  if (numbering === 'none') return changes >= CHANGES_OF_A_SCHEME && isLongScheme(local)
  if (NUMBERS[numbering].test(local)) return numbering === 'accounts' || !UNASSIGNED.test(local)
  return numbering === 'members' && isLongScheme(local)
}

/** `123456`, `111111`: not an assigned number. */
const UNASSIGNED = /^(?:0?1234567?8?9?0?|9?8?7654321?0?|(\d)\1{4,})$/

/** The number may precede or follow the name. */
function isLongScheme(local: string): boolean {
  return local.split(/[._]/).some((part) => LONG_SCHEME.test(part))
}

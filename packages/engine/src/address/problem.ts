/** Problems of malformed addresses: as a phrase after "has", and as a sentence for users. */
import { isWhiteSpace } from './white-space.ts'

/** The problem of a domain with a single label. */
export const NO_DOT = 'no dot in the domain'

export function sentenceOf(problem: string, subject = 'address'): string {
  return problem === NO_DOT ? 'The domain has no dot.' : `The ${subject} has ${problem}.`
}

/** Describes an ASCII character that is not allowed at this place. */
export function describeCharacter(character: string, place: string): string {
  if (character === '(' || character === ')') return 'a comment, or a parenthesis outside quotes'
  const code = character.charCodeAt(0)
  if (isWhiteSpace(code)) return `white space ${place}`
  if (code < 0x20 || code === 0x7f) return `a control character ${place}`
  return `the character ${character === '"' ? "'\"'" : `"${character}"`} ${place}`
}

import { findString, type StringTable } from '../../data/string-table.ts'
import { createHashedText } from '../../text/hashed-text.ts'
import { createGluedDomains } from './glued-domain.ts'

/** The domain that a known misspelling was intended to be. */
export type TypoTarget = (ascii: string) => string | undefined

export function createTypoTarget(data: {
  /** Known misspelling → index into `suggestedDomains`. */
  readonly typos: StringTable
  readonly suggestedDomains: readonly string[]
}): TypoTarget {
  const buffer = createHashedText()
  const findGlued = createGluedDomains(data.suggestedDomains)
  return (ascii) => data.suggestedDomains[findString(data.typos, buffer, ascii)] ?? findGlued(ascii)
}

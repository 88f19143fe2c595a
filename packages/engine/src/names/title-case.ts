/** Capitalization of names. */
import type { Words } from '../local-part/words.ts'

const CAPITALS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toUpperCase())

export function capitalize(local: string, from: number, to: number): string {
  return (CAPITALS[local.charCodeAt(from)] ?? local.charAt(from).toUpperCase()) + local.slice(from + 1, to)
}

/** Upper case at the start and after a hyphen or an apostrophe: `jean-luc` → `Jean-Luc`, `o'brien` → `O'Brien`. */
export function titleCase(lower: string): string {
  const capitalized = capitalize(lower, 0, lower.length)
  if (!lower.includes('-') && !lower.includes("'") && !lower.includes('’')) return capitalized
  return capitalized.replace(/[-'’]\p{Ll}/gu, (pair) => pair.toUpperCase())
}

/** The words from `first` to `last` of the local part, in title case. */
export function titleCaseWords(words: Words, local: string, first: number, last: number): string {
  const from = words.from[first]!
  const to = words.to[last]!
  const isOneWord = to - from === words.ends[last]! - words.starts[first]!
  return isOneWord ? capitalize(local, from, to) : titleCase(local.slice(from, to))
}

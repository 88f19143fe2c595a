// A cell's text → the addresses that a person would read there. Every step takes linear time: a list in one line is a
// cell of a megabyte.

export type CellAddress = {
  address: string
  /** The original cell, if the address had to be extracted from it. */
  repairedFrom?: string
}

/** Nearly all cells: nothing to repair. Also valid as a PostgreSQL regular expression. */
export const PLAIN = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/
/**
 * Invisible in every program: soft hyphens, zero-width letters, direction and byte order marks, tags, variation
 * selectors.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACES = /[\p{Zs}\t\r\n\v\f\u0085\u2028\u2029]+/gu
/** A quoted local part is a valid address (RFC 5321). */
const QUOTED_LOCAL = /^"(?:[^"\\]|\\.)+"@[^\s@]+$/
/** Spaces are already collapsed. */
const AT_SPELLED = / ?[[({] ?(?:at|@) ?[\])}] ?/giu
const DOT_SPELLED = / ?[[({] ?(?:dot|\.) ?[\])}] ?/giu
const AROUND_AT = / ?@ ?/g
/** After the first label only: the text after a complete domain may be the next sentence. */
const AROUND_DOT = /(@[^\s@.,;|<>/]+) ?\. ?(?=\p{L})/gu
/** Most cells need none of the steps above; this detects them in one pass. */
const TO_TIDY = /[^\x20-\x7e]| {2}/
const TO_SPELL = /[＠．＜＞[({]| [@.]|[@.] /
/** Like `PLAIN`, with no character at its ends that may belong to the surrounding text. */
const BARE = /^[A-Za-z0-9_%+][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/** A name before an address in angle brackets, as mail programs write it; the name must not contain an address. */
const NAMED = /^[^@＠%<＜>＞[({]*<[A-Za-z0-9_%+][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+>$/

/** All typographic quotes, brackets and separators: never the first or last character of an address. */
const WRAPPERS = new Set(
  ' "\'`´“”„‟‘’‚‛«»‹›「」『』《》〈〉【】〔〕（）［］｛｝<>＜＞()[]{}.,;:|/\\!•·*–—…、。，；：！？¡¿‧・',
)
/** Exchange writes `SMTP:` before addresses, people write `Email:`. No address has a colon there. */
const LABEL = /^(?:smtp|e-?mail|mail):/i
const BEFORE = new Set([...WRAPPERS, '-'])
const BEHIND = new Set([...WRAPPERS, '?'])
const PLAIN_MARGINS = new Set(' \t\r\n')

/** A cell is one address, unchanged, if `repair` is off. An empty cell has none. */
export function readCell(cell: string, repair: boolean): CellAddress[] {
  if (PLAIN.test(cell)) return [{ address: cell }]
  const trimmed = strip(cell, PLAIN_MARGINS, PLAIN_MARGINS)
  if (!trimmed) return []
  if (!repair) return [{ address: trimmed }]
  if (NAMED.test(trimmed)) return [{ address: trimmed.slice(trimmed.indexOf('<') + 1, -1), repairedFrom: trimmed }]
  const visible = TO_TIDY.test(trimmed) ? trimmed.replace(INVISIBLE, '').replace(SPACES, ' ').trim() : trimmed
  if (!visible) return []
  const found = QUOTED_LOCAL.test(visible) ? [visible] : findAddresses(visible)
  return [...new Set(found)].map((address) => (address === trimmed ? { address } : { address, repairedFrom: trimmed }))
}

function findAddresses(text: string): string[] {
  const spelled = TO_SPELL.test(text) ? spell(text) : text
  const { inside, outside } = splitAngles(spelled)
  // Names before angle brackets may be quoted and contain anything.
  const found =
    inside.length > 0 ? [...inside, outside.replace(/"[^"]*"/g, ' ')].flatMap(splitPlain) : splitPlain(spelled)
  // Without any @ it is not an address, and is validated unchanged.
  return found.length > 0 ? found : [text]
}

function spell(text: string): string {
  return text
    .replaceAll('＠', '@')
    .replaceAll('．', '.')
    .replaceAll('＜', '<')
    .replaceAll('＞', '>')
    .replace(AT_SPELLED, '@')
    .replace(DOT_SPELLED, '.')
    .replace(AROUND_AT, '@')
    .replace(AROUND_DOT, '$1.')
}

/** Separates texts in angle brackets that contain an @ from the rest. */
function splitAngles(text: string): { inside: string[]; outside: string } {
  const inside: string[] = []
  let outside = ''
  let start = 0
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', start)) {
    const close = text.indexOf('>', open)
    if (close < 0) break
    // The innermost pair: `<<a@b.example>`.
    const inner = text.lastIndexOf('<', close)
    const content = text.slice(inner + 1, close)
    outside += `${text.slice(start, inner)} `
    if (content.includes('@')) inside.push(content)
    else outside += content
    start = close + 1
  }
  return { inside, outside: outside + text.slice(start) }
}

function splitPlain(text: string): string[] {
  if (BARE.test(text)) return [text]
  // A link may contain its @ as %40.
  if (!text.includes('@') && !text.includes('%')) return []
  return text
    .split(/[\s,;|]+/u)
    .flatMap((token) => (count(token, '@') > 1 ? token.split('/') : [token]))
    .flatMap(unwrap)
    .filter((token) => token.includes('@'))
}

function unwrap(token: string): string[] {
  const bare = strip(token, BEFORE, BEHIND).replace(LABEL, '')
  // Also within a tag, as in web pages: `<a href="mailto:…">`.
  const [, target] = /mailto:([^?"'<>]*)/i.exec(bare) ?? []
  if (target === undefined) return [bare]
  return unescapeLink(target)
    .split(',')
    .map((part) => strip(part, BEFORE, BEHIND))
}

function strip(text: string, before: ReadonlySet<string>, behind: ReadonlySet<string>): string {
  let start = 0
  let end = text.length
  while (start < end && before.has(text[start]!)) start++
  while (end > start && behind.has(text[end - 1]!)) end--
  return text.slice(start, end)
}

function count(text: string, letter: string): number {
  let found = 0
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) found++
  return found
}

function unescapeLink(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

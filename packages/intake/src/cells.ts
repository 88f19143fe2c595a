// A cell's text → the addresses that a person would read there. Every step takes time in proportion to the cell: a
// list in one line is a cell of a megabyte.

export type CellAddress = {
  address: string
  /** The cell as it stands, where the address had to be read out of it. */
  repairedFrom?: string
}

/** As nearly all cells are: nothing to repair. A regular expression of PostgreSQL as well. */
export const PLAIN = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/
/** Shown by no program: soft hyphens, zero-width letters, marks of direction and of byte order, tags, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACES = /[\p{Zs}\t\r\n\v\f\u0085\u2028\u2029]+/gu
/** A quoted local part is an address as it is (RFC 5321). */
const QUOTED_LOCAL = /^"(?:[^"\\]|\\.)+"@[^\s@]+$/
/** Spaces are single by now. */
const AT_SPELLED = / ?[[({] ?(?:at|@) ?[\])}] ?/giu
const DOT_SPELLED = / ?[[({] ?(?:dot|\.) ?[\])}] ?/giu
const AROUND_AT = / ?@ ?/g
/** Behind the first label only: what follows a whole domain may be the next sentence. */
const AROUND_DOT = /(@[^\s@.,;|<>/]+) ?\. ?(?=\p{L})/gu
/** Most cells need none of the steps above: one look tells. */
const TO_TIDY = /[^\x20-\x7e]| {2}/
const TO_SPELL = /[＠．＜＞[({]| [@.]|[@.] /
/** As `PLAIN`, and nothing at its ends that may belong to the text around. */
const BARE = /^[A-Za-z0-9_%+][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/** A name before an address in angle brackets, as programs for mail write them; in the name nothing may be an address. */
const NAMED = /^[^@＠%<＜>＞[({]*<[A-Za-z0-9_%+][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+>$/

/** Quotes of all typesetters, brackets of all kinds, and what separates: never the first or last letter of an address. */
const WRAPPERS = new Set(
  ' "\'`´“”„‟‘’‚‛«»‹›「」『』《》〈〉【】〔〕（）［］｛｝<>＜＞()[]{}.,;:|/\\!•·*–—…、。，；：！？¡¿‧・',
)
/** Exchange writes `SMTP:` before addresses, people write `Email:`. No address has a colon there. */
const LABEL = /^(?:smtp|e-?mail|mail):/i
const BEFORE = new Set([...WRAPPERS, '-'])
const BEHIND = new Set([...WRAPPERS, '?'])
const PLAIN_MARGINS = new Set(' \t\r\n')

/** A cell is one address as it stands when `repair` is off. An empty cell has none. */
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
  // Names before angle brackets may be quoted, with anything in them.
  const found =
    inside.length > 0 ? [...inside, outside.replace(/"[^"]*"/g, ' ')].flatMap(splitPlain) : splitPlain(spelled)
  // Without any @ it is no address, and is validated as it stands.
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

/** Separates texts in angle brackets that have an @ from the rest. */
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
  // A link may hold its @ as %40.
  if (!text.includes('@') && !text.includes('%')) return []
  return text
    .split(/[\s,;|]+/u)
    .flatMap((token) => (count(token, '@') > 1 ? token.split('/') : [token]))
    .flatMap(unwrap)
    .filter((token) => token.includes('@'))
}

function unwrap(token: string): string[] {
  const bare = strip(token, BEFORE, BEHIND).replace(LABEL, '')
  // Also within a tag, as pages have it: `<a href="mailto:…">`.
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

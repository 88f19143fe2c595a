// What stands in a cell → the addresses that a person would read there.

export type CellAddress = {
  address: string
  /** The cell as it stands, where the address had to be read out of it. */
  repairedFrom?: string
}

/** As nearly all cells are: nothing to repair. */
const PLAIN = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/
/** Shown by no program: soft hyphens, zero-width letters, marks of direction and of byte order, tags, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Not worth a mention. */
const PLAIN_MARGINS = /^[ \t\r\n]+|[ \t\r\n]+$/g
const SPACES = /[\p{Zs}\t\r\n\v\f\u0085\u2028\u2029]+/gu
/** Quotes of typesetters and brackets of all kinds, around a whole address. */
const WRAPPERS = '\\s"\'`´“”„‟‘’‚‛«»‹›「」『』<>＜＞()\\[\\]{}'
const BEFORE = new RegExp(`^[${WRAPPERS}.,;:|/\\\\!•·*–—-]+`, 'u')
const BEHIND = new RegExp(`[${WRAPPERS}.,;:|/\\\\!•·*?–—]+$`, 'u')
/** A quoted local part is an address as it is (RFC 5321). */
const QUOTED_LOCAL = /^"(?:[^"\\]|\\.)+"@[^\s@]+$/
const AT_SPELLED = /\s*[[({]\s*(?:at|@)\s*[\])}]\s*/giu
const DOT_SPELLED = /\s*[[({]\s*(?:dot|\.)\s*[\])}]\s*/giu
const IN_ANGLES = /[<＜]([^<>＜＞]*@[^<>＜＞]*)[>＞]/gu

/** With `repair` off, a cell is one address as it stands. Empty for a cell in which nothing stands. */
export function readCell(cell: string, repair: boolean): CellAddress[] {
  if (PLAIN.test(cell)) return [{ address: cell }]
  const trimmed = cell.replace(PLAIN_MARGINS, '')
  if (!trimmed) return []
  if (!repair) return [{ address: trimmed }]
  const visible = trimmed.replace(INVISIBLE, '').replace(SPACES, ' ').trim()
  if (!visible) return []
  const found = QUOTED_LOCAL.test(visible) ? [visible] : findAddresses(visible)
  return [...new Set(found)].map((address) => (address === trimmed ? { address } : { address, repairedFrom: trimmed }))
}

function findAddresses(text: string): string[] {
  const spelled = text.replaceAll('＠', '@').replaceAll('．', '.').replace(AT_SPELLED, '@').replace(DOT_SPELLED, '.')
  const inAngles = [...spelled.matchAll(IN_ANGLES)].flatMap(([, inner]) => split(inner!))
  // Without any @ it is nobody's address, and is judged as it stands.
  const found =
    inAngles.length > 0
      ? [...inAngles, ...split(spelled.replace(IN_ANGLES, ' ').replace(/"[^"]*"/g, ' '))]
      : split(spelled)
  return found.length > 0 ? found : [text]
}

function split(text: string): string[] {
  return text
    .replace(/\s*@\s*/g, '@')
    .split(/[\s,;|]+|\/+(?=[^/\s]*@)/u)
    .flatMap(unwrap)
    .filter((token) => token.includes('@'))
}

function unwrap(token: string): string[] {
  const bare = token.replace(BEFORE, '')
  const link = /^mailto:/i.test(bare) ? unescapeLink(bare.slice('mailto:'.length).replace(/\?.*$/s, '')) : bare
  return link.split(',').map((part) => part.replace(BEFORE, '').replace(BEHIND, ''))
}

function unescapeLink(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

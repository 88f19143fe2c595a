// Everything a source says passes through here: the bounds of §2.2, and nothing that a database, a log or a reader could choke on.
import {
  ENRICHMENT_LINKS_MAX_COUNT,
  ENRICHMENT_TEXT_MAX_CHARACTERS,
  ENRICHMENT_URL_MAX_CHARACTERS,
} from '@mailsift/contract'

/** No text has so much white space before and in it that more would be needed; a megabyte is not looked through. */
const LINE_MAX_CHARACTERS = 16 * ENRICHMENT_TEXT_MAX_CHARACTERS

/** One line of visible text of at most 1024 characters, or undefined when nothing is left. */
export function boundText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value
    .slice(0, LINE_MAX_CHARACTERS)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  const characters = line.length <= ENRICHMENT_TEXT_MAX_CHARACTERS ? line : firstCharacters(line)
  return characters || undefined
}

/** Cut between code points, never inside one. */
function firstCharacters(line: string): string {
  return Array.from(line.slice(0, 2 * ENRICHMENT_TEXT_MAX_CHARACTERS))
    .slice(0, ENRICHMENT_TEXT_MAX_CHARACTERS)
    .join('')
    .trimEnd()
}

/** An absolute http(s) URI (RFC 3986) of a named host, or undefined. */
export function boundUrl(value: unknown, base?: string): string | undefined {
  if (typeof value !== 'string') return undefined
  const url = URL.parse(value.trim(), base)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return undefined
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(url.hostname)) return undefined
  const uri = url.origin + escapeStray(url.pathname) + escapeStray(url.search) + escapeStray(url.hash)
  return uri.length <= ENRICHMENT_URL_MAX_CHARACTERS ? uri : undefined
}

/** The URL parser leaves characters standing that RFC 3986 does not allow after the authority. */
function escapeStray(part: string): string {
  return part.replace(/%(?![0-9A-Fa-f]{2})|(?<=.)#|[^\w\-.~:/?#@!$&'()*+,;=%]/g, encodeURIComponent)
}

/** At most ten, each once. */
export function boundLinks(values: Iterable<unknown>, base?: string): string[] {
  const links = new Set<string>()
  for (const value of values) {
    const link = boundUrl(value, base)
    if (link) links.add(link)
    if (links.size === ENRICHMENT_LINKS_MAX_COUNT) break
  }
  return [...links]
}

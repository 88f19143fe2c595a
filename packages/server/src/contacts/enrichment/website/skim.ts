/*
 * HTML parsers take quadratic time on pages made for it: one megabyte of `<div>` keeps parse5 busy for minutes. A page is
 * therefore first reduced, in one pass, to the few elements that we read, flat and bounded in number. What is left is
 * small, and is parsed properly.
 */

const TAG_START = /<(?:!--|\/?([a-z][a-z0-9]*))/gi
const TAG_MAX_CHARACTERS = 8192
const KEPT_MAX_COUNT = 1_000
/** Tags longer than the maximum are rare (images inside their attribute); a page full of them is not worth reading. */
const OVERLONG_MAX_COUNT = 100

/** Elements whose content is text for the parser, or not part of the page. */
const OPAQUE = new Set(['script', 'style', 'title', 'textarea', 'template', 'iframe', 'xmp'])

/** The page's `meta`, `link` and `rel` anchors, its title and its JSON-LD, as a small page. */
export function skim(html: string): string {
  const kept: string[] = []
  let overlong = 0
  let inBody = false
  const tags = new RegExp(TAG_START)
  for (let match = tags.exec(html); match && kept.length < KEPT_MAX_COUNT; match = tags.exec(html)) {
    if (match[0] === '<!--') {
      tags.lastIndex = after(html, '-->', match.index)
      continue
    }
    const name = match[1]!.toLowerCase()
    const end = endOfTag(html, tags.lastIndex)
    if (end === undefined) {
      if (++overlong > OVERLONG_MAX_COUNT) break
      continue
    }
    tags.lastIndex = end
    if (html[match.index + 1] === '/') continue
    const tag = html.slice(match.index, end)
    if (OPAQUE.has(name)) {
      const close = indexOfClose(html, name, end)
      if ((name === 'title' && !inBody) || (name === 'script' && /ld\+json/i.test(tag)))
        kept.push(`${tag}${html.slice(end, close)}</${name}>`)
      tags.lastIndex = close
    } else if (name === 'body') inBody = true
    else if (name === 'meta' || name === 'link') kept.push(tag)
    else if (name === 'a' && /\srel\s*=/i.test(tag)) kept.push(`${tag}</a>`)
  }
  return kept.join('\n')
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

/** The position behind the `>` that ends a tag; one inside a quoted attribute does not. */
function endOfTag(html: string, from: number): number | undefined {
  let quote: string | undefined
  const limit = Math.min(html.length, from + TAG_MAX_CHARACTERS)
  for (let at = from; at < limit; at++) {
    const character = html[at]
    if (quote) {
      if (character === quote) quote = undefined
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return undefined
}

function indexOfClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? html.length
}

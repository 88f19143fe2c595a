/*
 * HTML parsers take quadratic time on pages made for it: one megabyte of `<div>` keeps parse5 busy for minutes. A page is
 * therefore first reduced, in one pass, to the few elements that we read, flat and bounded in number. What is left is
 * small, and is parsed properly.
 */

const TAG_START = /<(?:!--|\/?([a-z][a-z0-9]*))/gi
const TAG_MAX_CHARACTERS = 8192
const KEPT_MAX_COUNT = 1_000
/** Of all kept tags together, without what stands in a script. */
const KEPT_MAX_CHARACTERS = 128 * 1024
/** Quotes, blanks and slashes between attributes: a parser holds each attribute against all before it. */
const SEPARATORS_MAX_COUNT = 200
const TITLE_MAX_CHARACTERS = 4096
/** Tags longer than the maximum are rare (images inside their attribute); a page full of them is not worth reading. */
const OVERLONG_MAX_COUNT = 100

/** Elements whose content is text for the parser, or not part of the page, and what ends each. */
const OPAQUE: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  title: /<\/title/gi,
  textarea: /<\/textarea/gi,
  template: /<\/template/gi,
  iframe: /<\/iframe/gi,
  xmp: /<\/xmp/gi,
}

/** The page's `meta`, `link` and `rel` anchors, its title and its JSON-LD, as a small page. */
export function skim(html: string): string {
  const kept: string[] = []
  let overlong = 0
  let inBody = false
  let characters = 0
  const keep = (tag: string, separators: number) => {
    characters += tag.length
    if (separators <= SEPARATORS_MAX_COUNT && characters <= KEPT_MAX_CHARACTERS) kept.push(tag)
  }
  // Its place is kept in the expression itself, which starts anew for each page.
  const tags = TAG_START
  tags.lastIndex = 0
  for (let match = tags.exec(html); match && kept.length < KEPT_MAX_COUNT; match = tags.exec(html)) {
    if (match[0] === '<!--') {
      tags.lastIndex = after(html, '-->', match.index)
      continue
    }
    const name = match[1]!.toLowerCase()
    const { end, separators } = endOfTag(html, tags.lastIndex)
    if (end === undefined) {
      if (++overlong > OVERLONG_MAX_COUNT) break
      continue
    }
    tags.lastIndex = end
    if (html[match.index + 1] === '/') continue
    const tag = html.slice(match.index, end)
    const closing = OPAQUE[name]
    if (closing) {
      const close = indexOf(html, closing, end)
      if (name === 'title' && !inBody)
        keep(`<title>${html.slice(end, Math.min(close, end + TITLE_MAX_CHARACTERS))}</title>`, 0)
      else if (name === 'script' && separators <= SEPARATORS_MAX_COUNT && /ld\+json/i.test(tag))
        kept.push(`${tag}${html.slice(end, close)}</script>`)
      tags.lastIndex = close
    } else if (name === 'body') inBody = true
    else if (name === 'meta' || name === 'link') keep(tag, separators)
    else if (name === 'a' && /\srel\s*=/i.test(tag)) keep(`${tag}</a>`, separators)
  }
  return kept.join('\n')
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

/** The position behind the `>` that ends a tag; one inside a quoted attribute does not. */
function endOfTag(html: string, from: number): { end: number | undefined; separators: number } {
  let separators = 0
  let quote: string | undefined
  const limit = Math.min(html.length, from + TAG_MAX_CHARACTERS)
  for (let at = from; at < limit; at++) {
    const character = html[at]
    if (quote) {
      if (character === quote) quote = undefined
    } else if (character === '>') return { end: at + 1, separators }
    else if (character === '"' || character === "'") {
      quote = character
      separators++
    } else if (character === '/' || character! <= ' ') separators++
  }
  return { end: undefined, separators }
}

function indexOf(html: string, closing: RegExp, from: number): number {
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

/*
 * HTML parsers take quadratic time on pages made for it: one megabyte of `<div>` keeps parse5 busy for minutes. A page is
 * therefore first reduced, in one pass, to the few elements that we read, flat and bounded in number. What is left is
 * small, and is parsed properly.
 *
 * Kept in the order of the page: `meta`, `link`, the title, JSON-LD, anchors that we may follow or that hold an address,
 * pictures with a text, microdata as `<data …></data>`, and the text between tags as `<span>…</span>`.
 */

const TAG_START = /<(?:!--|\/?([a-z][a-z0-9]*))/gi
const TAG_MAX_CHARACTERS = 8192
const KEPT_MAX_COUNT = 1_000
const IMAGES_MAX_COUNT = 200
/** Characters of all kept tags together, scripts not counted. */
const KEPT_MAX_CHARACTERS = 128 * 1024
/** Quotes, blanks and slashes between attributes: a parser holds each attribute against all before it. */
const SEPARATORS_MAX_COUNT = 200
const TITLE_MAX_CHARACTERS = 4096
/** Tags longer than the maximum are rare (images inside their attribute); a page full of them is not worth reading. */
const OVERLONG_MAX_COUNT = 100
/** Names, titles and notices are short; of a paragraph its beginning is enough. */
const TEXT_MAX_CHARACTERS = 240
const TEXTS_MAX_COUNT = 2_500
/** Texts kept from the end of a longer page: there the owner signs. */
const LAST_TEXTS_COUNT = 100

/** Elements whose content is text for the parser, or not part of the page, and what ends each. */
const OPAQUE: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  title: /<\/title/gi,
  textarea: /<\/textarea/gi,
  template: /<\/template/gi,
  iframe: /<\/iframe/gi,
  xmp: /<\/xmp/gi,
  svg: /<\/svg/gi,
}

/** Anchors that a reader of ours has a use for; `isWanted` gets the tag and the beginning of what follows it. */
export type WantedAnchor = (tag: string, label: string) => boolean
const LABEL_MAX_CHARACTERS = 80

export function skim(html: string, isWantedAnchor: WantedAnchor = () => false): string {
  const kept: string[] = []
  const texts = createTexts(kept)
  let [overlong, images, tags, characters] = [0, 0, 0, 0]
  let inBody = false
  const keep = (tag: string, separators: number) => {
    characters += tag.length
    if (separators > SEPARATORS_MAX_COUNT || characters > KEPT_MAX_CHARACTERS) return
    kept.push(tag)
    tags++
  }
  // Its place is kept in the expression itself, which starts over for each page.
  const starts = TAG_START
  starts.lastIndex = 0
  let textStart = 0
  for (let match = starts.exec(html); match && tags < KEPT_MAX_COUNT; match = starts.exec(html)) {
    if (inBody) texts.add(html, textStart, match.index)
    if (match[0] === '<!--') {
      textStart = starts.lastIndex = after(html, '-->', match.index)
      continue
    }
    const name = match[1]!.toLowerCase()
    const { end, separators } = endOfTag(html, starts.lastIndex)
    if (end === undefined) {
      if (++overlong > OVERLONG_MAX_COUNT) break
      textStart = starts.lastIndex
      continue
    }
    textStart = starts.lastIndex = end
    if (html[match.index + 1] === '/') continue
    const tag = html.slice(match.index, end)
    const closing = OPAQUE[name]
    if (closing) {
      const close = indexOf(html, closing, end)
      if (name === 'title' && !inBody)
        keep(`<title>${html.slice(end, Math.min(close, end + TITLE_MAX_CHARACTERS))}</title>`, 0)
      else if (name === 'script' && separators <= SEPARATORS_MAX_COUNT && /ld\+json/i.test(tag)) {
        kept.push(`${tag}${html.slice(end, close)}</script>`)
        tags++
      }
      textStart = starts.lastIndex = close
    } else if (name === 'body') inBody = true
    else if (name === 'meta' || name === 'link') keep(tag, separators)
    else if (
      name === 'a' &&
      (/\srel\s*=/i.test(tag) || isWantedAnchor(tag, html.slice(end, end + LABEL_MAX_CHARACTERS)))
    )
      keep(`${tag}</a>`, separators)
    else if (name === 'img' && /\salt\s*=\s*["']?[^\s"'>]/i.test(tag) && images++ < IMAGES_MAX_COUNT)
      keep(tag, separators)
    else if (/\sitem(?:type|prop)\s*=/i.test(tag)) keep(`<data${tag.slice(1 + name.length)}</data>`, separators)
  }
  return texts.finish().join('\n')
}

/** Collects what stands between tags; beyond the maximum only the last of it. */
function createTexts(kept: string[]) {
  const last: string[] = []
  let count = 0
  return {
    add(html: string, from: number, to: number) {
      if (from >= to) return
      const text = html.slice(from, Math.min(to, from + TEXT_MAX_CHARACTERS))
      if (!/[\p{L}\p{N}©ⓒ]|&copy;/u.test(text)) return
      const piece = `<span>${text.replaceAll('<', '&lt;')}</span>`
      if (count++ < TEXTS_MAX_COUNT) kept.push(piece)
      else {
        if (last.length === LAST_TEXTS_COUNT) last.shift()
        last.push(piece)
      }
    },
    finish: () => [...kept, ...last],
  }
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

// A spreadsheet runs a cell as a formula when it begins with one of a few signs, whoever wrote the cell. Some look through
// white space and invisible characters, some fold the full-width signs of East Asian text to the ASCII ones, and some give
// each line of a pasted cell a cell of its own.

const SIGNS = charCodes('=+-@＝＋－＠')
/** White_Space of Unicode, and what has no width. */
const IGNORED = charCodes(
  ' \t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b' +
    '\u2028\u2029\u202f\u205f\u3000\ufeff',
)
const LINE_BREAKS = charCodes('\n\v\f\r\u0085\u2028\u2029')

/** Whether any line of the text begins, after characters that are not seen, with a sign that starts a formula. */
export function looksLikeFormula(text: string): boolean {
  let atLineStart = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (LINE_BREAKS.has(code)) atLineStart = true
    else if (atLineStart && SIGNS.has(code)) return true
    else if (!IGNORED.has(code)) atLineStart = false
  }
  return false
}

function charCodes(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)))
}

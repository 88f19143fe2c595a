// A spreadsheet runs a cell as a formula if it starts with one of a few characters. Some programs skip leading white
// space and invisible characters, some fold the full-width characters of East Asian text to ASCII, and some split a
// pasted cell into one cell per line.

const SIGNS = charCodes('=+-@＝＋－＠')
/** Invisible characters: white space, controls, and characters such as soft hyphens. */
const UNSEEN = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
/** All ASCII characters between space and delete are visible. */
const isPlain = (code: number) => code > 0x20 && code < 0x7f
const LINE_BREAKS = charCodes('\n\v\f\r\u0085\u2028\u2029')

/** Escapes the text so that spreadsheets show it and never run it. Every file for people is written through this. */
export function neutralize(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text
}

/** Whether any line of the text starts, after invisible characters, with a formula character. */
function looksLikeFormula(text: string): boolean {
  let atLineStart = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (LINE_BREAKS.has(code)) atLineStart = true
    else if (atLineStart && SIGNS.has(code)) return true
    else if (atLineStart) {
      // Some invisible characters have two UTF-16 units.
      const character = String.fromCodePoint(text.codePointAt(at)!)
      if (isPlain(code) || !UNSEEN.test(character)) atLineStart = false
      else at += character.length - 1
    }
  }
  return false
}

function charCodes(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)))
}

// A spreadsheet runs a cell as a formula when it begins with one of a few signs, from any source. Some look through
// white space and invisible characters, some fold the full-width signs of East Asian text to the ASCII ones, and some give
// each line of a pasted cell its own cell.

const SIGNS = charCodes('=+-@＝＋－＠')
/** Invisible characters: white space, controls, and characters without their own form, such as soft hyphens. */
const UNSEEN = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
/** All of ASCII between the blank and the delete character is seen. */
const isPlain = (code: number) => code > 0x20 && code < 0x7f
const LINE_BREAKS = charCodes('\n\v\f\r\u0085\u2028\u2029')

/** The text as one that spreadsheets show and never run. Every file that a person opens is written through this. */
export function neutralize(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text
}

/** Whether any line of the text begins, after characters that are not seen, with a sign that starts a formula. */
function looksLikeFormula(text: string): boolean {
  let atLineStart = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (LINE_BREAKS.has(code)) atLineStart = true
    else if (atLineStart && SIGNS.has(code)) return true
    else if (atLineStart) {
      // Some invisible characters take two UTF-16 units.
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

import { foldMarks } from '@mailsift/engine/fold'

/** How German and Scandinavian names are written where those letters cannot be. */
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae', ß: 'ss' }

/** Words in a form that compares: lower case, without marks and punctuation, single spaces between them. */
export function fold(text: string): string {
  return foldMarks(text.normalize('NFKD').toLowerCase())
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The folded form, and that of the text with its umlauts spelled out. */
export function folds(text: string): string[] {
  const spelledOut = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåøæß]/g, (letter) => SPELLED_OUT[letter]!)
  return [...new Set([fold(text), fold(spelledOut)])]
}

/** Letters that no decomposition takes apart. */
const BASES: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
/** How German and Scandinavian names are written where those letters cannot be. */
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae', ß: 'ss' }

/** Words in a form that compares: lower case, without marks and punctuation, single spaces between them. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => BASES[letter]!)
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

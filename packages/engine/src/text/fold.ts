/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ə: 'e',
  ħ: 'h',
  ŋ: 'ng',
  ŧ: 't',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ɛ: 'e',
  ɔ: 'o',
}
const MARKS = /\p{M}/gu
const WHOLE_LETTER = /[ßæœøłđðþıəħŋŧɓɗƙɛɔ]/g

/** Lower-case Latin letters without diacritics: `müller` → `muller`. Other characters are unchanged. */
export function foldMarks(lowerCase: string): string {
  return lowerCase
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(WHOLE_LETTER, (letter) => WHOLE_LETTERS[letter]!)
}

/**
 * Latin-1 Supplement to IPA Extensions with the combining marks, and Latin Extended Additional: the letters used in
 * names.
 */
const LATIN_BLOCKS = [
  [0xc0, 0x36f],
  [0x1e00, 0x1eff],
] as const
const FOLDED = new Map<number, string>()
for (const [first, last] of LATIN_BLOCKS) {
  for (let code = first; code <= last; code++) {
    const folded = foldMarks(String.fromCharCode(code).toLowerCase())
    if (/^[a-z]*$/.test(folded)) FOLDED.set(code, folded)
  }
}

/** The a–z form of one non-ASCII letter, given as its code unit; empty for a mark, undefined for other scripts. */
export function foldLetter(code: number): string | undefined {
  return FOLDED.get(code)
}

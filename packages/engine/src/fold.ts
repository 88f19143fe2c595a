/** Latin letters that Unicode does not take apart into a base letter and a mark. */
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
const WHOLE_LETTER = new RegExp(`[${Object.keys(WHOLE_LETTERS).join('')}]`, 'g')

/** Lower-case Latin letters without their marks: `müller` → `muller`. What is not Latin stays as it is. */
export function foldMarks(lowerCase: string): string {
  return lowerCase
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(WHOLE_LETTER, (letter) => WHOLE_LETTERS[letter]!)
}

/** Latin-1 Supplement to Latin Extended-B, and Latin Extended Additional: where the letters of names are. */
const LATIN_BLOCKS = [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const
const FOLDED = new Map<number, string>()
for (const [first, last] of LATIN_BLOCKS) {
  for (let code = first; code <= last; code++) FOLDED.set(code, foldMarks(String.fromCharCode(code).toLowerCase()))
}

/** `foldMarks` for one character in lower case, given as its code unit. */
export function foldCharacter(code: number): string {
  return FOLDED.get(code) ?? foldMarks(String.fromCharCode(code))
}

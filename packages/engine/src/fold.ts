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

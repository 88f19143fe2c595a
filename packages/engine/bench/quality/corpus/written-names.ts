/** Name spellings used in addresses: without diacritics, or with replacement letters (`Müller`: muller, mueller). */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ı: 'i', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' }
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

export function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[øłıđßæœ]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
}

/** All ways to write the words as one. */
export function writtenForms(...words: string[]): string[] {
  const name = words.join('').normalize('NFC').toLowerCase()
  return [foldName(name), foldName(name.replace(/[äöüåø]/g, (letter) => UMLAUTS[letter]!))]
}

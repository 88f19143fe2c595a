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

/** How domains write Cyrillic letters. */
const IN_LATIN: Record<string, string> = Object.fromEntries(
  `а a б b в v г g ґ g д d е e ё e є ye ж zh з z и i і i ї yi й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sch ы y э e ю yu я ya ь - ъ -`
    .split(' ')
    .flatMap((_, nth, all) => (nth % 2 ? [] : [[all[nth]!, all[nth + 1]!.replace('-', '')]])),
)

/** The folded form, and those in which domains spell it: umlauts in two letters, "and" for its sign, Cyrillic in Latin letters. */
export function folds(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase()
  const spelledOut = lower.replace(/[äöüåøæß]/g, (letter) => SPELLED_OUT[letter]!)
  const inLatin = lower.replace(/[а-яёєіїґ]/g, (letter) => IN_LATIN[letter] ?? letter)
  const joined = ['and', 'und', 'et', 'og', 'och', 'en', 'y', 'e'].map((word) =>
    spelledOut.replaceAll('&', ` ${word} `),
  )
  return [...new Set([text, spelledOut, inLatin, ...joined].map(fold))]
}

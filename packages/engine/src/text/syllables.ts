/**
 * Chinese, Korean and Vietnamese names in Latin letters are often one word of an address (`liuzhiqiang`, `seojinhyeok`,
 * `doquocnhan`). No list contains all of them, and a model of other names finds their letters surprising, but they
 * consist of few syllables, each a start and an end from closed sets. Random letters hardly ever do.
 */
type Syllables = { readonly starts: ReadonlySet<string>; readonly ends: ReadonlySet<string> }

const set = (text: string): ReadonlySet<string> => new Set(['', ...text.split(' ')])

const CHINESE: Syllables =
  // Pinyin, with the older spellings that are common in Taiwan.
  {
    starts: set('b p m f d t n l g k h j q x zh ch sh r z c s y w hs ts tz'),
    ends: set(
      'a ai an ang ao ei en eng er i ia ian iang iao ie in ing iong iu o ong ou u ua uai uan uang ue ui un uo e ieh ien ueh ung',
    ),
  }

const KOREAN: Syllables =
  // Revised Romanization, with the spellings that people prefer for their own names.
  {
    starts: set(
      ['', 'g', 'k', 'kk', 'n', 'd', 't', 'r', 'l', 'm', 'b', 'p', 's', 'sh', 'ss', 'j', 'ch', 'h']
        .flatMap((consonant) => [consonant, `${consonant}y`, `${consonant}w`])
        .filter((start) => start !== '')
        .join(' '),
    ),
    ends: set(
      'a ae ai ee eo e o oe oi oo ou u eu ui i'
        .split(' ')
        .flatMap((vowel) =>
          ['', 'k', 'g', 'n', 'l', 'm', 'p', 'b', 't', 'ng', 'h'].map((consonant) => vowel + consonant),
        )
        .concat('ahn', 'ark')
        .join(' '),
    ),
  }

const VIETNAMESE: Syllables =
  // Vietnamese, without its marks.
  {
    starts: set('b c ch d g gh gi h k kh l m n ng ngh nh p ph q r s t th tr v x'),
    ends: set(
      'a ac ach ai am an ang anh ao ap at au ay e ec em en eng ep et eo eu enh ech i ia ich iec iem ien ieng iep iet ieu im in inh ip it iu ' +
        'o oa oac oai oan oang oanh oat oay oc oe oen oi om on ong op ot u ua uan uang uat uay uc ue uen ui um un ung uoc uoi uom uon uong uot uu uy uyen uyet uynh ' +
        'uynh ut y ye yen yeu',
    ),
  }

const LANGUAGES = [CHINESE, KOREAN, VIETNAMESE]

const LONGEST_SYLLABLE = 7
const LONGEST_START = 3
/** A family name and a given name together have two to four. */
const MOST_SYLLABLES = 4

/** Whether the whole word is a few syllables of one of these languages. */
export function isSyllables(word: string): boolean {
  return LANGUAGES.some((language) => fallsInto(language, word, MOST_SYLLABLES))
}

export const isChineseSyllables = (word: string, most: number): boolean => fallsInto(CHINESE, word, most)
export const isVietnameseSyllables = (word: string, most: number): boolean => fallsInto(VIETNAMESE, word, most)
export const isKoreanSyllables = (word: string, most: number): boolean => fallsInto(KOREAN, word, most)

function fallsInto(language: Syllables, word: string, most: number): boolean {
  if (word.length > most * LONGEST_SYLLABLE) return false
  // Bit n: some number of syllables ends before letter n.
  let ends = 1
  for (let count = 0; count < most && ends !== 0; count++) {
    let next = 0
    for (let at = 0; at < word.length; at++) if (((ends >>> at) & 1) !== 0) next |= endsOfSyllable(language, word, at)
    if (((next >>> word.length) & 1) !== 0) return true
    ends = next
  }
  return false
}

/** Possible ends of a syllable that starts at a position, as bits. A single letter is not a syllable. */
function endsOfSyllable({ starts, ends }: Syllables, word: string, at: number): number {
  let found = 0
  for (let cut = at; cut <= at + LONGEST_START; cut++) {
    if (!starts.has(word.slice(at, cut))) continue
    for (let end = Math.max(cut + 1, at + 2); end <= Math.min(word.length, at + LONGEST_SYLLABLE); end++) {
      if (ends.has(word.slice(cut, end))) found |= 1 << end
    }
  }
  return found
}

/**
 * Korean typed on Latin keys: `tjdwns` is 성준, key by key, a common choice of local part in Korea. The keys of a
 * syllable are a consonant, a vowel and up to two consonants; a word of such syllables, mostly those of names, is not
 * random.
 */
const INITIALS = 'r r s e e f a q q t t d w w c z x v g'.split(' ')
const VOWELS = 'k o i o j p u p h hk ho hl y n nj np nl b m ml l'.split(' ')
const FINALS = ' r r rt s sw sg e f fr fa fq ft fx fv fg a q qt t t d w c z x v g'.split(' ')

/** Syllables of family names, then of given names, then of common words of address and greeting. */
const NAME_SYLLABLES = new Set(
  [
    ...'김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용',
    ...'민서지준현우영수진호성재은혜경미정선희숙자순옥연주아윤하예원채시유나라태건승동훈철석상규환욱빈찬율린솔별슬기람한결가온새봄다롬종범광창병용일형근덕춘화란향금복길식섭택권국봉해달만대소송설효보배리비담겸후휘음인애례련령',
    ...'녕세요사랑바행늘친',
  ].map(keysOfSyllable),
)

/** Unicode orders Hangul syllables arithmetically: 19 initials × 21 vowels × 28 finals. */
function keysOfSyllable(syllable: string): string {
  const number = syllable.charCodeAt(0) - 0xac00
  const final = number % 28
  const vowel = ((number - final) / 28) % 21
  return INITIALS[Math.floor(number / 588)]! + VOWELS[vowel]! + FINALS[final]!
}

const LONGEST_SYLLABLE = 6
/** A family name and a given name have two to four syllables. */
const FEWEST = 2
const MOST = 5

const SYLLABLES = new Set(
  INITIALS.flatMap((initial) => VOWELS.flatMap((vowel) => FINALS.map((final) => `${initial}${vowel}${final}`))),
)

/**
 * Whether the whole word consists of syllables, at least half of them common in names. With `lenient`, any syllables
 * will do.
 */
export function isHangulTyped(word: string, lenient: boolean): boolean {
  return fits(word, 0, 0, 0, lenient)
}

function fits(word: string, at: number, count: number, usual: number, lenient: boolean): boolean {
  if (at === word.length) return count >= FEWEST && (lenient || usual * 2 >= count)
  if (count === MOST) return false
  for (let end = Math.min(word.length, at + LONGEST_SYLLABLE); end >= at + 2; end--) {
    const syllable = word.slice(at, end)
    if (!SYLLABLES.has(syllable)) continue
    if (fits(word, end, count + 1, usual + (NAME_SYLLABLES.has(syllable) ? 1 : 0), lenient)) return true
  }
  return false
}

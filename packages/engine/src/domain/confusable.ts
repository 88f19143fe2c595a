/**
 * Names in another script that look Latin: `аррӏе.com` has five Cyrillic letters. They do not mix scripts (UTS #39 §4,
 * whole-script confusables), so there are two checks: the name looks like a known one, or all of its letters look Latin
 * below a suffix of a country that does not use that script.
 */

import { isAscii } from '../text/ascii.ts'
import { foldMarks } from '../text/fold.ts'

/** Suffixes of countries and languages that use Cyrillic or Greek: words of look-alike letters are ordinary there. */
const AT_HOME = new Set('ru su by ua kz kg uz tj bg rs mk me mn ba gr cy am ge eu'.split(' '))

/**
 * Letters that look Latin only when a whole name is compared. Ordinary words of their own language consist of them, so
 * no other check uses them.
 */
const LOOSE_LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [
    'кk тt мm нh вb пn гr иu ьb цu шw яr зz бb дd лn чy жk ѵv ԝw ԛq ԁd һh ѕs јj іi ӏl ғf қk ңh ҳx ү\u0079 өo ҽe',
    'αa βb γy δd εe ζz ηn θo ιi κk λl μu νv ξe οo πn ρp σo ςs τt υu φo χx ψw ωw ϲc ϳj',
    'աw օo ոn սu հh ցg զq յj քp լl ռn պu եt տs ֆf ո՛n',
    'ꭓx ⲟo ⲣp ⲥc ⲭx ⲏh ⲕk ⲙm ⲛn ⲧt ⲩy ⲁa ⲃb ⲅr ⲓi',
    'ᴀa ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ɑa ɡg ı\u0069 ŀl ɩi',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [...pair])
    .flatMap(([letter, latin, ...rest]) => (rest.length === 0 && letter && latin ? [[letter, latin] as const] : [])),
)

export type ConfusableData = {
  /** Letter → the ASCII text it looks like. */
  readonly letters: ReadonlyMap<string, string>
  /** Whether a domain (ASCII) belongs to a known provider or brand. */
  readonly isWellKnown: (ascii: string) => boolean
  /** Whether it is one of the most imitated: small providers have namesakes with diacritics (`café.fr`). */
  readonly isImitated: (ascii: string) => boolean
}

/** `unicode` is a domain in its Unicode form, with at least one non-ASCII label. */
export function isConfusable({ letters, isWellKnown, isImitated }: ConfusableData, unicode: string): boolean {
  const skeleton = skeletonOf(letters, unicode)
  const loosely = skeletonOf(LOOSE_LOOK_ALIKES, skeleton)
  if (loosely !== skeleton && isAscii(loosely) && variantsOf(loosely).some(isImitated)) return true
  if (skeleton !== unicode && isAscii(skeleton) && variantsOf(skeleton).some(isWellKnown)) return true
  if (variantsOf(foldMarks(skeleton)).some(isImitated)) return true
  const suffix = unicode.slice(unicode.lastIndexOf('.') + 1)
  if (AT_HOME.has(suffix) || !isAscii(suffix)) return false
  return unicode
    .split('.')
    .some((label) => !isAscii(label) && !/[\0-\x7f]/.test(label.replace(/-/g, '')) && isWholly(letters, label))
}

function isWholly(letters: ReadonlyMap<string, string>, label: string): boolean {
  for (const letter of label) if (letter !== '-' && !letters.has(letter)) return false
  return true
}

function skeletonOf(letters: ReadonlyMap<string, string>, text: string): string {
  let skeleton = ''
  for (const letter of text) skeleton += letters.get(letter) ?? letter
  return skeleton
}

/** In the data `l`, `i` and `1` look the same, and so do `o` and `0`: each name has a few spellings. */
function variantsOf(skeleton: string): string[] {
  const places = [...skeleton].flatMap((letter, at) => (letter === 'i' || letter === 'l' ? [at] : []))
  let variants = [skeleton.replaceAll('0', 'o').replaceAll('1', 'l')]
  for (const at of places.slice(0, MOST_AMBIGUOUS)) {
    variants = variants.flatMap((text) =>
      ['i', 'l'].map((letter) => `${text.slice(0, at)}${letter}${text.slice(at + 1)}`),
    )
  }
  return variants
}

const MOST_AMBIGUOUS = 6

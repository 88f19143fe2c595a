/** Finds the rule by which a local part or a domain label counts as uncommon Unicode. */
import { hasCharacterWithoutScript, isHighlyRestrictive, type ScriptTable } from '../text/scripts.ts'
import type { UnicodeRule } from '../verdict/flags.ts'

// Non-ASCII only: a quoted local part may contain a plain space, and `+` is a symbol that is common everywhere.
const INVISIBLE = /(?![\0-\x7f])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Bidi_Control}\p{White_Space}]/u
const SYMBOL = /(?![\0-\x7f])[\p{S}\p{Extended_Pictographic}]/u
// Thai and Lao sara am and two Lao letters: they have compatibility decompositions but are everyday letters.
const EVERYDAY_COMPATIBILITY_LETTERS = /[\u0e33\u0eb3\u0edc\u0edd]/g
// Joiners where their script requires them: between Arabic letters (Persian), and after a virama.
const NEEDED_JOINERS =
  /(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/gu

/**
 * UTS #39 identifier profile: the scripts of UAX #31 table 5 are in everyday use; phonetic letters, modifier letters
 * and historic scripts are not. Apostrophes of Polynesian and African languages are allowed.
 */
const EVERYDAY_SCRIPTS =
  /^[\p{Script=Common}\p{Script=Inherited}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Bengali}\p{Script=Bopomofo}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Ethiopic}\p{Script=Georgian}\p{Script=Greek}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Hangul}\p{Script=Han}\p{Script=Hebrew}\p{Script=Hiragana}\p{Script=Kannada}\p{Script=Katakana}\p{Script=Khmer}\p{Script=Lao}\p{Script=Latin}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thaana}\p{Script=Thai}\p{Script=Tibetan}]*$/u
const TECHNICAL =
  /(?![ɓɖɗəɛɔɣɨɩɪʉʊʋʃʒɲʼʻʾʿ])[\u0250-\u02ff\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\u0370-\u0373\u0376-\u037d\u03d8-\u03e1\u1c80-\u1c88\ua640-\ua69f]/u

/** A mark without a letter, the same mark twice, or four of them. */
const LOOSE_MARKS = /^\p{M}|[._\-+]\p{M}|(\p{Mn})\1|\p{Mn}{4}/u

/** Decomposed: the same mark twice, three on a European letter, or one that strikes it out or encloses it. */
const PILED_MARKS = /(\p{Mn})\1|[\p{Script=Latin}\p{Script=Cyrillic}]\p{Script=Inherited}{3}|[\u0334-\u0338]|\p{Me}/u

/** ASCII and the letters of Latin-1 and Latin Extended-A, without the few compatibility forms: nothing to check. */
const EVERYDAY_LATIN = /^[\0-\x7f\xc0-\xd6\xd8-\xf6\xf8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e]*$/

/** Digits and words of one other everyday script: also nothing to check. */
const EVERYDAY_OTHER = /^(?:[0-9._\-+\u0410-\u044f\u0401\u0451]*|[0-9._\-+\u4e00-\u9fff]*|[0-9._\-+\uac00-\ud7a3]*)$/

/** Separators may separate scripts: `иван.petrov` is one person with two alphabets, `ivanиван` is a disguise. */
const SEPARATORS = /[._\-+]/

/** Expects NFC: a local part, or one label of a domain. */
export function findUnicodeRule(scripts: ScriptTable, received: string): UnicodeRule {
  if (EVERYDAY_LATIN.test(received) || EVERYDAY_OTHER.test(received)) return 'none'
  const text = received.replace(NEEDED_JOINERS, '')
  if (INVISIBLE.test(text)) return 'invisible'
  if (hasCharacterWithoutScript(scripts, text)) return 'unassigned'
  if (SYMBOL.test(text)) return 'symbol'
  const ordinary = text.replace(EVERYDAY_COMPATIBILITY_LETTERS, '')
  if (ordinary.normalize('NFKC') !== ordinary) return 'compatibility'
  if (LOOSE_MARKS.test(text) || PILED_MARKS.test(text.normalize('NFD'))) return 'marks'
  if (!EVERYDAY_SCRIPTS.test(text) || TECHNICAL.test(text)) return 'restricted'
  if (!text.split(SEPARATORS).every((word) => isHighlyRestrictive(scripts, word))) return 'script_mix'
  return 'none'
}

import { hasCharacterWithoutScript, isHighlyRestrictive, type ScriptTable } from './scripts.ts'

/** Why a text is uncommon; the position of a rule is its number in stored verdicts, so new ones go to the end. */
export const UNICODE_RULES = ['none', 'invisible', 'unassigned', 'symbol', 'compatibility', 'script_mix'] as const
export type UnicodeRule = (typeof UNICODE_RULES)[number]

// Only what lies outside ASCII: a quoted local part may hold a plain space, and `+` is a symbol that nobody wonders about.
const INVISIBLE = /(?![\0-\x7f])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Bidi_Control}\p{White_Space}]/u
const SYMBOL = /(?![\0-\x7f])[\p{S}\p{Extended_Pictographic}]/u
// The vowel "am" of Thai and Lao, and two letters of Lao: Unicode takes them apart for compatibility, but they are written every day.
const EVERYDAY_COMPATIBILITY_LETTERS = /[\u0e33\u0eb3\u0edc\u0edd]/g

/** ASCII and the letters of Latin-1 and Latin Extended-A, less the few compatibility forms: nothing to look into. */
const EVERYDAY_LATIN = /^[\0-\x7f\xc0-\xd6\xd8-\xf6\xf8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e]*$/

/** Judges one text in NFC: a local part, or one label of a domain. */
export function findUnicodeRule(scripts: ScriptTable, text: string): UnicodeRule {
  if (EVERYDAY_LATIN.test(text)) return 'none'
  if (INVISIBLE.test(text)) return 'invisible'
  if (hasCharacterWithoutScript(scripts, text)) return 'unassigned'
  if (SYMBOL.test(text)) return 'symbol'
  const ordinary = text.replace(EVERYDAY_COMPATIBILITY_LETTERS, '')
  if (ordinary.normalize('NFKC') !== ordinary) return 'compatibility'
  if (!isHighlyRestrictive(scripts, text)) return 'script_mix'
  return 'none'
}

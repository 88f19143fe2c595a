/** Roles and no-reply in scripts without a form in a–z. */
import type { OtherScriptWords } from '../data/role-words.ts'
import { codeAt } from '../text/code-at.ts'

export type OtherScriptRoles = (local: string) => 'role' | 'no_reply' | undefined

/** The letters that an ending may add to a stem; a longer ending makes a different word or a name. */
const LONGEST_ENDING = 3
const ARABIC_ARTICLE = /^(?:ال|وال|لل)/
const SEPARATORS = /[\p{P}\p{N}+_\s]+/u

export function openOtherScriptRoles(words: OtherScriptWords): OtherScriptRoles {
  const roles = new Set(words.roles)
  const arabic = new Set(words.arabic)
  const noReplies = new Set(words.noReplies)
  const stems = byFirstUnit(words.cyrillicStems)
  const inside = byFirstUnit(words.inside)

  const isStem = (part: string) =>
    stems
      .get(part.charCodeAt(0))
      ?.some((stem) => part.startsWith(stem) && part.length <= stem.length + LONGEST_ENDING) === true

  const isStrong = (part: string) =>
    arabic.has(part) || arabic.has(part.replace(ARABIC_ARTICLE, '')) || holdsAny(inside, part) || isStem(part)

  return (local) => {
    const parts = local
      .normalize('NFC')
      .toLowerCase()
      .split(SEPARATORS)
      .filter((part) => part !== '')
    if (parts.length === 0) return undefined
    if (noReplies.has(parts.join(''))) return 'no_reply'
    return parts.some(isStrong) || parts.every((part) => roles.has(part)) ? 'role' : undefined
  }
}

/** Words by their first code unit, so that each position is compared with only a few of them. */
type ByFirstUnit = ReadonlyMap<number, readonly string[]>

function byFirstUnit(words: readonly string[]): ByFirstUnit {
  const sorted = new Map<number, string[]>()
  for (const word of words) {
    const unit = word.charCodeAt(0)
    sorted.set(unit, [...(sorted.get(unit) ?? []), word])
  }
  return sorted
}

function holdsAny(words: ByFirstUnit, part: string): boolean {
  for (let i = 0; i < part.length; i++) {
    if (words.get(codeAt(part, i))?.some((word) => part.startsWith(word, i)) === true) return true
  }
  return false
}

/** Roles and no-reply in scripts that have no form in a–z. */
export type OtherScriptWords = {
  /** Whole words, as they stand between separators and digits; all words of a local part must be such. */
  readonly roles: readonly string[]
  /** How words of a role begin, whatever case they stand in and whatever stands beside them: `служба.поддержки`. */
  readonly cyrillicStems: readonly string[]
  /** Parts of words that names of people do not hold, in scripts that write without spaces. */
  readonly inside: readonly string[]
  /** Arabic and Persian words of a role, without their article; one of them is enough. */
  readonly arabic: readonly string[]
  /** Without separators. */
  readonly noReplies: readonly string[]
}

export type OtherScriptTerms = (local: string) => 'role' | 'no_reply' | undefined

/** Of a stem and an ending; what is longer is another word, or a name made from one. */
const LONGEST_ENDING = 3
const ARABIC_ARTICLE = /^(?:ال|وال|لل)/
const SEPARATORS = /[\p{P}\p{N}+_\s]+/u

export function openOtherScriptTerms({
  roles,
  cyrillicStems,
  inside,
  arabic,
  noReplies,
}: OtherScriptWords): OtherScriptTerms {
  const isStrong = (part: string) =>
    arabic.includes(part) ||
    arabic.includes(part.replace(ARABIC_ARTICLE, '')) ||
    inside.some((word) => part.includes(word)) ||
    cyrillicStems.some((stem) => part.startsWith(stem) && part.length <= stem.length + LONGEST_ENDING)

  return (local) => {
    const parts = local
      .normalize('NFC')
      .toLowerCase()
      .split(SEPARATORS)
      .filter((part) => part !== '')
    if (parts.length === 0) return undefined
    if (noReplies.includes(parts.join(''))) return 'no_reply'
    return parts.some(isStrong) || parts.every((part) => roles.includes(part)) ? 'role' : undefined
  }
}

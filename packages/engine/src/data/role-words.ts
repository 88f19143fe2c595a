/** The role vocabulary in the header of a data file; `roles/vocabulary.ts` prepares it for matching. */
export type RoleWords = {
  /** Words that make a compound a role when they end it: `besucherservice`. */
  readonly roleHeads: readonly string[]
  /** The same for words that start it: `kundenanfrage`. */
  readonly roleStarts: readonly string[]
  readonly otherScripts: OtherScriptWords
}

export type OtherScriptWords = {
  /** Whole words between separators and digits; a role consists of such words only. */
  readonly roles: readonly string[]
  /** Stems of role words, in any case and beside any word: `служба.поддержки`. */
  readonly cyrillicStems: readonly string[]
  /** Parts of words that do not occur in names of people, in scripts written without spaces. */
  readonly inside: readonly string[]
  /** Arabic and Persian role words without their article; one is enough. */
  readonly arabic: readonly string[]
  /** Without separators. */
  readonly noReplies: readonly string[]
}

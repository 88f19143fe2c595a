/** The vocabulary of roles and no-reply addresses, prepared for matching. */
import type { RoleWords } from '../data/role-words.ts'
import type { StartIndex } from '../data/start-index.ts'
import type { StringTable } from '../data/string-table.ts'
import { type OtherScriptRoles, openOtherScriptRoles } from './other-script-roles.ts'
import { openRoleParts, type RoleParts } from './role-parts.ts'

/** The kinds of a term: the values of the table `terms`. */
export const TERM_ROLE = 1
/** A qualifier such as a region, a country or "team". Not a role alone. */
export const TERM_QUALIFIER = 2
/** No-reply beside any other word: a phrase ("do not reply"), or a word with no other use in an address ("bounces"). */
export const TERM_NO_REPLY = 4
/** A common word ("daemon", "nobody") that means no-reply only among terms. */
export const TERM_NO_REPLY_ALONE = 8
/** A role unless a person's name is beside it. */
export const TERM_STRONG = 16
/** Also a family name: alone it is a person's. */
export const TERM_SURNAME = 32
/** A mailing list when it is the last word, behind a hyphen, at a company's own domain: `krb-dev`. */
export const TERM_AFFIX = 64

/** An office that is also a name (`mayor`): the office at an organization's own domain. */
export const TERM_OFFICE = 128
/** Placeholders that people type instead of an address (`test`, `asdf`, `vorname.nachname`). */
export const TERM_PLACEHOLDER = 256

export type Vocabulary = {
  readonly terms: StringTable
  readonly termStarts: StartIndex
  readonly roleParts: RoleParts
  readonly otherScriptRoles: OtherScriptRoles
}

type VocabularyData = RoleWords & Pick<Vocabulary, 'terms' | 'termStarts'>

export function openVocabulary({ terms, termStarts, roleHeads, roleStarts, otherScripts }: VocabularyData): Vocabulary {
  return {
    terms,
    termStarts,
    roleParts: openRoleParts(roleHeads, roleStarts),
    otherScriptRoles: openOtherScriptRoles(otherScripts),
  }
}

// Compiles the vocabulary of roles and no-reply addresses.
import {
  TERM_AFFIX,
  TERM_NO_REPLY,
  TERM_NO_REPLY_ALONE,
  TERM_OFFICE,
  TERM_PLACEHOLDER,
  TERM_QUALIFIER,
  TERM_ROLE,
  TERM_STRONG,
  TERM_SURNAME,
} from '../src/roles/vocabulary.ts'
import type { NameSources } from './names.ts'
import { requirePackage } from './packages.ts'
import { AUTHORITY_TERMS } from './vocabulary/authorities.ts'
import { DEPARTMENT_TERMS } from './vocabulary/departments.ts'
import { FUNCTION_COMPANIONS, FUNCTION_TERMS } from './vocabulary/functions.ts'
import { LIST_AFFIXES } from './vocabulary/list-affixes.ts'
import { NO_REPLY_TERMS, NO_REPLY_WORDS } from './vocabulary/no-reply.ts'
import { PLACEHOLDER_TERMS } from './vocabulary/placeholders.ts'
import { OFFICE_TERMS, PUBLIC_BODY_TERMS } from './vocabulary/public-bodies.ts'
import { PLACE_TERMS, QUALIFIER_TERMS } from './vocabulary/qualifiers.ts'
import { FOREIGN_ROLE_TERMS, ROLE_TERMS } from './vocabulary/roles.ts'
import { ROLE_COMPANIONS, STRONG_ROLE_TERMS, SURNAME_TERMS } from './vocabulary/strong-roles.ts'

/** A word that at least this many children were named is primarily a given name. */
const BIRTHS_OF_A_NAME = 1_000
/** Shorter ones are initials as often as functions; the exceptions are in our own vocabulary. */
const SHORTEST_FOREIGN_ROLE = 3

export function readListedRoles(): string[] {
  return [...requirePackage<string[]>('role-based-email-addresses')]
}

/** Term → mask of the TERM constants. */
export function compileTerms(listedRoles: readonly string[], names: NameSources): Map<string, number> {
  const terms = new Map<string, number>()
  const add = (word: string, bit: number) => {
    const letters = word.toLowerCase().replace(/[^a-z]/g, '')
    if (letters !== '') terms.set(letters, (terms.get(letters) ?? 0) | bit)
  }
  for (const word of QUALIFIER_TERMS) add(word, TERM_QUALIFIER)
  for (const word of [...ROLE_COMPANIONS, ...FUNCTION_COMPANIONS]) add(word, TERM_QUALIFIER)
  const learned = [...AUTHORITY_TERMS, ...FUNCTION_TERMS, ...DEPARTMENT_TERMS, ...PUBLIC_BODY_TERMS]
  for (const word of [...ROLE_TERMS, ...learned]) add(word, TERM_ROLE)
  for (const word of LIST_AFFIXES) add(word, TERM_AFFIX)
  for (const word of STRONG_ROLE_TERMS) add(word, TERM_ROLE | TERM_STRONG)
  const isOtherwiseUsed = createUse(names)
  for (const word of [...FOREIGN_ROLE_TERMS, ...learned]) {
    if (!isOtherwiseUsed(word)) add(word, TERM_STRONG)
  }
  for (const word of NO_REPLY_TERMS) add(word, TERM_ROLE | TERM_NO_REPLY)
  for (const word of NO_REPLY_WORDS) add(word, TERM_ROLE | TERM_NO_REPLY_ALONE)
  for (const word of listedRoles) if (isRole(word, names)) add(word, TERM_ROLE)
  for (const word of SURNAME_TERMS) add(word, TERM_ROLE | TERM_SURNAME)
  const isPersonal = createPersonal(names)
  for (const word of learned) if (isPersonal(word)) add(word, TERM_SURNAME)
  for (const word of OFFICE_TERMS) add(word, TERM_ROLE | TERM_SURNAME | TERM_OFFICE)
  for (const word of PLACEHOLDER_TERMS) add(word, TERM_PLACEHOLDER)
  return terms
}

/** With fewer births a word does not count as a name. */
const BIRTHS_OF_A_RARE_NAME = 300

/** Whether a word that is only occasionally a function is also a name: alone, it is a person's. */
function createPersonal({ births, locales }: NameSources): (word: string) => boolean {
  const listed = new Set([...locales.values()].flatMap(({ given, family }) => [...given, ...family]))
  const isCommon = new Set(STRONG_ROLE_TERMS)
  return (word) => !isCommon.has(word) && (listed.has(word) || (births.get(word) ?? 0) >= BIRTHS_OF_A_RARE_NAME)
}

/** Shorter ones are part of names and handles too often to be a role beside an arbitrary word. */
const SHORTEST_STRONG = 5

/** Whether a word is also a name or an English word, and so a role only when no other word is beside it. */
function createUse({ births, locales, undivided, words }: NameSources): (word: string) => boolean {
  const listed = new Set([...locales.values()].flatMap(({ given, family }) => [...given, ...family]))
  return (word) =>
    word.length < SHORTEST_STRONG || births.has(word) || listed.has(word) || undivided.has(word) || words.has(word)
}

/** Filters the package, which also lists years, places, keyboard noise, brands and given names. */
function isRole(word: string, { births, words }: NameSources): boolean {
  const letters = word.replace(/[^a-z]/g, '')
  if (letters.length < SHORTEST_FOREIGN_ROLE || /^\d/.test(word)) return false
  if (PLACE_TERMS.includes(letters)) return false
  if ((births.get(letters) ?? 0) >= BIRTHS_OF_A_NAME && !words.has(letters)) return false
  return !NOT_ROLES.has(letters)
}

/** Places, brands and noise in the package that no rule above excludes. */
const NOT_ROLES = new Set(
  `
  aaa abc asd asdf asdasd alla alexa alpha alphas android angels apple asset caltrain com english facebook family food football
  fun gardner geeks hackers head home homes house ideas ifttt instagram ios iphone itunes ladies letters lifesum links lunch
  master mayor misc music namecheap none notes ooo parents pastor paypal per plex plextv myplex prime random rockstars
  salesforce science seniors sfo shopify site smile socialclub sos sport stay stories stripe time tribe twitter
  watercooler women wordpress work writers friends gm hotel
  `
    .trim()
    .split(/\s+/),
)

/** Scores the engine on the addresses found on this machine: counts by source. */
import type { Sources } from '../../build/compile.ts'
import type { Engine } from '../../src/engine.ts'
import { foldMarks } from '../../src/text/fold.ts'
import * as flag from '../../src/verdict/flags.ts'
import { isFlagged } from '../../src/verdict/verdict.ts'
import { percent } from './score.ts'
import {
  type Contact,
  readDebianAuthors,
  readDebianCopyright,
  readDebianMaintainers,
  readDocumentContacts,
  readNpmContacts,
  readTranslators,
} from './wild.ts'

type Row = readonly [measure: string, set: string, size: number, value: string, goal: string]

/** Names of addresses that a team reads. */
const TEAM =
  /\b(?:teams?|groups?|maintainers?|developers?|packagers?|lists?|mailing|project|authors|contributors|community|committee|porters)\b/i
const COMPANY =
  /\b(?:inc|ltd|llc|gmbh|corp|corporation|company|foundation|limited|university|technologies|solutions)\b/i
const PERSON = /^\p{Lu}[\p{L}'’.-]+(?: [\p{L}'’.-]+){1,3}$/u
/** A sentence that names the person behind the address, or a reporter. */
const NAMES_SOMEBODY =
  /(?:reported|suggested|contributed|found|patch\w*|provided|maintainer|me|contact|to)[ ,:]+(?:by )?\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\bby\b/u

const hasTeam = ({ name }: Contact) => TEAM.test(name) && !COMPANY.test(name) && !/,/.test(name)
const isPerson = ({ name }: Contact) => !TEAM.test(name) && !COMPANY.test(name) && PERSON.test(name)

/**
 * An address is a role if its local part says more than the subject of the text: `coreutils@gnu.org` beside the package
 * coreutils is a list named after a product, which the address alone cannot show. A person's address is not a role: one
 * that occurs beside a person's name elsewhere, that repeats the names or initials of the text beside it, or that is a
 * given name.
 */
function namesFunction(
  people: ReadonlySet<string>,
  births: ReadonlyMap<string, number>,
): (contact: Contact) => boolean {
  return ({ address, name, about }) => {
    const [local, domain] = address.split('@') as [string, string]
    const letters = lettersOf(local)
    const parts = wordsOf(local)
    const isProduct =
      lettersOf(about).includes(letters) ||
      domain.split('.').includes(letters) ||
      parts.every((part) => wordsOf(about).includes(part))
    const named = [...name.matchAll(CAPITALISED)].map(([word]) => word.toLowerCase())
    const initials = named.map((word) => word[0]).join('')
    const isNamed = parts.every((part) => named.includes(part)) || (letters.length > 1 && initials.includes(letters))
    const isGiven = (births.get(letters) ?? 0) >= BIRTHS_OF_A_GIVEN_NAME
    return !isProduct && !isNamed && !isGiven && !people.has(address)
  }
}

const CAPITALISED = /\p{Lu}[\p{Ll}.]+(?= \p{Lu})|(?<=[\p{L}.] )\p{Lu}\p{Ll}+/gu
const BIRTHS_OF_A_GIVEN_NAME = 10_000

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? []

export function wildRows(engine: Engine, { roles, names }: Pick<Sources, 'roles' | 'names'>): Row[] {
  const npm = readNpmContacts()
  const authors = readDebianAuthors()
  const copyright = readDebianCopyright()
  const maintainers = readDebianMaintainers()
  const persons = unique([...npm, ...authors, ...copyright, ...maintainers, ...readTranslators()].filter(isPerson))
  // `contact@` at a person's own domain names a function according to a public list of such words, independent of the
  // engine.
  const listed = new Set(roles)
  const people = persons.filter(({ address }) => !listed.has(address.slice(0, address.indexOf('@'))))
  const hasFunction = namesFunction(new Set(persons.map(({ address }) => address)), names.births)
  const isOwn = ({ address }: Contact) => {
    const verdict = engine.validate(address)
    return verdict.ok && !isFlagged(verdict, flag.IS_FREE_MAIL)
  }
  const documents = readDocumentContacts().filter((contact) => !NAMES_SOMEBODY.test(contact.name) && isOwn(contact))
  return [
    ...roleRows(engine, 'teams that look after Debian packages', maintainers.filter(hasTeam), hasFunction),
    ...roleRows(
      engine,
      'teams among authors and holders of rights',
      unique([...npm, ...authors, ...copyright].filter(hasTeam)),
      hasFunction,
    ),
    ...roleRows(engine, 'where documents ask to write', documents, hasFunction),
    shareRow(engine, 'people called a role', people, flag.IS_ROLE_BASED, '≤1 %', persons.length - people.length),
    shareRow(engine, 'people called irregular', people, flag.HAS_IRREGULAR_PATTERN, '≤1.5 %'),
    shareRow(engine, 'people called disposable', people, flag.IS_DISPOSABLE, '–'),
    shareRow(engine, 'people called impossible', people, flag.IS_NOT_ISSUED, '≤0.05 %'),
    ...nameRows(
      engine,
      'thresholds chosen on it',
      people.filter(({ address }) => isTraining(address)),
    ),
    ...nameRows(
      engine,
      'held out',
      people.filter(({ address }) => !isTraining(address)),
    ),
  ]
}

function unique(contacts: readonly Contact[]): Contact[] {
  return [...new Map(contacts.map((contact) => [contact.address, contact])).values()]
}

const NOT_HERE = 'not here'

function share(part: number, whole: number): string {
  return whole === 0 ? NOT_HERE : percent(part, whole)
}

function isFlaggedAs(engine: Engine, { address }: Contact, bit: number): boolean {
  const verdict = engine.validate(address)
  return verdict.ok && isFlagged(verdict, bit)
}

function roleRows(
  engine: Engine,
  text: string,
  all: readonly Contact[],
  isInSet: (contact: Contact) => boolean,
): Row[] {
  const row = (set: string, contacts: readonly Contact[], goal: string): Row => {
    const found = contacts.filter((contact) => isFlaggedAs(engine, contact, flag.IS_ROLE_BASED)).length
    return ['roles found in the wild', set, contacts.length, share(found, contacts.length), goal]
  }
  const contacts = all.filter(isInSet)
  const leftOut = `${all.length - contacts.length} that name only a product or a person`
  return [row(`${text}; ${leftOut} left out`, contacts, '≥90 %'), row(`… with the ${leftOut}`, all, '–')]
}

function shareRow(
  engine: Engine,
  measure: string,
  people: readonly Contact[],
  bit: number,
  goal: string,
  leftOut = 0,
): Row {
  const found = people.filter((contact) => isFlaggedAs(engine, contact, bit)).length
  const rest = leftOut === 0 ? '' : `; ${leftOut} at words of role-based-email-addresses (hello, mail) left out`
  return [
    measure,
    `people beside whose address their name stands${rest}`,
    people.length,
    share(found, people.length),
    goal,
  ]
}

function isTraining(address: string): boolean {
  let hash = 0
  for (const letter of address) hash = (hash * 31 + letter.charCodeAt(0)) | 0
  return ((hash >>> 3) & 1) === 0
}

/** A short form beside the full name counts as wrong. */
function nameRows(engine: Engine, half: string, people: readonly Contact[]): Row[] {
  const tally = { first: { given: 0, right: 0 }, last: { given: 0, right: 0 } }
  for (const { name, address } of people) {
    const verdict = engine.validate(address)
    const words = name.split(/\s+/).filter((word) => !/^\p{L}\.?$/u.test(word))
    if (!verdict.ok || words.length < 2) continue
    const firsts = [words[0]!, words.slice(0, 2).join('')].map(folded)
    const lasts = [words.at(-1)!, words.slice(1).join(''), words.slice(-2).join('')].map(folded)
    count(tally.first, verdict.firstName, firsts)
    count(tally.last, verdict.lastName, lasts)
  }
  const row = (part: 'first' | 'last', goal: string): Row => [
    `${part} name right where one is given`,
    `people in the wild, ${half}`,
    tally[part].given,
    share(tally[part].right, tally[part].given),
    goal,
  ]
  return [row('first', '≥92 %'), row('last', '≥88 %')]
}

function count(tally: { given: number; right: number }, found: string, right: readonly string[]): void {
  if (found === '') return
  tally.given++
  if (right.includes(folded(found))) tally.right++
}

/** Treats `ö` and `oe` as the same letter. */
function folded(name: string): string {
  return foldMarks(name.toLowerCase())
    .replace(/[^a-z]/g, '')
    .replace(/([aou])e/g, '$1')
}

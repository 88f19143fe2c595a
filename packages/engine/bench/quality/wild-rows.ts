/** What the engine says of the addresses that lie around on this machine: numbers, by source. */
import type { Engine } from '../../src/engine.ts'
import * as flag from '../../src/flags.ts'
import { foldMarks } from '../../src/fold.ts'
import { isFlagged } from '../../src/verdict.ts'
import { percent } from './score.ts'
import {
  type Contact,
  readDebianAuthors,
  readDebianCopyright,
  readDebianMaintainers,
  readDocumentContacts,
  readNpmContacts,
} from './wild.ts'

type Row = readonly [measure: string, set: string, size: number, value: string, goal: string]

/** Many people read what is sent under such a name. */
const TEAM =
  /\b(?:teams?|groups?|maintainers?|developers?|packagers?|lists?|mailing|project|authors|contributors|community|committee|porters)\b/i
const COMPANY =
  /\b(?:inc|ltd|llc|gmbh|corp|corporation|company|foundation|limited|university|technologies|solutions)\b/i
const PERSON = /^\p{Lu}[\p{L}'’.-]+(?: [\p{L}'’.-]+){1,3}$/u
/** A sentence that names the person behind the address, or who reported what is told. */
const NAMES_SOMEBODY =
  /(?:reported|suggested|contributed|found|patch\w*|provided|maintainer|me|contact|to)[ ,:]+(?:by )?\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\bby\b/u

const hasTeam = ({ name }: Contact) => TEAM.test(name) && !COMPANY.test(name) && !/,/.test(name)
const isPerson = ({ name }: Contact) => !TEAM.test(name) && !COMPANY.test(name) && PERSON.test(name)

export function wildRows(engine: Engine): Row[] {
  const npm = readNpmContacts()
  const authors = readDebianAuthors()
  const copyright = readDebianCopyright()
  const maintainers = readDebianMaintainers()
  const people = unique([...npm, ...authors, ...copyright, ...maintainers].filter(isPerson))
  const isOwn = ({ address }: Contact) => {
    const verdict = engine.judge(address)
    return verdict.ok && !isFlagged(verdict, flag.IS_FREE_MAIL)
  }
  const documents = readDocumentContacts().filter((contact) => !NAMES_SOMEBODY.test(contact.name) && isOwn(contact))
  return [
    roleRow(engine, 'teams that look after Debian packages', maintainers.filter(hasTeam)),
    roleRow(engine, 'teams among authors and holders of rights', [...npm, ...authors, ...copyright].filter(hasTeam)),
    roleRow(engine, 'where documents ask to write', documents),
    shareRow(engine, 'people called a role', people, flag.IS_ROLE_BASED, '≤1 %'),
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

function isSaid(engine: Engine, { address }: Contact, bit: number): boolean {
  const verdict = engine.judge(address)
  return verdict.ok && isFlagged(verdict, bit)
}

function roleRow(engine: Engine, set: string, contacts: readonly Contact[]): Row {
  const found = contacts.filter((contact) => isSaid(engine, contact, flag.IS_ROLE_BASED)).length
  return ['roles found in the wild', set, contacts.length, share(found, contacts.length), '≥90 %']
}

function shareRow(engine: Engine, measure: string, people: readonly Contact[], bit: number, goal: string): Row {
  const found = people.filter((contact) => isSaid(engine, contact, bit)).length
  return [measure, 'people beside whose address their name stands', people.length, share(found, people.length), goal]
}

function isTraining(address: string): boolean {
  let hash = 0
  for (const letter of address) hash = (hash * 31 + letter.charCodeAt(0)) | 0
  return ((hash >>> 3) & 1) === 0
}

/** A short form beside the whole name counts as wrong. */
function nameRows(engine: Engine, half: string, people: readonly Contact[]): Row[] {
  const tally = { first: { given: 0, right: 0 }, last: { given: 0, right: 0 } }
  for (const { name, address } of people) {
    const verdict = engine.judge(address)
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

/** `ö` and `oe` are one letter to those who write it. */
function folded(name: string): string {
  return foldMarks(name.toLowerCase())
    .replace(/[^a-z]/g, '')
    .replace(/([aou])e/g, '$1')
}

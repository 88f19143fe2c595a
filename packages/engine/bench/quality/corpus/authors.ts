/** Metrics on people: authors of public repositories, with name and address. */
import type { Engine } from '../../../src/engine.ts'
import * as flag from '../../../src/verdict/flags.ts'
import { type Accepted, isFlagged } from '../../../src/verdict/verdict.ts'
import { shareOf, Tallies } from '../interval.ts'
import type { Author } from './corpus.ts'
import { CULTURES, cultureOf } from './cultures.ts'
import { foldName, writtenForms } from './written-names.ts'

type Row = readonly [measure: string, addresses: number, share: string, target: string]

/** Classes of remaining errors, with their counts. */
type Remaining = { readonly irregular: string; readonly roles: string; readonly names: string }
export type AuthorFigures = { readonly rows: readonly Row[]; readonly remaining: Remaining }

const NO_ADDRESS = flag.IS_TYPO_DOMAIN | flag.HAS_UNKNOWN_TLD | flag.IS_NOT_ISSUED
const UNIVERSITY = /\.(?:edu|ac\.[a-z]{2}|edu\.[a-z]{2})$/
const LATIN_NAME = /^[\p{Script=Latin}\s.'’-]+$/u
/** A single word, such as `hello`, is a function by definition, even if only one person reads it. */
const BARE_WORD = /^[a-z]+$/

export function countAuthors(engine: Engine, authors: readonly Author[]): AuthorFigures {
  const tallies = new Tallies()
  const rules: Counts = new Map()
  const roles: Counts = new Map()
  const names: Counts = new Map()
  for (const { name, address } of authors) {
    const verdict = engine.validate(address)
    if (!verdict.ok || isFlagged(verdict, NO_ADDRESS)) continue
    const domain = address.slice(address.indexOf('@') + 1)
    const words = name
      .trim()
      .split(/\s+/)
      .filter((word) => foldName(word).length > 1)
    const isPerson = words.length >= 2 && words.length <= 4
    if (isPerson) {
      const isRole = isFlagged(verdict, flag.IS_ROLE_BASED)
      tallies.add('role', isRole)
      tallies.add('role, more than a word', isRole && !BARE_WORD.test(verdict.normalizedLocal))
      if (holds(verdict.local, words[0]!) || holds(verdict.local, words.at(-1)!)) tallies.add('role, named', isRole)
      if (isRole) count(roles, roleClass(verdict, words))
      tallies.add('disposable', isFlagged(verdict, flag.IS_DISPOSABLE))
    }
    if (isFlagged(verdict, flag.IS_ROLE_BASED | flag.IS_DISPOSABLE)) continue
    countPattern(tallies, rules, verdict, name, domain)
    if (isPerson && LATIN_NAME.test(name)) countNames(tallies, names, verdict, words)
  }
  const row = (label: string, measure: string, target: string): Row => {
    const { part, whole } = tallies.of(measure)
    return [label, whole, shareOf(part, whole), target]
  }
  return {
    rows: [
      row('has_irregular_pattern, consumer mailboxes', 'irregular consumer', '≤1.0 %'),
      ...CULTURES.map((culture) =>
        row(`… ${culture}`, `irregular ${culture}`, culture === 'all others' ? '–' : '≤2.0 %'),
      ),
      row('has_irregular_pattern, universities', 'irregular university', '≤1.0 %'),
      row('has_irregular_pattern, domains of their own', 'irregular own', '–'),
      row('first name right where one is given', 'first', '≥95 %'),
      row('… a short form counted as right (Mike for Michael)', 'first or short', '–'),
      row('… where the address holds both names of the author', 'first, held', '–'),
      row('last name right where one is given', 'last', '≥95 %'),
      row('… where the address holds both names of the author', 'last, held', '–'),
      row('both names given for exactly first.last', 'exact', '≥75 %'),
      row('authors with two names called a role', 'role', '≤0.3 %'),
      row('… whose local part is more than one word for a function', 'role, more than a word', '≤0.3 %'),
      row('… whose local part holds their given or family name', 'role, named', '≤0.3 %'),
      row('authors with two names called disposable', 'disposable', '–'),
    ],
    remaining: { irregular: listed(rules), roles: listed(roles), names: listed(names) },
  }
}

type Counts = Map<string, number>

function count(counts: Counts, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}

function listed(counts: Counts): string {
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ')
}

const SHORTEST_HELD = 3

/** Whether the text contains the name in one of the forms that people use in addresses. */
function holds(text: string, name: string): boolean {
  return writtenForms(name).some((form) => form.length >= SHORTEST_HELD && text.toLowerCase().includes(form))
}

function roleClass({ local, flags, domain }: Accepted, words: readonly string[]): string {
  const isNamed = (text: string) => holds(text, words[0]!) || holds(text, words.at(-1)!)
  if ((flags & flag.IS_FREE_MAIL) !== 0) return isNamed(local) ? 'a role beside a name at free mail' : 'at free mail'
  if (isNamed(local)) return 'a role beside a name'
  return isNamed(domain.root) ? 'a word at a domain named after the author' : 'a word at another domain'
}

function countPattern(tallies: Tallies, rules: Counts, verdict: Accepted, name: string, domain: string): void {
  const isIrregular = isFlagged(verdict, flag.HAS_IRREGULAR_PATTERN)
  const isConsumer = !UNIVERSITY.test(domain) && isFlagged(verdict, flag.IS_FREE_MAIL)
  tallies.add(`irregular ${UNIVERSITY.test(domain) ? 'university' : isConsumer ? 'consumer' : 'own'}`, isIrregular)
  if (isConsumer) tallies.add(`irregular ${cultureOf(name, domain)}`, isIrregular)
  if (!isIrregular) return
  count(rules, flag.irregularRuleOf(verdict.flags))
}

const SHORT_FORM_LETTERS = 3

function countNames(
  tallies: Tallies,
  errors: Counts,
  { firstName, lastName, local }: Accepted,
  words: readonly string[],
): void {
  const firsts = writtenForms(words[0]!)
  const lasts = writtenForms(words.at(-1)!)
  const bare = local.toLowerCase().replace(/\d+$/, '')
  const isExact = firsts.some((first) =>
    lasts.some((last) => bare === `${first}.${last}` || bare === `${last}.${first}`),
  )
  const holdsBoth = holds(local, words[0]!) && holds(local, words.at(-1)!)
  if (isExact && firsts[0] !== lasts[0]) tallies.add('exact', firstName !== '' && lastName !== '')
  const found = { first: foldName(firstName), last: foldName(lastName) }
  const isShort = firsts.some(
    (first) => first.slice(0, SHORT_FORM_LETTERS) === found.first.slice(0, SHORT_FORM_LETTERS),
  )
  const add = (part: 'first' | 'last', isRight: boolean) => {
    tallies.add(part, isRight)
    if (holdsBoth) tallies.add(`${part}, held`, isRight)
    if (isRight) return
    const isReversed = (part === 'first' ? lasts : firsts).includes(found[part])
    if (isReversed) count(errors, 'the other of the two names')
    else if (part === 'first' && isShort) count(errors, 'a short or long form')
    else count(errors, holdsBoth ? 'more or less than the name' : 'a name that the author does not state')
  }
  if (firstName !== '') {
    const isRight = [...firsts, ...writtenForms(words[0]!, words[1]!)].includes(found.first)
    add('first', isRight)
    tallies.add('first or short', isRight || isShort)
  }
  if (lastName === '') return
  const forms = [...lasts, ...writtenForms(...words.slice(1)), ...writtenForms(...words.slice(-2))]
  add('last', forms.includes(found.last))
}

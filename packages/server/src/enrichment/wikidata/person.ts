import { boundLinks, boundText, boundUrl } from '../bounds.ts'
import type { PersonFacts } from '../facts.ts'
import { fold } from '../fold.ts'
import type { WikidataApi } from './api.ts'
import { isHuman } from './classes.ts'
import { executivesOf, isVeryLargeCompany } from './executives.ts'
import {
  bestStatements,
  type Item,
  isCurrent,
  itemValue,
  labelOf,
  namesOf,
  qualifierItems,
  qualifiers,
  type Statement,
  statements,
  stringValue,
  yearValue,
} from './item.ts'
import { currentString, profileLinks } from './links.ts'

export type PersonQuestion = {
  /** The same mailbox in its spellings. Compared here: no address is ever part of a question. */
  addresses: readonly string[]
  firstName: string | null
  lastName: string | null
  /** The item of the matched company. */
  companyId: string | undefined
  /** The item itself, if the caller has it for several questions. */
  company?: () => Promise<Item | undefined | ''>
}

/** A longer name would make the search refused, and an address that is never answered holds up its colleagues. */
const NAME_MAX_CHARACTERS = 200
const OLDEST_AGE_YEARS = 115

export type FoundPerson = { item: Item; role?: string | undefined }

export type PersonSearchDeps = {
  api: WikidataApi
  /** Whether a contact's first and last name may be sent to Wikidata. */
  searchesByName: boolean
}

/**
 * The living human with this full name whom the company's own item names, or who states this address or a current job at
 * the company; if there is exactly one. The people in the company's item are requested by number and compared here: only the
 * search for all others sends the name.
 */
export async function findUser(
  { api, searchesByName }: PersonSearchDeps,
  question: PersonQuestion,
  nowMs: number,
): Promise<FoundPerson | 'not_searched' | undefined> {
  const name = fullName(question)
  if (!name || !question.companyId) return undefined
  const { addresses, companyId } = question
  const company = question.company ? await question.company() : (await api.items([companyId]))[0]
  const executive = company && (await findExecutive(api, company, name, nowMs))
  if (executive) return executive
  if (!searchesByName) return 'not_searched'
  const ids = await api.search([`P108=${companyId}`, 'P39', 'P968'], `${name} haswbstatement:P31=Q5`)
  const isVeryLarge = company ? isVeryLargeCompany(company) : false
  const item = ids && choosePerson(await api.items(ids), { name, addresses, companyId, isVeryLarge }, nowMs)
  return item && { item }
}

async function findExecutive(
  api: WikidataApi,
  company: Item,
  name: string,
  nowMs: number,
): Promise<FoundPerson | undefined> {
  const executives = executivesOf(company)
  if (executives.size === 0) return undefined
  const items = await api.items([...executives.keys()])
  const item = onlyOne(items.filter((one) => isLivingHuman(one, nowMs) && isCalled(one, name)))
  return item && { item, role: executives.get(item.id) }
}

/** Both names, folded; undefined if one is missing or an initial, because that is not a full name, and if no person is called so. */
function fullName({ firstName, lastName }: Pick<PersonQuestion, 'firstName' | 'lastName'>): string | undefined {
  const [first, last] = [fold(firstName ?? ''), fold(lastName ?? '')]
  const name = `${first} ${last}`
  return first.length > 1 && last.length > 1 && name.length <= NAME_MAX_CHARACTERS ? name : undefined
}

export type PersonTest = {
  name: string
  addresses: readonly string[]
  companyId: string
  /** Where so many work, a namesake is likely: the name and the employer alone say nothing. */
  isVeryLarge?: boolean
}

/** An address that the item states itself says more than a job: of several, it is the one. */
export function choosePerson(
  items: readonly Item[],
  { name, addresses, companyId, isVeryLarge = false }: PersonTest,
  nowMs: number,
): Item | undefined {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  const called = items.filter((item) => isLivingHuman(item, nowMs) && isCalled(item, name))
  const reachable = called.filter((item) => mailboxesOf(item).some((own) => wanted.has(own)))
  if (reachable.length > 0 || isVeryLarge) return onlyOne(reachable)
  return onlyOne(called.filter((item) => worksFor(item, companyId)))
}

function mailboxesOf(item: Item): string[] {
  const stated = statements(item, 'P968').filter(isCurrent).map(stringValue)
  return stated.flatMap((uri) => uri?.replace(/^mailto:/i, '').toLowerCase() ?? [])
}

function onlyOne(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined
}

/** date, place, cause and manner of death, killer, date and place of burial: any, even with an unknown value, means dead. */
const SIGNS_OF_DEATH = ['P570', 'P20', 'P509', 'P1196', 'P157', 'P4602', 'P119']

function isLivingHuman(item: Item, nowMs: number): boolean {
  if (!isHuman(item)) return false
  const dead = SIGNS_OF_DEATH.some((property) =>
    statements(item, property).some(({ mainsnak }) => mainsnak?.snaktype !== 'novalue'),
  )
  const thisYear = new Date(nowMs).getUTCFullYear()
  return (
    !dead && statements(item, 'P569').every((birth) => thisYear - (yearValue(birth) ?? thisYear) <= OLDEST_AGE_YEARS)
  )
}

/** Letters that have no mark to take off compare by their base too: ø as o, ß as ss. */
const SPELLING = new Intl.Collator('en', { sensitivity: 'base' })

function isCalled(item: Item, name: string): boolean {
  return namesOf(item).some((own) => SPELLING.compare(fold(own), name) === 0)
}

function worksFor(item: Item, companyId: string): boolean {
  return jobsAt(item, companyId).length > 0 || currentEmployers(item).includes(companyId)
}

function currentEmployers(item: Item): string[] {
  return bestStatements(item, 'P108')
    .filter(isCurrentJob)
    .flatMap((job) => itemValue(job) ?? [])
}

/** Offices held now (P39) whose qualifier "of" (P642) or "employer" (P108) names the company. */
function jobsAt(item: Item, companyId: string): Statement[] {
  return bestStatements(item, 'P39').filter(
    (office) =>
      isCurrentJob(office) &&
      [...qualifierItems(office, 'P642'), ...qualifierItems(office, 'P108')].includes(companyId),
  )
}

/** A job known for one point in time (P585) is not known to go on. */
function isCurrentJob(job: Statement): boolean {
  return isCurrent(job) && qualifiers(job, 'P585').length === 0
}

export async function personFacts(
  api: WikidataApi,
  { item, role }: FoundPerson,
  companyId: string | undefined,
): Promise<PersonFacts> {
  const offices = bestStatements(item, 'P39').filter(isCurrentJob)
  const officeHere = companyId ? jobsAt(item, companyId)[0] : undefined
  const title = officeHere ?? (role ? undefined : (offices[0] ?? bestStatements(item, 'P106').filter(isCurrent)[0]))
  const employers = currentEmployers(item)
  const employerId = companyId && (role || worksFor(item, companyId)) ? companyId : employers[0]
  const [place] = [...bestStatements(item, 'P551'), ...bestStatements(item, 'P937')].filter(isCurrent)
  const titleId = title && itemValue(title)
  const placeId = place && itemValue(place)
  const labels = await api.labels([...new Set([titleId, employerId, placeId].filter((id) => id !== undefined))])

  const name = boundText(labelOf(item))
  const imageUrl = boundUrl(imageOf(item))
  const jobTitle = boundText(titleId ? labels.get(titleId) : role)
  const employer = boundText(employerId && labels.get(employerId))
  const location = boundText(placeId && labels.get(placeId))
  const links = boundLinks([currentString(item, 'P856'), ...profileLinks(item, ['P2002', 'P6634', 'P2037'])])
  return {
    ...(name && { name }),
    ...(imageUrl && { imageUrl }),
    ...(jobTitle && { jobTitle }),
    ...(employer && { employer }),
    ...(location && { location }),
    ...(links.length > 0 && { links }),
  }
}

function imageOf(item: Item): string | undefined {
  const file = currentString(item, 'P18')
  return file && `https://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(file.toWellFormed())}`
}

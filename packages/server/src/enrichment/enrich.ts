// From a due contact to a completed one:
//
//   enrichment.website ──▶ company_facts ──▶ enrichment.wikidata ──▶ company_facts, then each due contact of the domain:
//                                               ▲                 person ──▶ matched | no_match
//                                               │                 a source is down ──▶ retrying ──┐
//                                               └───── enrichment.website, when it is due again ◀───┘
//
// A source's answer is written to the contacts at once. A contact names the sources that it still waits for: only they
// are queried again. Both tasks may run again at any time, and write only to contacts that are still due.
import type { EnrichmentSource } from '@mailsift/contract'
import type { Engine } from '@mailsift/engine'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { TaskContext } from '../platform/queue/queue.ts'
import type { Ahead } from './ahead.ts'
import { type KeptFacts, keepCompanies, readCompany } from './company-store.ts'
import { isLookedUp, neverLookedUp, rootOf } from './eligible.ts'
import type { SourceFacts, Sources } from './facts.ts'
import {
  answerForDomain,
  completeUnasked,
  type DueContact,
  nextDueAt,
  type PeopleEntries,
  postponeDomain,
  readDue,
  settle,
} from './progress.ts'
import { scheduleDomains, scheduleWikidata } from './schedule.ts'
import { withSiteLease } from './site-lease.ts'
import { type AskSource, FAULT } from './source.ts'
import { askWebsite, type WebsiteDeps } from './website/website.ts'
import type { WikidataApi } from './wikidata/api.ts'
import type { Item } from './wikidata/item.ts'
import type { PersonQuestion } from './wikidata/person.ts'
import { askWikidataForCompany, askWikidataForPerson } from './wikidata/wikidata.ts'
import { endTask, readWaitingTasks } from './wikidata-queue.ts'

export type EnrichDeps = {
  db: Db
  clock: Clock
  engine: Pick<Engine, 'validate'>
  askSource: AskSource
  website: WebsiteDeps
  wikidata: WikidataApi
  /** Unset for a domain that is looked up alone. */
  ahead: Ahead | undefined
  /** The sources that are switched on. */
  sources: ReadonlySet<EnrichmentSource>
  /** Whether names of contacts may be sent to Wikidata. */
  searchesByName: boolean
  /** Before the first, second, … retry. */
  retryDelaysMs: readonly number[]
}

type DomainTask = { domain: string }

/** A task does the work of those behind it for so long; then the queue looks again whose turn it is. */
const TASKS_PER_TURN = 100
const TURN_MS = 10_000

/** Wikidata is searched for this many persons before other domains get their turn. */
const CONTACTS_PER_TURN = 50

/** Another worker visits the site: the task comes again after about the time of a visit. */
const NOT_IN_TURN_DELAY_MS = 5_000

export async function enrichFromWebsite(
  deps: EnrichDeps,
  task: DomainTask,
  { runAt, id }: Pick<TaskContext, 'runAt' | 'id'>,
): Promise<void> {
  const { db, clock } = deps
  const isDone = await withSiteLease(db, task.domain, id, () => visitDomain(deps, task, runAt))
  if (!isDone) await scheduleDomains(db, [task.domain], { at: new Date(clock.now() + NOT_IN_TURN_DELAY_MS) })
}

async function visitDomain(deps: EnrichDeps, { domain }: DomainTask, runAt: Date): Promise<void> {
  const { db, engine, sources } = deps
  const due = await readDue(db, domain, CONTACTS_PER_TURN)
  if (due.length === 0) return scheduleRest(deps, domain)
  const waiting = due.filter(
    (contact) => contact.pending_sources.includes('website') && isLookedUp(engine, contact.email),
  )
  if (!sources.has('website')) await answerForDomain(db, domain, 'website', skipped(deps).facts)
  else if (waiting.length > 0) await answerFromWebsite(deps, domain, waiting)
  await scheduleWikidata(db, domain, runAt)
}

async function answerFromWebsite(deps: EnrichDeps, domain: string, waiting: readonly DueContact[]): Promise<void> {
  const { db, askSource } = deps
  const { website: kept } = await readCompany(db, domain)
  // People whom a site names are kept only as contacts: for a new contact the site is queried again, at most once a day.
  const isForNew = waiting.some((contact) => !contact.sources.website)
  if (kept?.isFresh && (kept.isFromToday || !isForNew)) return answerForDomain(db, domain, 'website', kept.facts)
  const answer = await askSource('website', () => askWebsite(deps.website, { domain, root: rootOf(domain) }))
  if (!answer.known) return
  const { people = [], ...facts } = answer.facts
  await keepCompanies(db, 'website', [{ domain, facts, itemId: undefined }])
  const entries: PeopleEntries = {}
  for (const { address, person, url } of people)
    entries[address] = { status: 'matched', url: facts.status === 'matched' ? facts.url : url, personUrl: url, person }
  await answerForDomain(db, domain, 'website', facts, entries)
}

export async function enrichFromWikidata(
  deps: EnrichDeps,
  { domain }: DomainTask,
  { signal }: Pick<TaskContext, 'signal'>,
): Promise<void> {
  await completeDomain(deps, domain, signal)
  if (!deps.ahead) return
  const endsAt = deps.clock.now() + TURN_MS
  for (const task of await readWaitingTasks(deps.db, TASKS_PER_TURN)) {
    if (signal.aborted || deps.clock.now() > endsAt) return
    await completeDomain(deps, task.domain, signal)
    await endTask(deps.db, task)
  }
}

async function completeDomain(deps: EnrichDeps, domain: string, signal: AbortSignal): Promise<void> {
  const due = await readDue(deps.db, domain, CONTACTS_PER_TURN)
  const askedAbout: DueContact[] = []
  for (const contact of due) {
    if (isLookedUp(deps.engine, contact.email)) askedAbout.push(contact)
    else await completeUnasked(deps.db, contact, neverLookedUp(deps.clock.now()))
  }
  if (askedAbout.length > 0) await enrichContacts(deps, domain, askedAbout, signal)
  await scheduleRest(deps, domain)
}

/** Contacts that are still due, now or later, get a task; one that waits already comes sooner. */
async function scheduleRest({ db }: EnrichDeps, domain: string): Promise<void> {
  const at = await nextDueAt(db, domain)
  if (at) await scheduleDomains(db, [domain], { at, keepWaiting: true })
}

async function enrichContacts(deps: EnrichDeps, domain: string, contacts: readonly DueContact[], signal: AbortSignal) {
  const { db } = deps
  const company = deps.sources.has('wikidata_company') ? await gatherWikidataCompany(deps, domain) : skipped(deps)
  if (company.isKnown) await answerForDomain(db, domain, 'wikidata_company', company.facts)
  const item = readOnce(async () => company.itemId && readItem(deps, company.itemId))
  let wikidataAnswers = company.isKnown
  let isMissing = !wikidataAnswers || contacts.some(({ pending_sources }) => pending_sources.includes('website'))
  for (const contact of contacts) {
    signal.throwIfAborted()
    const person = await gatherPerson(deps, contact, { companyId: company.itemId, company: item, wikidataAnswers })
    if (!person) [wikidataAnswers, isMissing] = [false, true]
    await settle(db, contact, person ?? {}, neverLookedUp(deps.clock.now()))
  }
  if (isMissing) await postponeDomain(db, domain, withJitter(deps.retryDelaysMs))
}

async function readItem({ ahead, wikidata }: EnrichDeps, id: string): Promise<Item | undefined> {
  return ahead?.itemOf(id) ?? (await wikidata.items([id]))[0]
}

/** All tasks share the first answer; after a failure the next one asks again. */
function readOnce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read().catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }
}

/** The best that is known from a source; not up to date if the source could not answer. */
type Gathered = { facts: SourceFacts; isKnown: boolean; itemId?: string | undefined }

async function gatherWikidataCompany(deps: EnrichDeps, domain: string): Promise<Gathered> {
  const read = async () => (await readCompany(deps.db, domain)).wikidata_company
  let kept = await read()
  if (!kept?.isFresh && deps.ahead) {
    await deps.ahead.ask(domain)
    kept = await read()
  }
  if (kept?.isFresh) return fromKept(deps, kept)
  const ask = () => askWikidataForCompany({ api: deps.wikidata, clock: deps.clock }, domain)
  const answer = await deps.askSource('wikidata_company', ask)
  if (!answer.known) return fromKept(deps, kept)
  const { itemId, ...facts } = answer.facts
  await keepCompanies(deps.db, 'wikidata_company', [{ domain, facts, itemId }])
  return { facts, isKnown: true, itemId }
}

function fromKept(deps: EnrichDeps, kept: KeptFacts | undefined): Gathered {
  if (!kept) return { ...skipped(deps), isKnown: false }
  return { facts: kept.facts, isKnown: kept.isFresh, itemId: kept.itemId }
}

type PersonContext = {
  companyId: string | undefined
  company: PersonQuestion['company']
  wikidataAnswers: boolean
}

/** The fields to be written to the contact; undefined if Wikidata could not answer. */
async function gatherPerson(
  deps: EnrichDeps,
  contact: DueContact,
  { companyId, company, wikidataAnswers }: PersonContext,
): Promise<Sources | undefined> {
  if (!contact.pending_sources.includes('wikidata_person')) return {}
  if (!deps.sources.has('wikidata_person')) return { wikidata_person: skipped(deps).facts }
  if (!wikidataAnswers) return undefined
  const { searchesByName } = deps
  const { email, normalized, first_name, last_name } = contact
  const addresses = [...new Set([normalized, email])]
  const question = { addresses, firstName: first_name, lastName: last_name, companyId, company }
  const ask = () => askWikidataForPerson({ api: deps.wikidata, clock: deps.clock, searchesByName }, question)
  const answer = await deps.askSource('wikidata_person', ask)
  if (answer.known) return { wikidata_person: answer.facts }
  // A fault of ours with this person will not go away by asking again, and is no reason to spare Wikidata the others.
  if (answer.reason !== FAULT) return undefined
  return { wikidata_person: contact.sources.wikidata_person ?? skipped(deps).facts }
}

function skipped({ clock }: EnrichDeps): Gathered {
  return { facts: { status: 'skipped', fetchedAt: clock.now() }, isKnown: true }
}

/** Up to a fifth more, so that what failed together is not tried again together. */
function withJitter(delaysMs: readonly number[]): number[] {
  const factor = 1 + Math.random() / 5
  return delaysMs.map((delay) => delay * factor)
}

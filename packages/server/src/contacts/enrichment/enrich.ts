// From a due contact to a completed one:
//
//   contacts.website ──▶ company_facts ──▶ contacts.wikidata ──▶ company_facts, then each due contact of the domain:
//                                               ▲                 person, merge ──▶ matched | no_match
//                                               │                 a source is down ──▶ retrying ──┐
//                                               └───── contacts.website, when it is due again ◀───┘
//
// Both tasks may run again at any time: they ask only what is not known yet, and write only to contacts that are still due.
import type { EnrichmentSource } from '@mailsift/contract'
import type { Engine } from '@mailsift/engine'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { TaskContext } from '../../platform/queue.ts'
import { type CompanySource, type KeptFacts, keepCompany, readCompany } from './company-store.ts'
import { isLookedUp, neverLookedUp, rootOf } from './eligible.ts'
import type { SourceFacts, Sources } from './facts.ts'
import { mergeSources } from './merge.ts'
import { complete, type DueContact, nextDueAt, postponeDomain, RETRIES_MAX_COUNT, readDue } from './progress.ts'
import { scheduleDomains, scheduleWikidata } from './schedule.ts'
import { type AskSource, FAULT } from './source.ts'
import { askWebsite, type WebsiteDeps } from './website/website.ts'
import type { WikidataApi } from './wikidata/api.ts'
import { askWikidataForCompany, askWikidataForPerson } from './wikidata/wikidata.ts'

export type EnrichDeps = {
  db: Db
  clock: Clock
  engine: Pick<Engine, 'judge'>
  askSource: AskSource
  website: WebsiteDeps
  wikidata: WikidataApi
  /** The sources that are switched on. */
  sources: ReadonlySet<EnrichmentSource>
  /** Before the first, second, … retry. */
  retryDelaysMs: readonly number[]
}

type DomainTask = { domain: string }

/** Wikidata is asked about this many persons before other domains get their turn. */
const CONTACTS_PER_TURN = 50

export async function enrichFromWebsite(
  deps: EnrichDeps,
  { domain }: DomainTask,
  { runAt }: Pick<TaskContext, 'runAt'>,
): Promise<void> {
  const { db, engine, sources, askSource } = deps
  const due = await readDue(db, domain, CONTACTS_PER_TURN)
  if (due.length === 0) return scheduleRest(deps, domain)
  const isWanted = sources.has('website') && due.some(({ email }) => isLookedUp(engine, email))
  if (isWanted && !(await readCompany(db, domain)).website?.isFresh) {
    const site = { domain, root: rootOf(domain) }
    const answer = await askSource('website', () => askWebsite(deps.website, site))
    if (answer.known) {
      const { people: _people, ...facts } = answer.facts
      await keepCompany(db, domain, 'website', { facts, itemId: undefined })
    }
  }
  await scheduleWikidata(db, domain, runAt)
}

export async function enrichFromWikidata(
  deps: EnrichDeps,
  { domain }: DomainTask,
  { signal }: Pick<TaskContext, 'signal'>,
): Promise<void> {
  const due = await readDue(deps.db, domain, CONTACTS_PER_TURN)
  const askedAbout: DueContact[] = []
  for (const contact of due) {
    if (isLookedUp(deps.engine, contact.email)) askedAbout.push(contact)
    else await complete(deps.db, contact, 'no_match', neverLookedUp(deps.clock.now()))
  }
  if (askedAbout.length > 0) await enrichContacts(deps, domain, askedAbout, signal)
  await scheduleRest(deps, domain)
}

/** What is still due, now or later, gets a task; one that waits already comes sooner. */
async function scheduleRest({ db }: EnrichDeps, domain: string): Promise<void> {
  const at = await nextDueAt(db, domain)
  if (at) await scheduleDomains(db, [domain], { at, keepWaiting: true })
}

async function enrichContacts(deps: EnrichDeps, domain: string, contacts: readonly DueContact[], signal: AbortSignal) {
  const company = await gatherCompany(deps, domain)
  let isPostponed = false
  const postponeAll = async () => {
    if (!isPostponed) await postponeDomain(deps.db, domain, withJitter(deps.retryDelaysMs))
    isPostponed = true
  }

  let wikidataAnswers = company.wikidata_company.isKnown
  if (!company.website.isKnown || !wikidataAnswers) await postponeAll()
  for (const contact of contacts) {
    signal.throwIfAborted()
    const isLastTry = contact.attempts >= RETRIES_MAX_COUNT
    if (isPostponed && !isLastTry) continue
    const person = await gatherPerson(deps, contact, company.wikidata_company.itemId, wikidataAnswers)
    if (!person.isKnown) {
      wikidataAnswers = false
      await postponeAll()
      if (!isLastTry) continue
    }
    const sources: Sources = {
      website: company.website.facts,
      wikidata_company: company.wikidata_company.facts,
      wikidata_person: person.facts,
    }
    await complete(deps.db, contact, mergeSources(sources).status, sources)
  }
}

/** The best that is known from a source; not up to date if the source could not answer. */
type Gathered = { facts: SourceFacts; isKnown: boolean; itemId?: string | undefined }

async function gatherCompany(deps: EnrichDeps, domain: string): Promise<Record<CompanySource, Gathered>> {
  const kept = await readCompany(deps.db, domain)
  return {
    // Its task has just been here: if there is nothing fresh, the site could not be asked.
    website: deps.sources.has('website') ? fromKept(deps, kept.website) : skipped(deps),
    wikidata_company: deps.sources.has('wikidata_company')
      ? await gatherWikidataCompany(deps, domain, kept.wikidata_company)
      : skipped(deps),
  }
}

async function gatherWikidataCompany(deps: EnrichDeps, domain: string, kept: KeptFacts | undefined): Promise<Gathered> {
  if (kept?.isFresh) return fromKept(deps, kept)
  const ask = () => askWikidataForCompany({ api: deps.wikidata, clock: deps.clock }, domain)
  const answer = await deps.askSource('wikidata_company', ask)
  if (!answer.known) return fromKept(deps, kept)
  const { itemId, ...facts } = answer.facts
  await keepCompany(deps.db, domain, 'wikidata_company', { facts, itemId })
  return { facts, isKnown: true, itemId }
}

function fromKept(deps: EnrichDeps, kept: KeptFacts | undefined): Gathered {
  if (!kept) return { ...skipped(deps), isKnown: false }
  return { facts: kept.facts, isKnown: kept.isFresh, itemId: kept.itemId }
}

async function gatherPerson(
  deps: EnrichDeps,
  contact: DueContact,
  companyId: string | undefined,
  wikidataAnswers: boolean,
): Promise<Gathered> {
  if (!deps.sources.has('wikidata_person')) return skipped(deps)
  const former: Gathered = { facts: contact.sources.wikidata_person ?? skipped(deps).facts, isKnown: false }
  if (!wikidataAnswers) return former
  const { email, normalized, first_name, last_name } = contact
  const addresses = [...new Set([normalized, email])]
  const question = { addresses, firstName: first_name, lastName: last_name, companyId }
  const ask = () => askWikidataForPerson({ api: deps.wikidata, clock: deps.clock }, question)
  const answer = await deps.askSource('wikidata_person', ask)
  if (answer.known) return { facts: answer.facts, isKnown: true }
  // A fault of ours with this person will not go away by asking again, and is no reason to spare Wikidata the others.
  return answer.reason === FAULT ? { ...former, isKnown: true } : former
}

function skipped({ clock }: EnrichDeps): Gathered {
  return { facts: { status: 'skipped', fetchedAt: clock.now() }, isKnown: true }
}

/** Up to a fifth more, so that what failed together is not tried again together. */
function withJitter(delaysMs: readonly number[]): number[] {
  const factor = 1 + Math.random() / 5
  return delaysMs.map((delay) => delay * factor)
}

// Tasks ask Wikidata about their domains one after the other. The first of them asks for those that wait behind it too, in one
// question, and keeps the answers where each of the others finds its own.
import type { Engine } from '@mailsift/engine'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { isFresh, type KeptCompany, keepCompanies } from './company-store.ts'
import { isLookedUp } from './eligible.ts'
import { SourceUnavailable } from './facts.ts'
import type { AskSource } from './source.ts'
import type { WikidataApi } from './wikidata/api.ts'
import { chooseCompany, findClaimants } from './wikidata/company.ts'
import { COMPANY_CLAIMS } from './wikidata/executives.ts'
import { type Item, keepClaims } from './wikidata/item.ts'
import type { QueryService } from './wikidata/query-service.ts'
import { companyAnswer } from './wikidata/wikidata.ts'
import { readWaitingTasks } from './wikidata-queue.ts'

export type Ahead = {
  /** Keeps what is said of this domain and of those that wait behind it; nothing if they are too few to be worth it. */
  ask(domain: string): Promise<void>
  /** The item of a company among those last asked for, as far as a search for persons needs it. */
  itemOf(id: string): Item | undefined
}

export type AheadDeps = {
  db: Db
  clock: Clock
  engine: Pick<Engine, 'validate'>
  askSource: AskSource
  wikidata: WikidataApi
  queryService: QueryService
}

/** As many items as one question to the API takes. */
const AT_ONCE = 50
/** Fewer are found by the search, which is never behind. */
const WORTH_IT = 5
/** Tasks looked at from the front of the queue, whose answers may be stored already. */
const LOOKED_AT = 200
const CONTACTS_LOOKED_AT = 10

export function createAhead(deps: AheadDeps): Ahead {
  const { db, clock, askSource } = deps
  let items = new Map<string, Item>()
  return {
    itemOf: (id) => items.get(id),
    async ask(domain) {
      if (deps.queryService.isResting()) return
      const domains = [...new Set([domain, ...(await readWaiting(deps))])].slice(0, AT_ONCE)
      if (domains.length < WORTH_IT) return
      const claimants = await findClaimants(deps, domains).catch((error) => {
        if (error instanceof SourceUnavailable) return undefined
        throw error
      })
      if (!claimants) return
      items = new Map()
      const kept: KeptCompany[] = []
      for (const name of domains) {
        let company: Item | undefined
        const answer = await askSource('wikidata_company', async () => {
          company = chooseCompany(claimants.get(name) ?? [], name)
          return { known: true, facts: companyAnswer(company, name, clock.now()) }
        })
        if (!answer.known) continue
        if (company) items.set(company.id, keepClaims(company, COMPANY_CLAIMS))
        const { itemId, ...facts } = answer.facts
        kept.push({ domain: name, facts, itemId })
      }
      await keepCompanies(db, 'wikidata_company', kept)
    },
  }
}

/** The domains of tasks that are next and have no answer yet, if one of their contacts needs it. */
async function readWaiting({ db, engine }: AheadDeps): Promise<string[]> {
  const waiting = await readWaitingTasks(db, LOOKED_AT)
  const { rows } = await sql<{ domain: string; emails: string[] }>`
    SELECT waiting.domain, due.emails
    FROM unnest(${waiting.map(({ domain }) => domain)}::text[]) WITH ORDINALITY AS waiting (domain, place), LATERAL (
      SELECT array_agg(email) AS emails FROM (
        SELECT email FROM contacts WHERE domain = waiting.domain AND due_at <= now() LIMIT ${CONTACTS_LOOKED_AT}) AS one
    ) AS due
    WHERE due.emails IS NOT NULL AND NOT EXISTS (
      SELECT FROM company_facts WHERE domain = waiting.domain AND source = 'wikidata_company' AND ${isFresh})
    ORDER BY place`.execute(db)
  return rows.filter(({ emails }) => emails.some((email) => isLookedUp(engine, email))).map(({ domain }) => domain)
}

import type { Clock } from '../../platform/clock.ts'
import { type Answer, type SourceFacts, SourceUnavailable } from '../facts.ts'
import type { WikidataApi } from './api.ts'
import { companyFacts, findCompany } from './company.ts'
import { type Item, itemUrl } from './item.ts'
import { findUser, type PersonQuestion, type PersonSearchDeps, personFacts } from './person.ts'

export type WikidataSourceDeps = { api: WikidataApi; clock: Clock }

/** The id of the matched item is kept beside its facts: persons are matched by it. */
export type WikidataFacts = SourceFacts & { itemId?: string }

export async function askWikidataForCompany(
  { api, clock }: WikidataSourceDeps,
  domain: string,
): Promise<Answer<WikidataFacts>> {
  return answer(async () => {
    const item = await findCompany(api, domain)
    return companyAnswer(item, domain, clock.now())
  })
}

export function companyAnswer(item: Item | undefined, domain: string, fetchedAt: number): WikidataFacts {
  if (!item) return { status: 'no_match', fetchedAt }
  const [url, company] = [itemUrl(item.id), companyFacts(item, domain)]
  return { status: 'matched', fetchedAt, url, company, itemId: item.id }
}

export async function askWikidataForPerson(
  { api, clock, searchesByName }: WikidataSourceDeps & PersonSearchDeps,
  question: PersonQuestion,
): Promise<Answer> {
  return answer(async () => {
    const found = await findUser({ api, searchesByName }, question, clock.now())
    // Without the search it is unknown whether Wikidata has this person.
    if (found === 'not_searched') return { status: 'skipped', fetchedAt: clock.now() }
    if (!found) return { status: 'no_match', fetchedAt: clock.now() }
    const person = await personFacts(api, found, question.companyId)
    return { status: 'matched', fetchedAt: clock.now(), url: itemUrl(found.item.id), person }
  })
}

async function answer<Facts extends SourceFacts>(ask: () => Promise<Facts>): Promise<Answer<Facts>> {
  try {
    return { known: true, facts: await ask() }
  } catch (error) {
    if (error instanceof SourceUnavailable) return { known: false, reason: error.reason }
    throw error
  }
}

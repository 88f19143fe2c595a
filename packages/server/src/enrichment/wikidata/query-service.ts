// Wikidata's query service (https://query.wikidata.org). The search of the API takes 300 characters, which is one domain in
// its spellings; this takes fifty domains in one question. It is a shortcut only: without it the search is used.
import type { Clock } from '../../platform/clock.ts'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { SourceUnavailable } from '../facts.ts'

const QUERY_SERVICE_URL = 'https://query.wikidata.org/sparql'
const ANSWER_MAX_BYTES = 4 * 1024 * 1024
/** The query service's own time limit; other fetches have less. */
const TOTAL_MS = 60_000
/** After a failure the search is requested this long. */
const REST_MS = 10 * 60_000
/** Characters that would end an IRI (SPARQL 1.1, IRIREF). */
const NOT_IN_IRI = /[<>"{}|^`\\\p{Z}\p{C}]/u

export type QueryService = {
  /** Whether it is left in peace after a failure. */
  isResting(): boolean
  /** The ids of the items that state each of these official websites (P856); undefined if it does not answer. */
  itemsOfSites(sites: readonly string[]): Promise<ReadonlyMap<string, readonly string[]> | undefined>
}

export function createQueryService({ fetch, clock }: { fetch: GuardedFetch; clock: Clock }): QueryService {
  let restsUntil = 0

  async function ask(query: string): Promise<unknown> {
    const answer = await fetch(QUERY_SERVICE_URL, {
      accept: 'application/sparql-results+json',
      form: { query },
      maxBytes: ANSWER_MAX_BYTES,
      totalMs: TOTAL_MS,
    })
    if (!answer.ok) throw new SourceUnavailable(answer.reason)
    if (answer.status !== 200) throw new SourceUnavailable(`http_${answer.status}`)
    try {
      return JSON.parse(new TextDecoder().decode(answer.body))
    } catch {
      throw new SourceUnavailable('not_json')
    }
  }

  return {
    isResting: () => clock.now() < restsUntil,
    async itemsOfSites(sites) {
      const values = sites.filter((site) => !NOT_IN_IRI.test(site)).map((site) => `<${site}>`)
      try {
        return readBindings(
          await ask(
            `SELECT ?site ?item WHERE { VALUES ?site { ${values.join(' ')} } ?statement ps:P856 ?site . ?item p:P856 ?statement . }`,
          ),
        )
      } catch (error) {
        if (!(error instanceof SourceUnavailable)) throw error
        restsUntil = clock.now() + REST_MS
        return undefined
      }
    },
  }
}

type Term = { value?: unknown }

function readBindings(answer: unknown): Map<string, string[]> {
  const bindings = (answer as { results?: { bindings?: unknown } } | null)?.results?.bindings
  if (!Array.isArray(bindings)) throw new SourceUnavailable('no_bindings_member')
  const found = new Map<string, string[]>()
  for (const binding of bindings as ({ site?: Term; item?: Term } | null)[]) {
    const [site, item] = [binding?.site?.value, binding?.item?.value]
    const id = typeof item === 'string' && /\/entity\/(Q\d+)$/.exec(item)?.[1]
    if (typeof site === 'string' && id) found.set(site, [...(found.get(site) ?? []), id])
  }
  return found
}

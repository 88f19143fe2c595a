import { setTimeout as sleep } from 'node:timers/promises'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { SourceUnavailable } from '../facts.ts'
import { type Item, labelOf, readItems } from './item.ts'

const WIKIDATA_API_URL = 'https://www.wikidata.org/w/api.php'

export type WikidataApi = {
  /**
   * The items with at least one of the statements (`P856=https://…`) that also meet the further condition. Undefined
   * if there are too many to look at, for then it is unknown whether there is only one.
   */
  search(statements: readonly string[], condition?: string): Promise<readonly string[] | undefined>
  items(ids: readonly string[]): Promise<Item[]>
  /** Names of the items that others refer to. */
  labels(ids: readonly string[]): Promise<Map<string, string>>
}

export type WikidataDeps = {
  fetch: GuardedFetch
  apiUrl?: string | undefined
  /** How long no request is sent after an invalid response. */
  restMs?: number | undefined
}

/** A search with more characters is refused. */
const QUERY_MAX_CHARACTERS = 300
const CANDIDATES_MAX_COUNT = 20
/** As many as the API takes. */
const ITEMS_PER_REQUEST = 50
/** Well-known items take 300 KB each; where that is too much for one answer, fewer are requested. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024

/** As Wikimedia asks of those who meet maxlag. */
const REST_MS = 5_000

/** The caller asks one question after the other, as Wikimedia wants it. */
export function createWikidataApi(deps: WikidataDeps): WikidataApi {
  const { fetch, apiUrl = WIKIDATA_API_URL, restMs = REST_MS } = deps
  let rest = Promise.resolve()

  async function ask(parameters: Record<string, string>): Promise<Record<string, unknown>> {
    await rest
    try {
      return await askNow(parameters)
    } catch (error) {
      if ((error as SourceUnavailable).reason !== 'too_large') rest = sleep(restMs, undefined, { ref: false })
      throw error
    }
  }

  async function askNow(parameters: Record<string, string>): Promise<Record<string, unknown>> {
    // maxlag: our questions can wait when the servers are behind (https://www.mediawiki.org/wiki/Manual:Maxlag_parameter).
    const query = new URLSearchParams({ ...parameters, format: 'json', formatversion: '2', maxlag: '5' })
    const answer = await fetch(`${apiUrl}?${query}`, { accept: 'application/json', maxBytes: ANSWER_MAX_BYTES })
    if (!answer.ok) throw new SourceUnavailable(answer.reason)
    if (answer.status !== 200) throw new SourceUnavailable(`http_${answer.status}`)
    const body = parse(answer.body)
    // Also a "200 OK" may carry an error.
    if (!body || 'error' in body) throw new SourceUnavailable(body ? 'api_error' : 'not_json')
    return body
  }

  async function entities(ids: readonly string[], more: Record<string, string>): Promise<Item[]> {
    const items: Item[] = []
    for (let start = 0; start < ids.length; start += ITEMS_PER_REQUEST)
      items.push(...(await entitiesAtOnce(ids.slice(start, start + ITEMS_PER_REQUEST), more)))
    return items
  }

  async function entitiesAtOnce(ids: readonly string[], more: Record<string, string>): Promise<Item[]> {
    try {
      return readItems((await ask({ action: 'wbgetentities', ids: ids.join('|'), ...more })).entities)
    } catch (error) {
      if (!(error instanceof SourceUnavailable) || error.reason !== 'too_large' || ids.length === 1) throw error
      const half = Math.ceil(ids.length / 2)
      return [...(await entitiesAtOnce(ids.slice(0, half), more)), ...(await entitiesAtOnce(ids.slice(half), more))]
    }
  }

  return {
    search: async (statements, condition = '') => {
      const found = new Set<string>()
      for (const query of packQueries(statements, condition)) {
        const parameters = { action: 'query', list: 'search', srsearch: query, srprop: '', srnamespace: '0' }
        const answer = await ask({ ...parameters, srlimit: String(CANDIDATES_MAX_COUNT) })
        if ('continue' in answer) return undefined
        for (const id of readHits(answer)) found.add(id)
      }
      return found.size <= CANDIDATES_MAX_COUNT ? [...found] : undefined
    },
    items: (ids) => entities(ids, { props: 'labels|aliases|descriptions|claims' }),
    labels: async (ids) => {
      const languages = { languages: 'en|mul', languagefallback: '1' }
      const items = await entities(ids, { props: 'labels', ...languages })
      return new Map(items.flatMap((item) => [[item.id, labelOf(item) ?? '']] as const))
    },
  }
}

/** As few searches as the limit on their length allows. */
function packQueries(statements: readonly string[], condition: string): string[] {
  const queries: string[] = []
  const start = `${condition} haswbstatement:`.trimStart()
  for (const statement of statements) {
    const last = queries.at(-1)
    if (last && last.length + 1 + statement.length <= QUERY_MAX_CHARACTERS)
      queries[queries.length - 1] = `${last}|${statement}`
    else queries.push(start + statement)
  }
  return queries
}

function readHits(answer: Record<string, unknown>): string[] {
  const hits = (answer.query as { search?: { title?: unknown }[] } | undefined)?.search
  if (!Array.isArray(hits)) throw new SourceUnavailable('no_hits_member')
  return hits.flatMap(({ title }) => (typeof title === 'string' && /^Q\d+$/.test(title) ? title : []))
}

function parse(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(body))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

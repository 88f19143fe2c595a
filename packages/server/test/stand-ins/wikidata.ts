import { text } from 'node:stream/consumers'
import { fold } from '../../src/enrichment/fold.ts'
import type { Reply } from './website.ts'

/** The search of Wikidata knows letters by their base. */
const SPELLING = new Intl.Collator('en', { sensitivity: 'base' })

export const WIKIDATA_API = 'www.wikidata.org/w/api.php'
export const QUERY_SERVICE = 'query.wikidata.org/sparql'

type Value = string | { item: string } | { time: string } | { unknown: true }
type Claim =
  | Value
  | { value: Value; rank?: 'preferred' | 'normal' | 'deprecated'; qualifiers?: Record<string, Value[]> }

export type TestItem = {
  id: string
  label?: string
  description?: string
  aliases?: string[]
  labels?: Record<string, string>
  claims?: Record<string, Claim[]>
}

export const HUMAN: Claim = { item: 'Q5' }
export const BUSINESS: Claim = { item: 'Q4830453' }

/** The JSON of an item, as `wbgetentities` writes it. */
export function wikibaseItem({ id, label, description, aliases, labels, claims = {} }: TestItem) {
  const terms = (texts: Record<string, string | undefined>) =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([language, value]) => (value ? [[language, { language, value }]] : [])),
    )
  return {
    type: 'item',
    id,
    labels: terms({ en: label, ...labels }),
    descriptions: terms({ en: description }),
    aliases: aliases ? { en: aliases.map((value) => ({ language: 'en', value })) } : [],
    claims: Object.fromEntries(
      Object.entries(claims).map(([property, values]) => [property, values.map((claim) => statement(claim))]),
    ),
  }
}

function statement(claim: Claim) {
  const { value, rank, qualifiers } = typeof claim === 'object' && 'value' in claim ? claim : { value: claim }
  return {
    type: 'statement',
    rank: rank ?? 'normal',
    mainsnak: snak(value),
    ...(qualifiers && {
      qualifiers: Object.fromEntries(Object.entries(qualifiers).map(([property, list]) => [property, list.map(snak)])),
    }),
  }
}

function snak(value: Value) {
  if (typeof value === 'string') return { snaktype: 'value', datavalue: { type: 'string', value } }
  if ('unknown' in value) return { snaktype: 'somevalue' }
  if ('time' in value) return { snaktype: 'value', datavalue: { type: 'time', value: { time: value.time } } }
  return {
    snaktype: 'value',
    datavalue: { type: 'wikibase-entityid', value: { 'entity-type': 'item', id: value.item } },
  }
}

export type StandInWikidata = {
  reply: Reply
  /** Of the query service. */
  query: Reply
  /** The sites in each of its questions, in order. */
  queries: string[][]
  /** The parameters of each request, in order. */
  asked: URLSearchParams[]
  /** While set, every request gets this answer instead. */
  failure: { status: number; body: string } | undefined
}

/** The two calls of Wikidata's API that we use, over a handful of items. */
export function wikidata(items: readonly TestItem[]): StandInWikidata {
  const entities = new Map(items.map((item) => [item.id, wikibaseItem(item)]))
  const standIn: StandInWikidata = {
    asked: [],
    queries: [],
    failure: undefined,
    query: async (request, response) => {
      const form = new URLSearchParams(await text(request))
      const sites = [...(form.get('query') ?? '').matchAll(/<([^>]*)>/g)].map(([, site]) => site!)
      standIn.queries.push(sites)
      if (standIn.failure) response.writeHead(standIn.failure.status).end(standIn.failure.body)
      else response.end(JSON.stringify({ results: { bindings: claimantsOf(sites, entities) } }))
    },
    reply: (request, response) => {
      const parameters = new URL(request.url ?? '', 'http://localhost').searchParams
      standIn.asked.push(parameters)
      response.setHeader('content-type', 'application/json')
      if (standIn.failure) response.writeHead(standIn.failure.status).end(standIn.failure.body)
      else response.end(JSON.stringify(answer(parameters, entities)))
    },
  }
  return standIn
}

type Entity = ReturnType<typeof wikibaseItem>

function answer(parameters: URLSearchParams, entities: ReadonlyMap<string, Entity>): unknown {
  if (parameters.get('maxlag') !== '5') return { error: { code: 'test', info: 'maxlag is missing' } }
  if (parameters.get('action') === 'wbgetentities') {
    const ids = (parameters.get('ids') ?? '').split('|')
    return {
      entities: Object.fromEntries(ids.map((id) => [id, entities.get(id) ?? { id, missing: true }])),
      success: 1,
    }
  }
  const query = parameters.get('srsearch') ?? ''
  if (query.length > 300) return { error: { code: 'toolong', info: 'Search request is too long.' } }
  const hits = [...entities.values()].filter((entity) => query.split(' ').every((term) => meets(entity, term)))
  const limit = Number(parameters.get('srlimit'))
  return {
    ...(hits.length > limit && { continue: { sroffset: limit } }),
    query: { search: hits.slice(0, limit).map(({ id }) => ({ ns: 0, title: id })) },
  }
}

function claimantsOf(sites: readonly string[], entities: ReadonlyMap<string, Entity>) {
  const claims = [...entities.values()].flatMap((entity) =>
    (entity.claims.P856 ?? []).map((claim) => ({ id: entity.id, site: valueText(claim) })),
  )
  return claims
    .filter(({ site }) => site !== undefined && sites.includes(site))
    .map(({ id, site }) => ({ site: { value: site }, item: { value: `http://www.wikidata.org/entity/${id}` } }))
}

/** `haswbstatement:A|B` on non-deprecated statements; any other term is a word of a label or alias. */
function meets(entity: Entity, term: string): boolean {
  const choices = /^haswbstatement:(.*)$/.exec(term)?.[1]?.split('|')
  if (!choices) {
    const names = [...Object.values(entity.labels), ...Object.values(entity.aliases).flat()]
    return names.some(({ value }) =>
      fold(value)
        .split(' ')
        .some((word) => SPELLING.compare(word, term) === 0),
    )
  }
  return choices.some((choice) => {
    const [property, ...value] = choice.split('=')
    const stated = entity.claims[property!]?.filter(({ rank }) => rank !== 'deprecated') ?? []
    return value.length === 0 ? stated.length > 0 : stated.some((one) => valueText(one) === value.join('='))
  })
}

function valueText({ mainsnak }: ReturnType<typeof statement>): string | undefined {
  const value = mainsnak.datavalue?.value
  return typeof value === 'object' ? ('id' in value ? value.id : value.time) : value
}

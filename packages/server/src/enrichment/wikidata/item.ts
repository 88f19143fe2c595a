// Reading Wikibase JSON (https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html). It comes from outside: any part may be missing or odd.

export type Item = {
  id: string
  labels: Record<string, { value?: unknown } | undefined>
  descriptions: Record<string, { value?: unknown } | undefined>
  aliases: Record<string, { value?: unknown }[] | undefined>
  claims: Record<string, Statement[] | undefined>
}

export type Statement = { rank?: string; mainsnak?: Snak; qualifiers?: Record<string, Snak[] | undefined> }
type Snak = { snaktype?: string; datavalue?: { value?: unknown } }

/** The items of a `wbgetentities` answer; ids that do not exist are left out. */
export function readItems(entities: unknown): Item[] {
  return Object.values(asRecord(entities)).flatMap((entity) => {
    const { id, missing, ...rest } = asRecord(entity)
    if (typeof id !== 'string' || missing !== undefined) return []
    const { labels, descriptions, aliases, claims } = rest
    return [
      {
        id,
        labels: asRecord(labels),
        descriptions: asRecord(descriptions),
        aliases: asRecord(aliases),
        claims: asRecord(claims),
      } as Item,
    ]
  })
}

/** The item with these statements alone. */
export function keepClaims(item: Item, properties: readonly string[]): Item {
  return { ...item, claims: Object.fromEntries(properties.map((property) => [property, item.claims[property]])) }
}

/** PHP writes an empty map as `[]`. */
function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** All statements of a property that are not known to be wrong. */
export function statements(item: Item, property: string): Statement[] {
  const all = item.claims[property]
  return Array.isArray(all) ? all.filter(({ rank }) => rank !== 'deprecated') : []
}

/** Those that Wikidata itself would answer with: the preferred ones if there are any. */
export function bestStatements(item: Item, property: string): Statement[] {
  const all = statements(item, property)
  const preferred = all.filter(({ rank }) => rank === 'preferred')
  return preferred.length > 0 ? preferred : all
}

/** end time, end cause, latest date. */
const ENDINGS = ['P582', 'P1534', 'P1326']

/** An ending at an unknown time is an ending; "no value" states that there is none. */
export function isCurrent(statement: Statement): boolean {
  return ENDINGS.every((property) => qualifiers(statement, property).every(({ snaktype }) => snaktype === 'novalue'))
}

export function qualifiers(statement: Statement, property: string): Snak[] {
  const snaks = statement.qualifiers?.[property]
  return Array.isArray(snaks) ? snaks : []
}

export function stringValue({ mainsnak }: Statement): string | undefined {
  const value = mainsnak?.datavalue?.value
  return typeof value === 'string' ? value : undefined
}

export function itemValue({ mainsnak }: Statement): string | undefined {
  return itemIdOf(mainsnak)
}

export function qualifierItems(statement: Statement, property: string): string[] {
  return qualifiers(statement, property).flatMap((snak) => itemIdOf(snak) ?? [])
}

/** Older answers give only the number. */
function itemIdOf(snak: Snak | undefined): string | undefined {
  const { id, 'numeric-id': number } = asRecord(snak?.datavalue?.value)
  if (typeof id === 'string') return id
  return typeof number === 'number' ? `Q${number}` : undefined
}

/** The year of a time value such as `+1952-03-11T00:00:00Z`. */
export function yearValue({ mainsnak }: Statement): number | undefined {
  const { time } = asRecord(mainsnak?.datavalue?.value)
  const year = typeof time === 'string' ? Number.parseInt(time, 10) : Number.NaN
  return Number.isNaN(year) ? undefined : year
}

/** The English name, else the one for all languages, else any. */
export function labelOf(item: Item): string | undefined {
  const label = item.labels.en ?? item.labels.mul ?? Object.values(item.labels)[0]
  return typeof label?.value === 'string' ? label.value : undefined
}

export function descriptionOf(item: Item): string | undefined {
  const description = item.descriptions.en?.value
  return typeof description === 'string' ? description : undefined
}

/** Labels and aliases in every language. */
export function namesOf(item: Item): string[] {
  const names = [...Object.values(item.labels), ...Object.values(item.aliases).flat()]
  return names.flatMap((name) => (typeof name?.value === 'string' ? name.value : []))
}

export function itemUrl(id: string): string {
  return `https://www.wikidata.org/wiki/${id}`
}

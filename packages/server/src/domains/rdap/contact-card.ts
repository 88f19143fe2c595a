import { firstOf, type JsonObject, listOf, objectOf, objectsOf, textOf, webUrlOf, wordOf } from './json.ts'

/** The used fields of an entity's contact data, from either of RDAP's two forms. */
export type ContactCard = {
  readonly name: string | undefined
  /** The name is that of a person, as far as the card tells. */
  readonly isPerson: boolean
  readonly organization: string | undefined
  readonly email: string | undefined
  readonly phone: string | undefined
  /** A web form instead of an address (RFC 8605). */
  readonly form: string | undefined
}

/** RFC 5321 §4.1.2, a dot-string at a domain: what answers with the format "email" may hold. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

export function readContactCard(entity: JsonObject): ContactCard {
  const jsContact = objectOf(entity.jscontact_card)
  return Object.keys(jsContact).length > 0 ? readJsContact(jsContact) : readJCard(entity.vcardArray)
}

/** RFC 9553. */
function readJsContact(card: JsonObject): ContactCard {
  const each = (member: unknown) => Object.values(objectOf(member)).map(objectOf)
  const phones = each(card.phones).filter(({ features }) => objectOf(features).fax !== true)
  return {
    name: textOf(objectOf(card.name).full),
    isPerson: wordOf(card.kind) === 'individual',
    organization: firstOf(each(card.organizations), ({ name }) => textOf(name)),
    email: firstOf(each(card.emails), ({ address }) => emailOf(address)),
    phone: joinPhone(phones.map(({ number }) => number)),
    form: firstOf(each(card.links), ({ uri }) => webUrlOf(uri)),
  }
}

/** RFC 7095: `["vcard", [[name, parameters, type, value…]…]]`. */
function readJCard(vcardArray: unknown): ContactCard {
  const properties = listOf(listOf(vcardArray)[1]).map(listOf)
  const named = (wanted: string) =>
    properties.filter(([name]) => wordOf(name) === wanted).toSorted((a, b) => preferenceOf(a) - preferenceOf(b))
  const valuesOf = (wanted: string) => named(wanted).map((property) => property[3])
  const phones = named('tel').filter((property) => !isFax(property))
  return {
    name: firstOf(valuesOf('fn'), textOf),
    isPerson: firstOf(valuesOf('kind'), textOf)?.toLowerCase() === 'individual',
    // The value of `org` may be a list: the organisation, then its departments.
    organization: firstOf(valuesOf('org'), (value) => firstOf(listOf(value), textOf)),
    email: firstOf(valuesOf('email'), emailOf) ?? firstOf(valuesOf('contact-uri'), emailOf),
    phone: joinPhone(phones.map((property) => property[3])),
    form: firstOf(valuesOf('contact-uri'), webUrlOf),
  }
}

const LEAST_PREFERRED = 101

/** RFC 6350 §5.3: from 1, the best, to 100. Older cards write `type=pref`. */
function preferenceOf([, parameters]: readonly unknown[]): number {
  for (const [name, value] of Object.entries(objectOf(parameters))) {
    if (name.toLowerCase() === 'pref') return Number(textOf(listOf(value)[0])) || LEAST_PREFERRED
    if (name.toLowerCase() === 'type' && listOf(value).some((type) => wordOf(type) === 'pref')) return 1
  }
  return LEAST_PREFERRED
}

/** The parameter is spelled `type` or `Type`, its value is a string or a list, and empty parameters may be a list too. */
function isFax([, parameters, , value]: readonly unknown[]): boolean {
  if (/^fax:/i.test(textOf(value) ?? '')) return true
  return Object.entries(objectOf(parameters)).some(
    ([name, types]) => name.toLowerCase() === 'type' && listOf(types).some((type) => wordOf(type) === 'fax'),
  )
}

function emailOf(value: unknown): string | undefined {
  const text = textOf(value)
  const email = /^mailto:/i.test(text ?? '') ? text?.slice('mailto:'.length).split('?')[0] : text
  if (email === undefined || email.length > 254) return undefined
  const [local = '', domain = '', ...more] = email.split('@')
  const labels = domain.split('.')
  const isDomain = labels.length > 1 && labels.every((label) => label.length <= 63 && LABEL.test(label))
  return more.length === 0 && local.length <= 64 && LOCAL.test(local) && isDomain ? email : undefined
}

/** Usually the first number. One registry splits "+7 495 5801111" at its spaces into three numbers. */
function joinPhone(values: readonly unknown[]): string | undefined {
  const numbers = values.map(phoneOf).filter((number) => number !== undefined)
  const [first, ...others] = numbers
  if (first === undefined) return undefined
  const isSplit = /^\+\d{1,3}$/.test(first) && others.length > 0 && others.every((number) => /^\d+$/.test(number))
  if (isSplit) return `${first}.${others.join('')}`
  return numbers.find((number) => number.replace(/\D/g, '').length >= 5)
}

function phoneOf(value: unknown): string | undefined {
  const number = textOf(value)?.replace(/^tel:/i, '').split(';')[0]?.trim()
  return number !== undefined && /\d/.test(number) ? number : undefined
}

/** The entities that have the role; it is written in any case, among others, or alone outside a list. */
export function entitiesInRole(holder: JsonObject, role: string): readonly JsonObject[] {
  return objectsOf(holder.entities).filter(({ roles }) => listOf(roles).some((name) => wordOf(name) === role))
}

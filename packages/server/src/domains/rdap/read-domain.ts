import { domainToASCII } from 'node:url'
import type { DsRecord, RegistryRecord } from '@mailsift/engine'
import { hostNameOf } from '../host-name.ts'
import { entitiesInRole, readContactCard } from './contact-card.ts'
import { readEppStatuses } from './epp-status.ts'
import { readEvent, readLatestEvent } from './events.ts'
import { firstOf, type JsonObject, listOf, objectOf, objectsOf, textOf, webUrlOf, wordOf } from './json.ts'
import { operatorOf } from './operators.ts'

/** A registry's answer about a domain, without anything that depends on the day on which it is read. */
export type RegistryEntry = {
  readonly record: Omit<RegistryRecord, 'domain_age_days' | 'expires_in_days'>
  /** Null when the answer does not name them; DNS does then. */
  readonly nameservers: readonly string[] | null
  /** `expires_at` is a date without a time: the whole day is still paid for. */
  readonly expiresWithItsDay: boolean
  readonly reserved: boolean
}

/** IANA's own registrar entry, under which it keeps reserved names such as example.com. */
const IANA_RESERVED_REGISTRAR = '376'
/** How one registry writes that there is none. */
const NO_NAME_SERVER = 'not.defined'
const TERMS_TITLE = /\bterms of (?:use|service)\b/i

/**
 * Reads a domain object (RFC 9083 §5.3) as registries really send them. Undefined when it is none, or when it is about
 * another domain than the one asked for.
 */
export function readDomain(
  answer: unknown,
  { domain, host }: { domain: string; host: string },
): RegistryEntry | undefined {
  const object = objectOf(answer)
  const name = textOf(object.ldhName)
  const isDomain = wordOf(object.objectClassName) === 'domain' || (object.objectClassName === undefined && name)
  if (!isDomain || object.errorCode !== undefined) return undefined
  if (name !== undefined && fullNameOf(name) !== domain) return undefined
  const registrar = readRegistrar(object)
  const eppStatuses = readEppStatuses(object.status)
  const expires = readEvent(object.events, 'expiration')
  const secureDns = objectOf(object.secureDNS)
  return {
    record: {
      provider: operatorOf(host, domain),
      provider_link: readSelfLink(object),
      registered_at: readEvent(object.events, 'registration')?.at ?? null,
      expires_at: expires?.at ?? null,
      last_changed_at: readLatestEvent(object.events, 'last changed', 'last update')?.at ?? null,
      last_checked_at: readLatestEvent(object.events, 'last update of rdap database')?.at ?? null,
      ...registrar,
      epp_statuses: eppStatuses,
      // `zoneSigned` speaks of the top-level domain.
      dnssec_signed: secureDns.delegationSigned === true || wordOf(secureDns.delegationSigned) === 'true',
      dnssec_ds_records: objectsOf(secureDns.dsData).flatMap(readDsRecord),
      policy_registry_terms: readTerms(object),
      policy_icann_epp_info: readIcannLink(object, 'epp'),
      policy_icann_wicf: readIcannLink(object, 'wicf'),
    },
    nameservers: readNameservers(object.nameservers),
    expiresWithItsDay: expires?.isDay ?? false,
    reserved: eppStatuses.includes('reserved') || registrar.registrar_iana_id === IANA_RESERVED_REGISTRAR,
  }
}

/** A registry that refuses a name because it is reserved says so in the text of its error (RFC 9083 §6). */
export function saysReserved(error: unknown): boolean {
  const { title, description } = objectOf(error)
  const text = [title, ...listOf(description)].map(textOf).join(' ')
  // Neither a copyright line nor a guess at what the reason may be names it.
  return /\breserved\b/i.test(text.replace(/\b(?:rights|not|or|may|might|could)(?: (?:is|are|be))? reserved\b/gi, ''))
}

function readRegistrar(domain: JsonObject) {
  const registrars = entitiesInRole(domain, 'registrar')
  // The registrar's own abuse desk comes before one that stands at the top of the answer.
  const abuse = [
    ...registrars.flatMap((registrar) => entitiesInRole(registrar, 'abuse')),
    ...entitiesInRole(domain, 'abuse'),
  ]
    .map(readContactCard)
    .find(({ email, phone, form }) => email ?? phone ?? form)
  return {
    registrar_name:
      firstOf(registrars, (registrar) => {
        const { name, organization, isPerson } = readContactCard(registrar)
        return (
          (isPerson || isPersonOf(name, organization) ? organization : name) ??
          name ??
          organization ??
          textOf(registrar.handle)
        )
      }) ?? null,
    registrar_iana_id: firstOf([...registrars, domain], readIanaId) ?? null,
    abuse_email: abuse?.email ?? null,
    abuse_phone: abuse?.phone ?? null,
    has_abuse_contact: abuse !== undefined,
  }
}

/** Two or three words of letters; companies have a form, a number or a trade in their name. */
const PERSON = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?)?(?: \p{Lu}[\p{L}'’-]+){1,2}$/u
const COMPANY =
  /\b(?:registr|domain|network|tech|telecom|(?:inc|llc|ltd|limited|gmbh|ag|kg|sa|sas|srl|spa|bv|ab|as|oy|corp|company|co|group|hosting|internet|names?|online|web|digital|services?|solutions?|cloud|media|data|systems?)\b)/i

/** A card without a kind may still name the person in charge, beside the organisation that is the registrar. */
function isPersonOf(name: string | undefined, organization: string | undefined): boolean {
  return name !== undefined && organization !== undefined && PERSON.test(name) && !COMPANY.test(name)
}

/** Country registries have their own ids, which are no IANA ids. */
function readIanaId(registrar: JsonObject): string | undefined {
  return firstOf(objectsOf(registrar.publicIds), ({ type, identifier }) =>
    /^iana (?:registrar )?id$/.test(wordOf(type)) ? textOf(identifier) : undefined,
  )
}

/** RFC 4034 §5.1: sixteen bits for the tag, eight for each of the others. */
const DS_MAX: DsRecord = { keyTag: 0xffff, algorithm: 0xff, digestType: 0xff }

function isNumberUpTo(max: number, value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max
}

function readDsRecord(ds: JsonObject): DsRecord[] {
  const [keyTag, algorithm, digestType] = [ds.keyTag, ds.algorithm, ds.digestType].map((value) =>
    textOf(value) === undefined ? Number.NaN : Number(value),
  )
  const record = { keyTag: keyTag!, algorithm: algorithm!, digestType: digestType! }
  const fits = Object.entries(DS_MAX).every(([field, max]) => isNumberUpTo(max, record[field as keyof DsRecord]))
  return fits ? [record] : []
}

function readNameservers(nameservers: unknown): readonly string[] | null {
  const names = listOf(nameservers)
    .flatMap((server) => {
      // Some servers send the bare names.
      if (typeof server === 'string') return fullNameOf(server) ?? []
      const { ldhName, unicodeName } = objectOf(server)
      return fullNameOf(ldhName) ?? fullNameOf(unicodeName) ?? []
    })
    .filter((name) => name !== NO_NAME_SERVER)
  return names.length > 0 ? [...new Set(names)] : null
}

/** A full name; the Unicode form, which some servers send, becomes ASCII. */
function fullNameOf(value: unknown): string | undefined {
  const name = hostNameOf(domainToASCII(wordOf(value)))
  return name?.includes('.') ? name : undefined
}

function readSelfLink(domain: JsonObject): string | null {
  return (
    firstOf(objectsOf(domain.links), ({ rel, href }) => (wordOf(rel) === 'self' ? webUrlOf(href) : undefined)) ?? null
  )
}

function readTerms(domain: JsonObject): string | null {
  const notices = objectsOf(domain.notices)
  const marked = linksOf(domain).filter(({ rel }) => wordOf(rel) === 'terms-of-service')
  // Some servers write the relation where the type belongs.
  const typed = linksOf(domain).filter(({ type }) => wordOf(type) === 'terms-of-service')
  const titled = notices
    .filter(({ title }) => TERMS_TITLE.test(textOf(title) ?? ''))
    .flatMap(({ links }) => objectsOf(links))
  const isPage = ({ type }: JsonObject) => wordOf(type).startsWith('text/html')
  const isUntyped = ({ type }: JsonObject) => wordOf(type) === ''
  const candidates = [marked.filter(isPage), typed, titled.filter(isPage), titled.filter(isUntyped)].flat()
  return firstOf(candidates, ({ href }) => webUrlOf(href)) ?? null
}

function readIcannLink(domain: JsonObject, page: 'epp' | 'wicf'): string | null {
  return (
    firstOf(linksOf(domain), ({ href }) => {
      const url = URL.parse(textOf(href) ?? '')
      const matches =
        /^(?:www\.)?icann\.org$/.test(url?.hostname ?? '') && url?.pathname.replace(/\/$/, '') === `/${page}`
      return matches ? webUrlOf(href) : undefined
    }) ?? null
  )
}

/** The links of the answer and of its notices. */
function linksOf(domain: JsonObject): readonly JsonObject[] {
  return [domain, ...objectsOf(domain.notices)].flatMap(({ links }) => objectsOf(links))
}

// WHOIS texts are written for people, differently by each registry. What is read is a name and its value, and lists under a
// heading; what is not understood stays unknown.
import { domainToASCII } from 'node:url'
import { hostNameOf } from '../host-name.ts'
import type { RdapReply } from '../rdap/client.ts'
import { readDomain } from '../rdap/read-domain.ts'
import { DIALECTS, type Dialect, NO_DIALECT, RESERVED } from './dialects.ts'
import { WHOIS_SERVERS } from './servers.ts'

const NAMES = {
  domain: ['domain name', 'domain'],
  registered: [
    'creation date',
    'created on',
    'created',
    'registration time',
    'registered on',
    'registered date',
    'registered',
    'record created',
    'registration date',
  ],
  expires: [
    'registry expiry date',
    'expiration date',
    'expiration time',
    'expires on',
    'expires',
    'expire date',
    'expire-date',
    'paid-till',
    'expiry date',
  ],
  changed: [
    'updated date',
    'last updated on',
    'last updated date',
    'last updated',
    'last update',
    'last-updated',
    'modified',
    'changed',
  ],
  registrar: ['sponsoring registrar', 'registrar name', 'registrar', 'authorized agency'],
  registrarId: ['registrar iana id'],
  status: ['domain status', 'status'],
  state: ['state'],
  nameserver: [
    'name server',
    'nameserver',
    'nserver',
    'hostname',
    'host name',
    'dns',
    'name servers',
    'nameservers',
    'domain servers',
  ],
  lock: ['transfer status', 'lock status'],
  registryLock: ['registry-lock'],
  dnssec: ['dnssec', 'signed'],
  keys: ['signing key'],
  abuseEmail: ['registrar abuse contact email'],
  abusePhone: ['registrar abuse contact phone'],
} as const

const REGISTRY_LOCK = ['serverUpdateProhibited', 'serverDeleteProhibited', 'serverTransferProhibited']

/** "The domain is LOCKED to transfer", "DomainTransferLocked". */
const IS_LOCKED = /\blocked to transfer\b|transferlocked/i

const LINES_READ = 400
const NAME_MAX_CHARACTERS = 40

type Field = { name: string; value: string; under: string }

/** Undefined when the text is not understood: that says nothing about the name. */
export function readWhois(text: string, domain: string): RdapReply | undefined {
  const dialect = DIALECTS[domain.slice(domain.lastIndexOf('.') + 1)] ?? NO_DIALECT
  const fields = fieldsOf(text)
  // One registry appends the name as people read it: `xn--….se (….se)`.
  const named = valuesOf(fields, NAMES.domain).map((value) =>
    domainToASCII(value.toLowerCase().split(/\s/)[0]!.replace(/\.$/, '')),
  )
  const events = [
    eventOf('registration', firstDate(fields, NAMES.registered, dialect)),
    eventOf('expiration', firstDate(fields, NAMES.expires, dialect)),
    eventOf('last changed', firstDate(fields, NAMES.changed, dialect)),
  ].flat()
  const registrar = withoutPage(valuesOf(fields, NAMES.registrar)[0] ?? nameUnder(fields, 'registrar'))
  const nameservers = valuesOf(fields, NAMES.nameserver)
    .flatMap((value) => hostNameOf(value.split(/[\s(]/)[0]!) ?? [])
    // One registry repeats the domain under the name that others give to its servers.
    .filter((name) => name !== domain)
  // Terms of use say "not found" too, beside what was found.
  const saysSomething = events.length > 0 || registrar !== undefined || nameservers.length > 0
  const isOther = named.length > 0 && !named.includes(domain)
  if (isOther) return undefined
  if (!saysSomething) return readShortAnswer(text, domain, dialect)
  if (named.length === 0) return undefined
  // The reader of RDAP answers does the rest: one place validates dates, statuses and names.
  const entry = readDomain(
    {
      objectClassName: 'domain',
      events,
      status: statusesIn(fields, dialect),
      nameservers,
      secureDNS: { delegationSigned: isSigned(fields) },
      ...(registrar !== undefined && { entities: [registrarOf(fields, registrar)] }),
    },
    { domain, host: hostOf(domain) },
  )
  return entry && { state: 'registered', entry }
}

/** A text without any fact: the name is free, reserved or impossible, in the registry's own sentence. */
function readShortAnswer(text: string, domain: string, { free, refused = [], statuses = {} }: Dialect) {
  const lines = text.split(/\r?\n/, LINES_READ).map((line) =>
    line
      .replace(/^[\s%#>]+/, '')
      .trim()
      .toLowerCase()
      .replace(/\s+/g, ' '),
  )
  const says = (sentences: readonly string[]) =>
    sentences.some((sentence) => lines.includes(sentence.replace('<domain>', domain)))
  const isReserved = lines.some(
    (line) =>
      RESERVED.some((sentence) => sentence.test(line)) ||
      (line.startsWith('status: ') && statuses[line.slice('status: '.length)] === 'reserved'),
  )
  if (isReserved) return { state: 'not_registered', reserved: true } as const
  if (says(free)) return { state: 'not_registered', reserved: false } as const
  return says(refused) ? ({ state: 'refused' } as const) : undefined
}

function statusesIn(fields: readonly Field[], dialect: Dialect): string[] {
  const written = [
    ...valuesOf(fields, NAMES.status),
    // Elsewhere it is a part of somebody's postal address.
    ...(dialect.hasState ? valuesOf(fields, NAMES.state) : []),
    ...valuesUnder(fields, 'flags'),
  ]
  return [
    ...written.flatMap((value) => statusesOf(value, dialect)),
    ...valuesOf(fields, NAMES.lock).flatMap((value) => (IS_LOCKED.test(value) ? 'transferProhibited' : [])),
    ...valuesOf(fields, NAMES.registryLock).flatMap((value) => (/^locked$/i.test(value) ? REGISTRY_LOCK : [])),
  ]
}

/** Under `Registrar` the word says whether the registrar offers DNSSEC; under `Keys` the keys of the domain are listed. */
function isSigned(fields: readonly Field[]): boolean {
  const ofDomain = fields.filter(({ under }) => under !== 'registrar')
  return (
    valuesOf(fields, NAMES.keys).length > 0 ||
    fields.some(({ value, under }) => under === 'keys' && /\bpubkey:/i.test(value)) ||
    valuesOf(ofDomain, NAMES.dnssec).some((value) => /^(?:signed|yes|active)/i.test(value))
  )
}

function registrarOf(fields: readonly Field[], registrar: string) {
  const id = valuesOf(fields, NAMES.registrarId)[0]
  const email = valuesOf(fields, NAMES.abuseEmail)[0]
  const phone = valuesOf(fields, NAMES.abusePhone)[0]
  const abuse = [
    ...(email === undefined ? [] : [['email', {}, 'text', email]]),
    ...(phone === undefined ? [] : [['tel', {}, 'text', phone]]),
  ]
  return {
    roles: ['registrar'],
    handle: registrar,
    ...(id !== undefined && { publicIds: [{ type: 'IANA Registrar ID', identifier: id }] }),
    ...(abuse.length > 0 && { entities: [{ roles: ['abuse'], vcardArray: ['vcard', abuse] }] }),
  }
}

function hostOf(domain: string): string {
  const server = WHOIS_SERVERS.get(domain.slice(domain.lastIndexOf('.') + 1))
  return server === undefined ? '' : new URL(server).hostname
}

/** `Name: value`, `Name.....: value`, `[Name] value`, and lines under a heading, with or without its colon. */
function fieldsOf(text: string): readonly Field[] {
  const fields: Field[] = []
  let under = ''
  for (const raw of text.split(/\r?\n/, LINES_READ)) {
    const isComment = /^\s*[%#>]/.test(raw)
    const line = raw.replace(/^\s*(?:\*\*|[a-z]\.(?=\s))?\s*/, '').trim()
    if (isComment || line === '') {
      if (line === '') under = ''
      continue
    }
    const [name, value] = splitField(line)
    const isIndented = /^\s/.test(raw)
    if (
      name === undefined &&
      !isIndented &&
      fields.at(-1)?.value !== '' &&
      NAMES.nameserver.includes(line.toLowerCase() as never)
    )
      under = line.toLowerCase()
    else if (name === undefined) fields.push({ name: under, value: line, under })
    else {
      fields.push({ name: name.toLowerCase(), value, under })
      if (value === '') under = name.toLowerCase()
    }
    if (name === undefined && !isIndented && !/[.:\d]/.test(line)) under = line.toLowerCase()
  }
  return fields
}

function splitField(line: string): [name: string | undefined, value: string] {
  const bracket = line.startsWith('[') ? line.indexOf(']') : -1
  if (bracket > 0) return [line.slice(1, bracket), line.slice(bracket + 1).trim()]
  const colon = line.indexOf(':')
  if (colon < 1 || colon > NAME_MAX_CHARACTERS) return [undefined, line]
  return [line.slice(0, colon).replaceAll('.', ' ').trim(), line.slice(colon + 1).trim()]
}

function valuesOf(fields: readonly Field[], names: readonly string[]): string[] {
  return names.flatMap((wanted) => fields.flatMap(({ name, value }) => (name === wanted && value !== '' ? value : [])))
}

/** The bare lines under a heading. */
function valuesUnder(fields: readonly Field[], heading: string): string[] {
  return fields.flatMap(({ name, value, under }) =>
    name === heading && under === heading && value !== '' ? value : [],
  )
}

/** Some append the registrar's page: `Garden Names ( https://garden.example )`. */
function withoutPage(registrar: string | undefined): string | undefined {
  const name = registrar?.split(/\(\s?https?:/i)[0]?.trim()
  return name || registrar
}

function nameUnder(fields: readonly Field[], heading: string): string | undefined {
  const inside = fields.filter(
    ({ under, name }) => under === heading && /^(?:organi[sz]ation(?: name)?|name)$/.test(name),
  )
  return inside.find(({ value }) => value !== '')?.value
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** In a form that the reader of RDAP dates takes; undefined when it is none. */
function firstDate(fields: readonly Field[], names: readonly string[], { zone }: Dialect): string | undefined {
  for (const value of valuesOf(fields, names)) {
    const text = value.replace(/\.$/, '').trim()
    const day =
      /^(\d{4})[-/.]\s?(\d{2})[-/.]\s?(\d{2})/.exec(text) ??
      /^(\d{4})(\d{2})(\d{2})(?=$|\s)/.exec(text) ??
      monthByName(text)
    if (!day) continue
    const [whole, year, month, date] = day
    const rest = text.slice(whole!.length).replace(/^\./, '').trim().replace(/^T/i, '')
    const time = /^(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?/i.exec(rest)
    return time ? `${year}-${month}-${date}T${time[1]}${time[2] ?? zone ?? 'Z'}` : `${year}-${month}-${date}`
  }
  return undefined
}

/** `2001-Aug-23`, `Tue Dec 12 2000`. */
function monthByName(text: string): readonly string[] | undefined {
  const turned = /^(\d{4})-([a-z]{3})-(\d{2})/i.exec(text)
  const spoken = /^[a-z]{3} ([a-z]{3}) (\d{1,2}) (\d{4})/i.exec(text)
  const [whole, year, name, date] = turned ?? (spoken ? [spoken[0], spoken[3], spoken[1], spoken[2]] : [])
  const month = MONTHS.indexOf((name ?? '').toLowerCase()) + 1
  return month === 0 ? undefined : [whole!, year!, String(month).padStart(2, '0'), date!.padStart(2, '0')]
}

function eventOf(eventAction: string, eventDate: string | undefined) {
  return eventDate === undefined ? [] : [{ eventAction, eventDate }]
}

/** Some write several, in their own words; a status that is none of a registration's is left out. */
function statusesOf(value: string, { statuses = {} }: Dialect): string[] {
  return value.split(/,| \/ /).flatMap((one) => {
    const word = one.split(/\(|https?:/)[0]!.trim()
    const own = statuses[word.toLowerCase()]
    if (own !== undefined) return own === '' ? [] : [own]
    return /^(?:not available|registered)$/i.test(word) || word === '' ? [] : [word]
  })
}

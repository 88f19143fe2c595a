// WHOIS texts are written for people, differently by each registry. What is read is a name and its value, and lists under a
// heading; what is not understood stays unknown.
import { domainToASCII } from 'node:url'
import { hostNameOf } from '../host-name.ts'
import type { RdapReply } from '../rdap/client.ts'
import { readDomain } from '../rdap/read-domain.ts'
import { WHOIS_SERVERS } from './servers.ts'

/** How one registry differs from the others. */
type Dialect = {
  /** Its times are those of this zone; UTC unless given. */
  zone?: string
  /** In the words of its status. */
  statuses?: Readonly<Record<string, string>>
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  cn: { zone: '+0800' },
  it: { zone: '+0100' },
  jp: { zone: '+0900', statuses: { active: 'ok', connected: 'ok', suspended: 'serverHold' } },
  kr: { zone: '+0900' },
  dk: { statuses: { active: 'ok' } },
  be: { statuses: { quarantine: 'redemptionPeriod' } },
  // Beside its state, which is that of the registration, it has a status.
  se: { statuses: { active: '' } },
  ru: { statuses: { registered: '', delegated: 'ok', verified: '', unverified: '', 'not delegated': 'inactive' } },
  su: { statuses: { registered: '', delegated: 'ok', verified: '', unverified: '', 'not delegated': 'inactive' } },
}

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
    'connected date',
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
  status: ['domain status', 'status', 'state'],
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
  dnssec: ['dnssec', 'signed'],
  keys: ['signing key'],
} as const

/** "The domain is LOCKED to transfer", "DomainTransferLocked". */
const IS_LOCKED = /\blocked to transfer\b|transferlocked/i

/** In the line that says so. */
const NOT_FOUND = [
  ...['no match', 'no entries found', 'nothing found', 'no data found', 'not found', 'object_not_found'],
  'is not registered',
]
const FREE = new Set(['available', 'free'])
const LINES_READ = 400
const NAME_MAX_CHARACTERS = 40

type Field = { name: string; value: string; under: string }

export function readWhois(text: string, domain: string): RdapReply | undefined {
  const dialect = DIALECTS[domain.slice(domain.lastIndexOf('.') + 1)] ?? {}
  const fields = fieldsOf(text)
  const named = valuesOf(fields, NAMES.domain).map((value) => domainToASCII(value.toLowerCase().replace(/\.$/, '')))
  const events = [
    eventOf('registration', firstDate(fields, NAMES.registered, dialect)),
    eventOf('expiration', firstDate(fields, NAMES.expires, dialect)),
    eventOf('last changed', firstDate(fields, NAMES.changed, dialect)),
  ].flat()
  const registrar = withoutPage(valuesOf(fields, NAMES.registrar)[0] ?? nameUnder(fields, 'registrar'))
  const id = valuesOf(fields, NAMES.registrarId)[0]
  const nameservers = valuesOf(fields, NAMES.nameserver)
    .flatMap((value) => hostNameOf(value.split(/[\s(]/)[0]!) ?? [])
    // One registry repeats the domain under the name that others give to its servers.
    .filter((name) => name !== domain)
  // Terms of use say "not found" too, beside what was found.
  const saysSomething = events.length > 0 || registrar !== undefined || nameservers.length > 0
  if (!saysSomething && saysFree(text, fields)) return { state: 'not_registered', reserved: false }
  if (!saysSomething || !named.includes(domain)) return undefined
  // The reader of RDAP answers does the rest: one place validates dates, statuses and names.
  const entry = readDomain(
    {
      objectClassName: 'domain',
      events,
      status: [
        ...[...valuesOf(fields, NAMES.status), ...valuesUnder(fields, 'flags')].flatMap((value) =>
          statusesOf(value, dialect),
        ),
        ...valuesOf(fields, NAMES.lock).flatMap((value) => (IS_LOCKED.test(value) ? 'transferProhibited' : [])),
      ],
      nameservers,
      secureDNS: {
        delegationSigned:
          valuesOf(fields, NAMES.keys).length > 0 ||
          valuesOf(fields, NAMES.dnssec).some((value) => /^(?:signed|yes|active)/i.test(value)),
      },
      ...(registrar !== undefined && {
        entities: [
          {
            roles: ['registrar'],
            handle: registrar,
            ...(id !== undefined && { publicIds: [{ type: 'IANA Registrar ID', identifier: id }] }),
          },
        ],
      }),
    },
    { domain, host: hostOf(domain) },
  )
  return entry && { state: 'registered', entry }
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
    const line = raw.replace(/^\s*(?:\*\*|[a-z]\.)?\s*/, '').trim()
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

function saysFree(text: string, fields: readonly Field[]): boolean {
  if (valuesOf(fields, NAMES.status).some((status) => FREE.has(status.toLowerCase()))) return true
  return text.split('\n', LINES_READ).some((line) => NOT_FOUND.some((words) => line.toLowerCase().includes(words)))
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

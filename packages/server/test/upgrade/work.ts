// The work of an archived state: the same in every archive, and what the name server of the test says about its domains.
import type { ZoneEntry } from '../stand-ins/dns-server.ts'

export const SECRET = 'the secret of the archived states'
export const PASSWORD = 'correct horse battery staple 41'
export const ACCOUNTS = ['ada@mail.example', 'grace@mail.example'] as const

const NAMES = ['ann.lee', 'bob.jones', 'carla.diaz', 'dan.smith', 'eve.young', 'frank.miller', 'grace.hall'] as const
const DOMAINS = ['gmail.com', 'gmx.de', 'acme-rockets.com', 'buero-meier.de', 'mailinator.com', 'third.org'] as const
/** Not answered while the archive is made: their rows are running when the processes are killed. */
const SLOW_DOMAIN = 'slow-name-servers.com'

function addressAt(index: number): string {
  if (index % 50 === 49) return `not an address ${index}`
  return `${NAMES[index % NAMES.length]}${index}@${DOMAINS[index % DOMAINS.length]}`
}

const addresses = (count: number, from = 0) => Array.from({ length: count }, (_, at) => addressAt(from + at))
const slow = (count: number) =>
  Array.from({ length: count }, (_, at) => `${NAMES[at % NAMES.length]}${at}@${SLOW_DOMAIN}`)

function csvOf(emails: readonly string[]): string {
  const rows = emails.map((email, at) => (at % 40 === 39 ? `${at},"Two\nlines"` : `${at},"Person, ${at}",${email}`))
  return `id,name,email\r\n${rows.join('\r\n')}\r\n`
}

export const FINISHED = {
  lists: [
    { emails: addresses(20), domains: false, key: 'a key' },
    { emails: addresses(1_200, 100), domains: false },
    { emails: addresses(60, 2_000), domains: true },
  ],
  files: [
    { csv: csvOf(addresses(300, 3_000)), domains: false },
    { csv: csvOf(addresses(80, 4_000)), domains: true },
  ],
}
/** Two of three chunks end; the third waits for its lookups. */
export const RUNNING = {
  list: [...addresses(2_000, 5_000), ...slow(200)],
  csv: csvOf([...addresses(100, 8_000), ...slow(50)]),
}
export const QUEUED = { list: addresses(150, 9_000), csv: csvOf(addresses(120, 9_500)), singles: addresses(10, 10_001) }

const ADDRESS = ['93.184.216.34']

/** The zone that the archive is made with, or the one in which every domain answers. */
export function zone(answersAll: boolean): (name: string) => ZoneEntry | undefined {
  return (name) => {
    if (name.startsWith('mx.')) return { A: ADDRESS }
    if (name.endsWith(SLOW_DOMAIN) && !answersAll) return { fault: 'silent' }
    return { MX: [[10, `mx.${name}`]], NS: [`ns.${name}`], A: ADDRESS }
  }
}

/** The settings of a program that works on the state. */
export const SETTINGS = {
  SECRET,
  LOG_LEVEL: 'warn',
  API_PROCESSES: '1',
  WORKERS: '1',
  SHORT_LIST_MAX_COUNT: '100',
  DNS_CANARIES: 'off',
  REGISTRY_LOOKUPS: 'off',
  LIST_REFRESH: 'off',
  ENRICHMENT: 'off',
}

/** What an archive says beside its dump. */
export type Expected = {
  archivedAt: string
  version: string
  accounts: { email: string; token: string }[]
  /** Of the first account, signed in before the upgrade. */
  session: { cookie: string; bearer: string }
  /** The first account has all of these; the queued file is the second one's. */
  finished: { jobs: string[]; groups: string[] }
  unfinished: { jobs: string[]; groups: string[]; ofOther: { groups: string[] } }
  /** Validated when no worker ran: their events wait to be delivered. */
  singles: number
  exports: import('./customer.ts').Exports
}

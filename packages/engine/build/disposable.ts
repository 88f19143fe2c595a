// Compiles the disposable domains: the union of several lists without their known mistakes.
import { getDomainWithoutSuffix, getPublicSuffix } from 'tldts'
import { parseDomainName } from '../src/domain/domain-name.ts'
import { DISPOSABLE_SERVICES } from './canaries.ts'
import { SHARED } from './free-suffixes.ts'
import {
  DISPOSABLE_SOURCES,
  type DisposableSource,
  EARLIER_SNAPSHOT,
  readJson,
  readText,
  requirePackage,
} from './packages.ts'

export type DisposableSources = {
  readonly lists: Readonly<Record<DisposableSource, readonly string[]>>
  /** Real providers and relays, from the allow list that one of the packages maintains against its own mistakes. */
  readonly allowed: readonly string[]
}

export function readDisposableSources(): DisposableSources {
  const js = 'disposable-email-domains-js'
  const lists = {
    [js]: readJson<string[]>(js, 'dist/dict/disposable_email_blocklist.json'),
    mailchecker: [...requirePackage<{ blacklist(): Iterable<string> }>('mailchecker').blacklist()],
    fakefilter: Object.keys(readJson<{ domains: object }>('fakefilter', 'json/data.json').domains),
    'disposable-domains': readJson<string[]>('disposable-domains', 'index.json'),
    'is-burner-email': readBurnerList('blacklist'),
    'disposable-email-domains': [
      ...readJson<string[]>('disposable-email-domains', 'index.json'),
      ...readJson<string[]>('disposable-email-domains', 'wildcard.json'),
    ],
    'burner-email': readSightings(),
  }
  return { lists, allowed: [...readBurnerList('whitelist'), ...readBurnerList('graylist')] }
}

/** is-burner-email stores its lists as text inside its program. */
function readBurnerList(list: 'blacklist' | 'whitelist' | 'graylist'): string[] {
  const literal = new RegExp(`var ${list}_default = ("(?:[^"\\\\]|\\\\.)*")`).exec(
    readText('is-burner-email', 'dist/index.js'),
  )
  if (literal === null) throw new Error(`is-burner-email no longer has its ${list} where it was.`)
  return (JSON.parse(literal[1]!) as string).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/**
 * Two snapshots of a list that accepts every report. Entries added between them were seen in use at that time. Older
 * entries were imported in bulk, real mailbox services among them, so they are not read.
 */
function readSightings(): string[] {
  const before = new Set(readText(EARLIER_SNAPSHOT, 'emails.txt').split(/\s+/))
  const after = Object.keys(requirePackage<Record<string, string>>('burner-email/generated-file.js'))
  return after.filter((domain) => !before.has(domain))
}

/** Real domains that lists contain by mistake, with what they really are. Covers all names below them. */
export const WRONG_ENTRIES: Readonly<Record<string, string>> = {
  'atomicmail.io': 'a mailbox provider with encryption',
  'craigslist.org': 'relays between buyers and sellers who are reachable through it',
  'facebookmail.com': 'notifications of the service itself',
  'google.tm': 'a country domain of Google',
  'in-ulm.de': 'a club that hosts its members',
  'instagram.com': 'the service itself',
  'improvmx.com': 'forwards to the mailbox of a domain’s owner',
  'lavabit.com': 'a mailbox provider with encryption',
  'mail2world.com': 'a mailbox provider since 1999',
  'royal.net': 'a domain of mail.com',
  'safe-mail.net': 'a mailbox provider with encryption',
  'sdf.org': 'a public-access Unix system with members',
  'sify.com': 'an Indian access provider',
  'test.com': 'a company’s domain',
  'yandex.net': 'the provider’s own hosts',
  'mail-tester.com': 'measures the quality of mail that is sent to it',
  'yourdomain.com': 'a placeholder in forms, in use by a company',
  'hongkong.com': 'a mailbox provider',
  'nameplanet.com': 'a mailbox provider',
  'mantramail.com': 'a mailbox provider',
  'techemail.com': 'a mailbox provider',
  'postafree.com': 'a mailbox provider',
  '99.com': 'a company’s domain',
}

/**
 * Domains of cock.li, whose users keep their mailboxes for years although the names look like jokes: a free provider
 * without a name. One rule for all of them, because lists contain only some.
 */
export const COCKLI_DOMAINS: readonly string[] = `
  cock.li airmail.cc cock.lu cock.email aaathats3as.com dicksinhisan.us dicksinmyan.us loves.dicksinhisan.us
  wants.dicksinhisan.us horsefucker.org national.shitposting.agency nigge.rs rape.lol redchan.it firemail.cc 8chan.co tfwno.gf
  memeware.net cumallover.me goat.si getbackinthe.kitchen cocaine.ninja waifu.club hitler.rocks
`
  .trim()
  .split(/\s+/)

/** Relays and alias services of known owners. Covers all names below them. */
export const RELAY_DOMAINS: readonly string[] = `
  privaterelay.appleid.com private.icloud.com mozmail.com firefox.com duck.com
  simplelogin.com simplelogin.co simplelogin.io simplelogin.fr slmail.me slmails.com silomails.com aleeas.com 8alias.com
  8shield.net dralias.com addy.io anonaddy.com anonaddy.me passmail.net passmail.com passinbox.com passfwd.com
`
  .trim()
  .split(/\s+/)

/** Registries that check their registrants: no disposable domain exists below these. */
const RESTRICTED_SUFFIXES = new Set(
  'edu gov mil int gov.uk ac.uk nhs.uk police.uk mod.uk edu.au gov.au edu.sg gov.sg ac.jp go.jp ed.jp gouv.fr admin.ch'.split(
    ' ',
  ),
)

/**
 * Lists that accept every report and copy each other: an entry that only one of them contains needs another list. These
 * two alone contribute nine in ten of the real mailbox services that all lists together call disposable.
 */
const NOISY: readonly DisposableSource[] = ['mailchecker', 'is-burner-email']

/**
 * Domain → mask of `DISPOSABLE_SOURCES`. An empty mask marks a known mistake of lists, including those fetched later. A
 * well-known site is not disposable unless it offers disposable inboxes itself.
 */
export function compileDisposable(
  { lists, allowed }: DisposableSources,
  providerDomains: Iterable<string>,
  wellKnownSites: Iterable<string>,
): Map<string, number> {
  const entries = new Map<string, number>()
  DISPOSABLE_SOURCES.forEach((source, bit) => {
    for (const entry of lists[source]) entries.set(entry, (entries.get(entry) ?? 0) | (1 << bit))
  })
  const sites = [...wellKnownSites].filter((site) => !DISPOSABLE_SERVICES.includes(site))
  const exempt = new Set([
    ...providerDomains,
    ...sites,
    ...RELAY_DOMAINS,
    ...COCKLI_DOMAINS,
    ...Object.keys(WRONG_ENTRIES),
    ...allowed,
  ])
  // Names below a shared suffix belong to different owners, so a listed name there covers only itself.
  const shared = new Set(SHARED)
  const domains = new Map<string, number>()
  const noisy = NOISY.reduce((mask, source) => mask | (1 << DISPOSABLE_SOURCES.indexOf(source)), 0)
  for (const [entry, mask] of entries) {
    if ((mask & ~noisy) === 0) continue
    const name = parseDomainName(entry)
    if (!name.ok || isPublicSuffix(name.ascii) || shared.has(name.ascii) || bearsProviderName(name.ascii)) continue
    if (isAtOrBelow(name.ascii, exempt) || isAtOrBelow(name.ascii, RESTRICTED_SUFFIXES)) continue
    domains.set(name.ascii, (domains.get(name.ascii) ?? 0) | mask)
  }
  for (const domain of [...sites, ...COCKLI_DOMAINS, ...Object.keys(WRONG_ENTRIES), ...allowed]) {
    const name = parseDomainName(domain)
    if (name.ok && !isPublicSuffix(name.ascii)) domains.set(name.ascii, 0)
  }
  return domains
}

/** Whether the domain or a parent of it is one of them. */
export function isAtOrBelow(domain: string, parents: ReadonlySet<string>): boolean {
  for (let name = domain; ; name = name.slice(name.indexOf('.') + 1)) {
    if (parents.has(name)) return true
    if (!name.includes('.')) return false
  }
}

/**
 * Names used by only one provider. Under an ending that the provider does not use, they are typos or defensive
 * registrations.
 */
const PROVIDER_NAMES = new Set('gmail googlemail yahoo hotmail outlook icloud protonmail'.split(' '))

function bearsProviderName(ascii: string): boolean {
  return PROVIDER_NAMES.has(getDomainWithoutSuffix(ascii, { allowPrivateDomains: true }) ?? '')
}

/** The domains below a public suffix do not belong to the owner of the suffix. */
export function isPublicSuffix(ascii: string): boolean {
  return (
    getPublicSuffix(ascii, { allowPrivateDomains: true, extractHostname: false, validateHostname: false }) === ascii
  )
}

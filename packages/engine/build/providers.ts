// Compiles mail domain → provider and its kind of mailboxes.

import { PUBLIC_MAILBOXES } from '../src/domain/lists/public-mailboxes.ts'
import { PROVIDER_INDEX, TRAIT_FREE_MAIL, TRAIT_RELAY, UNKNOWN_PROVIDER } from '../src/provider/mail-provider.ts'
import { isAtOrBelow, isPublicSuffix } from './disposable.ts'
import { FILLED_BY_ABUSE } from './free-suffixes.ts'
import { readJson, requirePackage } from './packages.ts'
import { MORE_DOMAINS, PAID_PROVIDERS, RELAY_PROVIDERS, SAME_PROVIDER } from './provider-domains.ts'
import { SITES_WITHOUT_MAILBOXES } from './sites-without-mailboxes.ts'
import type { WellKnownSites } from './well-known-sites.ts'

type ProviderList = { providers: { id: string; companyProvider: string; domains?: string[] }[] }

export type Providers = { readonly names: readonly string[]; readonly domains: ReadonlyMap<string, number> }

/** `freeMail` lists domains of free mailboxes; if no other source knows the operator, the provider stays unknown. */
export function compileProviders(freeMail: readonly string[], isTypo: (domain: string) => boolean): Providers {
  const byDomain = new Map<string, string>()
  for (const domain of freeMail) if (!isTypo(domain)) byDomain.set(domain, UNKNOWN_PROVIDER)
  const { providers } = readJson<ProviderList>(
    '@mikkelscheike/email-provider-links',
    'dist/providers/emailproviders.json',
  )
  const withoutMailboxes = new Set(SITES_WITHOUT_MAILBOXES)
  for (const { id, companyProvider, domains } of providers) {
    for (const domain of domains ?? []) {
      if (!withoutMailboxes.has(domain)) byDomain.set(domain, SAME_PROVIDER[id] ?? slug(companyProvider))
    }
  }
  for (const [provider, domains] of Object.entries(MORE_DOMAINS)) {
    for (const domain of domains) byDomain.set(domain, provider)
  }
  const names = [...new Set(byDomain.values())].sort()
  if (names.length > PROVIDER_INDEX) throw new Error('There are more providers than a table value can tell apart.')
  return {
    names,
    domains: new Map([...byDomain].map(([domain, provider]) => [domain, names.indexOf(provider) | traitsOf(provider)])),
  }
}

function traitsOf(provider: string): number {
  if (RELAY_PROVIDERS.has(provider)) return TRAIT_RELAY
  return PAID_PROVIDERS.has(provider) ? 0 : TRAIT_FREE_MAIL
}

/**
 * One package is curated; the other also blocks disposable domains, so its entries that a list of those contains are
 * skipped. Both include public suffixes, inboxes below disposable domains and free suffixes, and universities,
 * companies and portals, whose addresses are not open to everyone; all of these are skipped.
 */
export function readFreeMail(disposable: ReadonlySet<string>, { companies, universities }: WellKnownSites): string[] {
  const listed = requirePackage<ReadonlySet<string>>('company-email-validator/free_email_provider_domains.js')
  const personal = requirePackage<readonly string[]>('personal-email-domains')
  const suffixes = new Set(Object.keys(FILLED_BY_ABUSE))
  return [...new Set([...personal, ...[...listed].filter((domain) => !disposable.has(domain))])].filter((domain) => {
    if (!/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(domain)) return false
    if (isAtOrBelow(domain, universities) || ACADEMIC.test(domain)) return false
    if (companies.has(domain) && !PUBLIC_MAILBOXES.has(domain)) return false
    if (REGIONS.has(domain) || isPublicSuffix(domain)) return false
    const parent = domain.slice(domain.indexOf('.') + 1)
    return !isAtOrBelow(parent, disposable) && !isAtOrBelow(parent, suffixes)
  })
}

/** Regional and network suffixes under which people have names. */
const REGIONS = new Set('spb.ru msk.ru kiev.ua berlin.de wien.at'.split(' '))

/** Domains of schools and universities, which assign their members' mailboxes. */
const ACADEMIC = /\.(?:edu|gov|mil|(?:edu|ac|gov|gob|gouv|mil|k12|sch)\.[a-z]{2})$/

/** `AT&T Mail` → `att`, `La Poste` → `la-poste`: names on the wire are lower case and contain only the company. */
function slug(label: string): string {
  return label
    .toLowerCase()
    .replace(/\([^)]*\)| e?mail\b|&/g, '')
    .trim()
    .replace(/[^a-z0-9.]+/g, '-')
}

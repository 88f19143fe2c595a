// Compiles mail domain → provider.
import { UNKNOWN_PROVIDER } from '../src/provider-rules.ts'
import { readJson } from './packages.ts'
import { MORE_DOMAINS, SAME_PROVIDER } from './provider-domains.ts'

type ProviderList = { providers: { id: string; companyProvider: string; domains?: string[] }[] }

export type Providers = { readonly names: readonly string[]; readonly domains: ReadonlyMap<string, number> }

export function compileProviders(): Providers {
  const byDomain = new Map<string, string>()
  const { providers } = readJson<ProviderList>(
    '@mikkelscheike/email-provider-links',
    'dist/providers/emailproviders.json',
  )
  for (const { id, companyProvider, domains } of providers) {
    for (const domain of domains ?? []) byDomain.set(domain, SAME_PROVIDER[id] ?? slug(companyProvider))
  }
  for (const [provider, domains] of Object.entries(MORE_DOMAINS)) {
    for (const domain of domains) byDomain.set(domain, provider)
  }
  const names = [...new Set(byDomain.values())].sort()
  if (names.includes(UNKNOWN_PROVIDER)) throw new Error('A provider is called as if it were not known.')
  return { names, domains: new Map([...byDomain].map(([domain, provider]) => [domain, names.indexOf(provider)])) }
}

/** `AT&T Mail` → `att`, `La Poste` → `la-poste`: the names on the wire are lower case and say no more than who it is. */
function slug(label: string): string {
  return label
    .toLowerCase()
    .replace(/\([^)]*\)| e?mail\b|&/g, '')
    .trim()
    .replace(/[^a-z0-9.]+/g, '-')
}

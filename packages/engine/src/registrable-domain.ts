import { getDomain } from 'tldts'

/** Suffixes that companies give out are no registries: only ICANN's part of the public suffix list counts. */
export const ICANN_ONLY = {
  allowPrivateDomains: false,
  detectIp: false,
  extractHostname: false,
  validateHostname: false,
} as const

/** What a registry keeps; null for a name that is itself a public suffix, which cannot be registered. */
export function registrableDomain(domain: string): string | null {
  return getDomain(domain, ICANN_ONLY)
}

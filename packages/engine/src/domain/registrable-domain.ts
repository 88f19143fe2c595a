import { getDomain } from 'tldts'

/** Suffixes that companies give out are no registries: only ICANN's part of the public suffix list counts. */
export const ICANN_ONLY = {
  allowPrivateDomains: false,
  detectIp: false,
  extractHostname: false,
  validateHostname: false,
} as const

/** The name that a registry keeps; null for a name that is itself a public suffix, which cannot be registered. */
export function registrableDomain(domain: string): string | null {
  return getDomain(domain, ICANN_ONLY)
}

/** South Africa registers below co.za and its like only, so the list has no rule for the top-level domain itself. */
const WITHOUT_A_RULE = '.za'

/** Whether the top-level domain exists. */
export function hasKnownTopLevel(ascii: string, isIcann: boolean | null): boolean {
  return isIcann === true || ascii.endsWith(WITHOUT_A_RULE)
}

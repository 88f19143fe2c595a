import { getDomain, parse } from 'tldts'

/** Only the ICANN section of the public suffix list: companies that give out names are not registries. */
export const ICANN_ONLY = {
  allowPrivateDomains: false,
  detectIp: false,
  extractHostname: false,
  validateHostname: false,
} as const

/** The name in the registry; null for a public suffix, which cannot be registered. */
export function registrableDomain(domain: string): string | null {
  return getDomain(domain, ICANN_ONLY)
}

/** South Africa registers names below co.za and similar suffixes only, so the list has no rule for the top-level domain. */
const WITHOUT_A_RULE = '.za'

/** Whether the top-level domain exists. */
export function hasKnownTopLevel(ascii: string, isIcann: boolean | null): boolean {
  return isIcann === true || ascii.endsWith(WITHOUT_A_RULE)
}

/** Whether a domain ends in a top-level domain that exists. */
export function hasKnownEnding(ascii: string): boolean {
  return hasKnownTopLevel(ascii, parse(ascii, ICANN_ONLY).isIcann)
}

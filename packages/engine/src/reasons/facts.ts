/** Facts about an address beside its flags: neither good nor bad in themselves, so each policy decides what they mean. */
import { IS_FREE_DNS, IS_FREE_MAIL, IS_RELAY } from '../verdict/flags.ts'
import { type Accepted, isFlagged } from '../verdict/verdict.ts'

export type AddressFacts = {
  /** Mailboxes at this domain cost nothing and are open to everyone (Gmail, GMX, QQ …). */
  readonly free_mail: boolean
  /** A relay of a known company (Apple, Firefox, DuckDuckGo, SimpleLogin …) passes the mail on to the person. */
  readonly relay: boolean
  /** The name stands below a suffix at which names cost nothing. */
  readonly free_dns: boolean
  /** How long ago the domain was registered; null if that was not looked up or is not known. */
  readonly domain_age_days: number | null
}

export function factsOf(verdict: Accepted): AddressFacts {
  return {
    free_mail: isFlagged(verdict, IS_FREE_MAIL),
    relay: isFlagged(verdict, IS_RELAY),
    free_dns: isFlagged(verdict, IS_FREE_DNS),
    domain_age_days: domainAgeOf(verdict),
  }
}

function domainAgeOf({ domain }: Accepted): number | null {
  const registry = domain.lookup?.facts.registry
  return (registry?.known === true ? registry.record.domain_age_days : undefined) ?? null
}

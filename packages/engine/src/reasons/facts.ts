/** Facts about an address besides its flags. Each policy decides what they mean. */
import { IS_FREE_DNS, IS_FREE_MAIL, IS_RELAY } from '../verdict/flags.ts'
import { type Accepted, isFlagged } from '../verdict/verdict.ts'
import { type RegistryState, registryStateOf } from './registry-state.ts'

export type AddressFacts = {
  /** Mailboxes at this domain are free and open to everyone (Gmail, GMX, QQ …). */
  readonly free_mail: boolean
  /** A relay of a known company (Apple, Firefox, DuckDuckGo, SimpleLogin …) forwards the mail to the person. */
  readonly relay: boolean
  /** The domain is below a suffix where names are free. */
  readonly free_dns: boolean
  /** How long ago the domain was registered; null without a lookup or if it is unknown. */
  readonly domain_age_days: number | null
  readonly registry: RegistryState
}

export function factsOf(verdict: Accepted): AddressFacts {
  return {
    free_mail: isFlagged(verdict, IS_FREE_MAIL),
    relay: isFlagged(verdict, IS_RELAY),
    free_dns: isFlagged(verdict, IS_FREE_DNS),
    domain_age_days: domainAgeOf(verdict),
    registry: registryOf(verdict),
  }
}

function domainAgeOf({ domain }: Accepted): number | null {
  const registry = domain.lookup?.facts.registry
  return (registry?.known === true ? registry.record.domain_age_days : undefined) ?? null
}

function registryOf({ domain: { normalized, lookup } }: Accepted): RegistryState {
  return registryStateOf({
    root: normalized,
    has_valid_mx_records: lookup?.facts.hasValidMx,
    epp_statuses: lookup?.facts.registry.known ? lookup.facts.registry.record.epp_statuses : undefined,
  })
}

/** From the facts of a look-up to what they mean for a domain and its addresses. */
import type { DomainFacts } from './domain-facts.ts'
import { createMailDomain, type DomainLookup, type MailDomain } from './mail-domain.ts'
import { areParkingNameservers } from './parking.ts'

/** Why a domain cannot be written to. */
export type UndeliverableCause =
  | 'no_mail_host'
  | 'domain_is_expired'
  | 'domain_on_registry_hold'
  | 'domain_pending_create'
  | 'domain_pending_delete'
  | 'domain_is_registry_reserved'

/** An unknown registry takes nothing away: DNS alone then decides. */
export function findUndeliverableCause({ deliverableByDns, registry }: DomainFacts): UndeliverableCause | undefined {
  if (!deliverableByDns) return 'no_mail_host'
  if (!registry.known) return undefined
  const { flags } = registry
  if (flags.domain_is_expired) return 'domain_is_expired'
  if (flags.domain_on_registry_hold) return 'domain_on_registry_hold'
  if (flags.domain_pending_create) return 'domain_pending_create'
  if (flags.domain_pending_delete) return 'domain_pending_delete'
  if (flags.domain_is_registry_reserved) return 'domain_is_registry_reserved'
  return undefined
}

export function checkDomain(domain: MailDomain, facts: DomainFacts, provider: string): MailDomain {
  return createMailDomain({
    ...domain,
    provider,
    lookup: {
      facts,
      isParked: areParkingNameservers(facts.nameservers),
      isDeliverable: findUndeliverableCause(facts) === undefined,
    },
  })
}

/** The second half of the `safe_to_send` table. Without a look-up the domain has nothing against it. */
export function isDomainSafe(lookup: DomainLookup | undefined): boolean {
  return lookup === undefined || (lookup.facts.hasValidMx && lookup.isDeliverable && !lookup.isParked)
}

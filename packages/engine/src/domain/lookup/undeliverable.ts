import type { DomainFacts } from '../../verdict/domain-facts.ts'

/** Why a domain does not accept mail. */
export type UndeliverableCause =
  | 'no_mail_host'
  | 'domain_is_expired'
  | 'domain_on_registry_hold'
  | 'domain_pending_create'
  | 'domain_pending_delete'
  | 'domain_is_registry_reserved'

/** If the registry is unknown, DNS alone decides. */
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

/** From the facts of a look-up to what they mean for a domain and its addresses. */

import type { DomainFacts } from '../../verdict/domain-facts.ts'
import { IS_DISPOSABLE, IS_TYPO_DOMAIN } from '../../verdict/flags.ts'
import { createMailDomain, type DomainLookup, type MailDomain } from '../../verdict/mail-domain.ts'
import { isParkingHost } from './disposable-hosts.ts'
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

/** The engine's rules for what only a look-up can tell of a domain. */
export type HostRules = {
  /** The mail host takes mail for disposable inboxes. */
  readonly isDisposableHost: (host: string) => boolean
  /** The domain was probably meant to be another. */
  readonly isLikelyTypo: () => boolean
}

export function checkDomain(domain: MailDomain, facts: DomainFacts, provider: string, rules: HostRules): MailDomain {
  const first = facts.mx[0]?.host
  const isDeliverable = findUndeliverableCause(facts) === undefined
  const disposableHost = facts.mx.map(({ host }) => host).find(rules.isDisposableHost)
  const isNewlyDisposable = disposableHost !== undefined && (domain.flags & IS_DISPOSABLE) === 0
  const isTypo = !isDeliverable && rules.isLikelyTypo()
  return createMailDomain({
    ...domain,
    flags: domain.flags | (isNewlyDisposable ? IS_DISPOSABLE : 0) | (isTypo ? IS_TYPO_DOMAIN : 0),
    disposableSources: isNewlyDisposable ? [`${MAIL_HOST_SOURCE}${disposableHost}`] : domain.disposableSources,
    provider,
    lookup: {
      facts,
      isParked: areParkingNameservers(facts.nameservers),
      isDeliverable,
      ...(first !== undefined && isParkingHost(first) && { parkingHost: first }),
    },
  })
}

/** Precedes the name of the mail host in `disposable_sources` where that host decided. */
export const MAIL_HOST_SOURCE = 'mail-host:'

/** The second half of the `safe_to_send` table. Without a look-up the domain has nothing against it. */
export function isDomainSafe(lookup: DomainLookup | undefined): boolean {
  if (lookup === undefined) return true
  return lookup.facts.hasValidMx && lookup.isDeliverable && !lookup.isParked && lookup.parkingHost === undefined
}

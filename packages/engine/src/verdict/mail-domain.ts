import type { DomainFacts } from './domain-facts.ts'
import type { UnicodeRule } from './flags.ts'

/** The part of a verdict about the domain of its address. All addresses of a domain share one object. */
export type MailDomain = DomainFindings & {
  /** Its part of a result as JSON text, cached by the first rendering. */
  json: DomainJson | undefined
}

export type DomainJson = {
  /** `metadata.domain`. */
  readonly metadata: string
  /** The members of `validations` that need a lookup; empty without one. */
  readonly validations: string
}

export type DomainFindings = {
  /** As received. */
  readonly inbound: string
  /** The registrable domain in its ASCII form. */
  readonly root: string
  /** The domain of the normalized address. */
  readonly normalized: string
  /** The bits of `flags.ts` that depend on the domain alone. */
  readonly flags: number
  /** The lists that contain it as disposable, or one of the sources below. */
  readonly disposableSources: readonly string[]
  readonly unicodeRule: UnicodeRule
  readonly provider: string
  /** Present once the domain was looked up. */
  readonly lookup?: DomainLookup
}

/** In `disposableSources`: the operator's own list decided. */
export const OPERATOR_SOURCE = 'operator'
/** No list contains the domain, but all names below its free suffix count as disposable. */
export const FREE_DNS_SOURCE = 'free-dns-suffix'
/** Prefix of the name of the mail host that decided. */
export const MAIL_HOST_SOURCE = 'mail-host:'
/** Prefix of the owner of the name servers that decided. */
export const NAME_SERVER_SOURCE = 'name-server:'

export type DomainLookup = {
  readonly facts: DomainFacts
  /** All its name servers serve parked domains. */
  readonly isParked: boolean
  /** The first mail host, if it only serves parked domains. */
  readonly parkingHost?: string
  readonly isDeliverable: boolean
}

export function createMailDomain(findings: DomainFindings): MailDomain {
  return { ...findings, json: undefined }
}

/** The second half of the `safe_to_send` table. Without a lookup, there is no reason to call the domain unsafe. */
export function isDomainSafe(lookup: DomainLookup | undefined): boolean {
  if (lookup === undefined) return true
  return lookup.facts.hasValidMx && lookup.isDeliverable && !lookup.isParked && lookup.parkingHost === undefined
}

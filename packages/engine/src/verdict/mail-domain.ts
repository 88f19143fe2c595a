import type { UnicodeRule } from '../text/uncommon-unicode.ts'
import type { DomainFacts } from './domain-facts.ts'

/** The part of a verdict about the domain of its address. One object serves all addresses of a domain. */
export type MailDomain = DomainFindings & {
  /** Its share of a result as JSON text, kept from the first time it was rendered. */
  json: DomainJson | undefined
}

export type DomainJson = {
  /** `metadata.domain`. */
  readonly metadata: string
  /** The members of `validations` that only a look-up can fill; empty without one. */
  readonly validations: string
}

export type DomainFindings = {
  /** As received. */
  readonly inbound: string
  /** The registrable domain in its ASCII form. */
  readonly root: string
  /** The domain of the normalised address. */
  readonly normalized: string
  /** The bits of `flags.ts` that the domain alone decides. */
  readonly flags: number
  /** The lists that call it disposable. */
  readonly disposableSources: readonly string[]
  readonly unicodeRule: UnicodeRule
  readonly provider: string
  /** Present once the domain was looked up. */
  readonly lookup?: DomainLookup
}

export type DomainLookup = {
  readonly facts: DomainFacts
  /** All name servers say so. */
  readonly isParked: boolean
  /** The mail host that only serves parked domains, if the first one is such. */
  readonly parkingHost?: string
  readonly isDeliverable: boolean
}

export function createMailDomain(findings: DomainFindings): MailDomain {
  return { ...findings, json: undefined }
}

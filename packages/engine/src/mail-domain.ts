import type { DomainFacts } from './domain-facts.ts'
import { renderDomain, renderDomainValidations } from './render-domain.ts'
import type { UnicodeRule } from './uncommon-unicode.ts'

/** What a verdict says about the domain of its address. One object serves all addresses of a domain. */
export type MailDomain = DomainFindings & {
  /** `metadata.domain`, ready as JSON. */
  readonly json: string
  /** The `validations` that only a look-up can fill, ready as JSON members; empty without one. */
  readonly validationsJson: string
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
  readonly isParked: boolean
  readonly isDeliverable: boolean
}

export function createMailDomain(findings: DomainFindings): MailDomain {
  return {
    ...findings,
    json: JSON.stringify(renderDomain(findings)),
    validationsJson: findings.lookup ? `,${JSON.stringify(renderDomainValidations(findings.lookup)).slice(1, -1)}` : '',
  }
}

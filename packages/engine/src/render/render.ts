/** A verdict as the validation result of §2.3, as an object or as JSON text; both have the specification's order of fields. */
import { HAS_LABEL, IS_QUOTED } from '../verdict/flags.ts'
import { type Accepted, isFlagged } from '../verdict/verdict.ts'
import {
  type DomainMetadata,
  type DomainValidations,
  renderDomain,
  renderDomainJson,
  renderDomainValidations,
} from './render-domain.ts'

export type ValidationResult = {
  id: string
  inbound: string
  first_name: string
  last_name: string
  normalized: string
  smtp_provider: string
  validations: Validations & Partial<DomainValidations>
  metadata: {
    username: { inbound: string; normalized: string; has_label: boolean; label: string }
    domain: DomainMetadata
  }
}

/** In the order of their bits in `flags.ts`. */
const VALIDATIONS = [
  'is_disposable',
  'has_label',
  'is_subdomain',
  'is_no_reply',
  'is_role_based',
  'has_irregular_pattern',
  'has_uncommon_unicode',
  'safe_to_send',
] as const
type Validations = Record<(typeof VALIDATIONS)[number], boolean>

const COMBINATIONS = 1 << VALIDATIONS.length

export function render(verdict: Accepted, id: string): ValidationResult {
  const { domain } = verdict
  return {
    id,
    inbound: verdict.inbound,
    first_name: verdict.firstName,
    last_name: verdict.lastName,
    normalized: `${verdict.normalizedLocal}@${domain.normalized}`,
    smtp_provider: domain.provider,
    validations: { ...renderValidations(verdict.flags), ...(domain.lookup && renderDomainValidations(domain.lookup)) },
    metadata: {
      username: {
        inbound: verdict.local,
        normalized: verdict.normalizedLocal,
        has_label: isFlagged(verdict, HAS_LABEL),
        label: verdict.label,
      },
      domain: renderDomain(domain),
    },
  }
}

function renderValidations(flags: number): Validations {
  return Object.fromEntries(VALIDATIONS.map((name, bit) => [name, ((flags >>> bit) & 1) !== 0])) as Validations
}

/** All combinations of the eight flags, rendered once. */
const VALIDATIONS_JSON = Array.from({ length: COMBINATIONS }, (_, flags) =>
  JSON.stringify(renderValidations(flags)).slice(0, -1),
)

/** The same text as `JSON.stringify(render(verdict, id))`, from prepared pieces. The id must not need escaping. */
export function renderJson(verdict: Accepted, id: string): string {
  const { domain } = verdict
  if (isFlagged(verdict, IS_QUOTED)) return JSON.stringify(render(verdict, id))
  const { metadata, validations } = renderDomainJson(domain)
  return (
    `{"id":"${id}","inbound":"${verdict.inbound}","first_name":"${verdict.firstName}","last_name":"${verdict.lastName}` +
    `","normalized":"${verdict.normalizedLocal}@${domain.normalized}","smtp_provider":"${domain.provider}` +
    `","validations":${VALIDATIONS_JSON[verdict.flags & (COMBINATIONS - 1)]}${validations}` +
    `},"metadata":{"username":{"inbound":"${verdict.local}","normalized":"${verdict.normalizedLocal}","has_label":${isFlagged(verdict, HAS_LABEL)}` +
    `,"label":"${verdict.label}"},"domain":${metadata}}}`
  )
}

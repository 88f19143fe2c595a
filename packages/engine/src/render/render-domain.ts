/** The domain's share of a §2.3 result, in the specification's order of fields. */
import type { DomainFacts, DsRecord, MxRecord, RegistryFlags, RegistryRecord } from '../verdict/domain-facts.ts'
import { IS_DISPOSABLE, IS_SUBDOMAIN } from '../verdict/flags.ts'
import type { DomainFindings, DomainJson, DomainLookup, MailDomain } from '../verdict/mail-domain.ts'

export type DomainMetadata = {
  is_disposable: boolean
  is_subdomain: boolean
  root: string
  inbound: string
  disposable_sources: readonly string[]
} & Partial<CheckedDomainMetadata>

/** Facts that only the registry has: absent while it is unknown. */
type OnlyFromRegistry = {
  has_abuse_contact: boolean
  epp_statuses: readonly string[]
  dnssec_signed: boolean
  dnssec_ds_records_count: number
  dnssec_ds_records: readonly DsRecord[]
}

type CheckedDomainMetadata = Omit<RegistryRecord, keyof OnlyFromRegistry> &
  Partial<OnlyFromRegistry> & {
    has_valid_mx_records: boolean
    mx_records: readonly MxRecord[]
    nameservers: readonly string[]
    nameserver_count: number
  }

/** The registry's flags are absent while it is unknown. */
export type DomainValidations = Partial<RegistryFlags> & {
  has_valid_mx_records: boolean
  domain_is_parking_nameserver: boolean
  domain_is_deliverable: boolean
}

/**
 * "Could not find out" on the wire: null where null is allowed. Fields that would have to be false or empty are
 * omitted, because those values would be claims.
 */
const UNKNOWN_RECORD = {
  provider: null,
  provider_link: null,
  registered_at: null,
  expires_at: null,
  last_changed_at: null,
  last_checked_at: null,
  expires_in_days: null,
  registrar_name: null,
  registrar_iana_id: null,
  abuse_email: null,
  abuse_phone: null,
}
const UNKNOWN_POLICIES = { policy_registry_terms: null, policy_icann_epp_info: null, policy_icann_wicf: null }

export function renderDomain(domain: DomainFindings): DomainMetadata {
  return {
    is_disposable: (domain.flags & IS_DISPOSABLE) !== 0,
    is_subdomain: (domain.flags & IS_SUBDOMAIN) !== 0,
    root: domain.root,
    inbound: domain.inbound,
    disposable_sources: domain.disposableSources,
    ...(domain.lookup && renderFacts(domain.lookup.facts)),
  }
}

function renderFacts({ hasValidMx, mx, nameservers, registry }: DomainFacts): CheckedDomainMetadata {
  const record = registry.known ? registry.record : undefined
  return {
    has_valid_mx_records: hasValidMx,
    mx_records: mx.map(({ priority, host }) => ({ priority, host })),
    ...(record ? renderRecord(record) : UNKNOWN_RECORD),
    nameservers,
    nameserver_count: nameservers.length,
    ...(record
      ? {
          policy_registry_terms: record.policy_registry_terms,
          policy_icann_epp_info: record.policy_icann_epp_info,
          policy_icann_wicf: record.policy_icann_wicf,
        }
      : UNKNOWN_POLICIES),
  }
}

function renderRecord(record: RegistryRecord) {
  return {
    ...(record.domain_age_days === undefined ? undefined : { domain_age_days: record.domain_age_days }),
    provider: record.provider,
    provider_link: record.provider_link,
    registered_at: record.registered_at,
    expires_at: record.expires_at,
    last_changed_at: record.last_changed_at,
    last_checked_at: record.last_checked_at,
    expires_in_days: record.expires_in_days,
    registrar_name: record.registrar_name,
    registrar_iana_id: record.registrar_iana_id,
    abuse_email: record.abuse_email,
    abuse_phone: record.abuse_phone,
    has_abuse_contact: record.has_abuse_contact,
    epp_statuses: record.epp_statuses,
    dnssec_signed: record.dnssec_signed,
    dnssec_ds_records_count: record.dnssec_ds_records.length,
    dnssec_ds_records: record.dnssec_ds_records,
  }
}

export function renderDomainValidations({ facts, isParked, isDeliverable }: DomainLookup): DomainValidations {
  return {
    has_valid_mx_records: facts.hasValidMx,
    ...(facts.registry.known && renderFlags(facts.registry.flags)),
    domain_is_parking_nameserver: isParked,
    domain_is_deliverable: isDeliverable,
  }
}

function renderFlags(flags: RegistryFlags): RegistryFlags {
  return {
    domain_is_expired: flags.domain_is_expired,
    domain_is_expiring_soon: flags.domain_is_expiring_soon,
    domain_transfer_locked: flags.domain_transfer_locked,
    domain_update_locked: flags.domain_update_locked,
    domain_delete_locked: flags.domain_delete_locked,
    domain_on_registry_hold: flags.domain_on_registry_hold,
    domain_pending_create: flags.domain_pending_create,
    domain_pending_delete: flags.domain_pending_delete,
    domain_pending_transfer: flags.domain_pending_transfer,
    domain_pending_update: flags.domain_pending_update,
    domain_is_registry_reserved: flags.domain_is_registry_reserved,
  }
}

export function renderDomainJson(domain: MailDomain): DomainJson {
  domain.json ??= {
    metadata: JSON.stringify(renderDomain(domain)),
    validations: domain.lookup ? `,${JSON.stringify(renderDomainValidations(domain.lookup)).slice(1, -1)}` : '',
  }
  return domain.json
}

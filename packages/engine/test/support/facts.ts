import type { DomainFacts, RegistryFlags, RegistryRecord } from '../../src/index.ts'

export const NO_FLAGS: RegistryFlags = {
  domain_is_expired: false,
  domain_is_expiring_soon: false,
  domain_transfer_locked: false,
  domain_update_locked: false,
  domain_delete_locked: false,
  domain_on_registry_hold: false,
  domain_pending_create: false,
  domain_pending_delete: false,
  domain_pending_transfer: false,
  domain_pending_update: false,
  domain_is_registry_reserved: false,
}

export const RECORD: RegistryRecord = {
  domain_age_days: 9_000,
  provider: 'Example Registry',
  provider_link: 'https://rdap.example/domain/contoso.com',
  registered_at: '2000-01-01T00:00:00.000Z',
  expires_at: '2030-01-01T00:00:00.000Z',
  last_changed_at: null,
  last_checked_at: null,
  expires_in_days: 1_500,
  registrar_name: 'Example "Registrar" GmbH',
  registrar_iana_id: '9999',
  abuse_email: 'abuse@registrar.example',
  abuse_phone: null,
  has_abuse_contact: true,
  epp_statuses: ['clientTransferProhibited'],
  dnssec_signed: true,
  dnssec_ds_records: [{ keyTag: 1, algorithm: 13, digestType: 2 }],
  policy_registry_terms: null,
  policy_icann_epp_info: 'https://icann.org/epp',
  policy_icann_wicf: null,
}

/** A healthy domain with its own mail host, with the given changes. */
export function makeFacts(changes: Partial<DomainFacts> & { flags?: Partial<RegistryFlags> } = {}): DomainFacts {
  const { flags, ...rest } = changes
  return {
    mx: [{ priority: 10, host: 'mx.contoso.net' }],
    hasValidMx: true,
    deliverableByDns: true,
    nameservers: ['ns1.contoso.net', 'ns2.contoso.net'],
    registry: { known: true, flags: { ...NO_FLAGS, ...flags }, record: RECORD },
    ...rest,
  }
}

// The fields of a validation result (§2.3) in order, without the schema library, for programs that only write columns
// in a browser or on a command line.

/** A field is a value, or an object with fields below it. */
export type ResultField = { key: string; ofDomainCheck: boolean; below?: readonly ResultField[] }

const always = (...keys: string[]): ResultField[] => keys.map((key) => ({ key, ofDomainCheck: false }))
/** Present only if the domain was checked. */
const ofDomainCheck = (...keys: string[]): ResultField[] => keys.map((key) => ({ key, ofDomainCheck: true }))
const object = (key: string, ...below: ResultField[]): ResultField => ({ key, ofDomainCheck: false, below })

export const RESULT_FIELDS: readonly ResultField[] = [
  ...always('id', 'inbound', 'first_name', 'last_name', 'normalized', 'smtp_provider'),
  object(
    'validations',
    ...always('is_disposable', 'has_label', 'is_subdomain', 'is_no_reply', 'is_role_based', 'has_irregular_pattern'),
    ...always('has_uncommon_unicode', 'safe_to_send'),
    ...ofDomainCheck('has_valid_mx_records', 'domain_is_expired', 'domain_is_expiring_soon'),
    ...ofDomainCheck('domain_transfer_locked', 'domain_update_locked', 'domain_delete_locked'),
    ...ofDomainCheck('domain_on_registry_hold', 'domain_pending_create', 'domain_pending_delete'),
    ...ofDomainCheck('domain_pending_transfer', 'domain_pending_update', 'domain_is_registry_reserved'),
    ...ofDomainCheck('domain_is_parking_nameserver', 'domain_is_deliverable'),
  ),
  object(
    'metadata',
    object('username', ...always('inbound', 'normalized', 'has_label', 'label')),
    object(
      'domain',
      ...always('is_disposable', 'is_subdomain', 'root', 'inbound', 'disposable_sources'),
      ...ofDomainCheck('has_valid_mx_records', 'mx_records', 'domain_age_days', 'provider', 'provider_link'),
      ...ofDomainCheck('registered_at', 'expires_at', 'last_changed_at', 'last_checked_at', 'expires_in_days'),
      ...ofDomainCheck('registrar_name', 'registrar_iana_id', 'abuse_email', 'abuse_phone', 'has_abuse_contact'),
      ...ofDomainCheck('epp_statuses', 'dnssec_signed', 'dnssec_ds_records_count', 'dnssec_ds_records'),
      ...ofDomainCheck('nameservers', 'nameserver_count'),
      ...ofDomainCheck('policy_registry_terms', 'policy_icann_epp_info', 'policy_icann_wicf'),
    ),
  ),
]

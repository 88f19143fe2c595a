/**
 * The findings of a lookup of one mail domain: the input of `withDomainFacts`.
 *
 * The engine has no clock and no network, so the caller resolves everything that depends on time (ages, days left,
 * "expired") and on the network. A value is plain JSON: it can be stored and rendered later, byte for byte.
 *
 * If DNS could not be queried, there are no `DomainFacts` at all (the row fails as `lookup_failed`); if the registry
 * could not be queried, it is `known: false`, never a "no".
 */
export type DomainFacts = {
  /** As `mx_records`: lowest priority first, then by host. Hosts are lower case, without a trailing dot, and never empty. */
  readonly mx: readonly MxRecord[]
  /** At least one MX host resolves to a public address. */
  readonly hasValidMx: boolean
  /** A usable MX, or no MX at all but an address record (RFC 5321 §5.1). A null MX (RFC 7505) is false. */
  readonly deliverableByDns: boolean
  /** From the registry, otherwise from DNS: lower case, no trailing dot, unique. */
  readonly nameservers: readonly string[]
  readonly registry: RegistryFacts
}

export type MxRecord = { readonly priority: number; readonly host: string }

/** `known: false` covers all reasons: no RDAP service, a failure, lookups disabled, out of time. */
export type RegistryFacts =
  | { readonly known: false }
  | { readonly known: true; readonly flags: RegistryFlags; readonly record: RegistryRecord }

/** §2.3 `validations`, under their names on the wire. */
export type RegistryFlags = {
  readonly domain_is_expired: boolean
  /** Expires in 0 to 30 days. */
  readonly domain_is_expiring_soon: boolean
  readonly domain_transfer_locked: boolean
  readonly domain_update_locked: boolean
  readonly domain_delete_locked: boolean
  readonly domain_on_registry_hold: boolean
  readonly domain_pending_create: boolean
  readonly domain_pending_delete: boolean
  readonly domain_pending_transfer: boolean
  readonly domain_pending_update: boolean
  readonly domain_is_registry_reserved: boolean
}

/** §2.3 `metadata.domain`, with the wire names, because the record is rendered unchanged. */
export type RegistryRecord = {
  /** Absent when unknown. */
  readonly domain_age_days?: number
  /** Label of the registry's operator. */
  readonly provider: string | null
  readonly provider_link: string | null
  readonly registered_at: string | null
  readonly expires_at: string | null
  readonly last_changed_at: string | null
  readonly last_checked_at: string | null
  readonly expires_in_days: number | null
  readonly registrar_name: string | null
  readonly registrar_iana_id: string | null
  readonly abuse_email: string | null
  readonly abuse_phone: string | null
  readonly has_abuse_contact: boolean
  readonly epp_statuses: readonly string[]
  readonly dnssec_signed: boolean
  readonly dnssec_ds_records: readonly DsRecord[]
  readonly policy_registry_terms: string | null
  readonly policy_icann_epp_info: string | null
  readonly policy_icann_wicf: string | null
}

export type DsRecord = { readonly keyTag: number; readonly algorithm: number; readonly digestType: number }

import type { RegistryFacts, RegistryFlags } from '@mailsift/engine'
import type { RegistryEntry } from './rdap/read-domain.ts'

/**
 * What the registry answered, as it is kept in `registry_facts`. A name that it does not know is an answer; a failure is
 * none. Answers outlive an upgrade: a migration has to empty the table when this shape changes.
 */
export type RegistryAnswer =
  | ({ readonly state: 'registered' } & RegistryEntry)
  | { readonly state: 'not_registered'; readonly reserved: boolean }
  | { readonly state: 'unknown' }

const DAY_MS = 86_400_000
const EXPIRING_SOON_DAYS = 30
const UNKNOWN: RegistryFacts = { known: false }

/** The answer as it reads at this moment: ages, days left, and the flags that follow from them. */
export function registryFactsAt(answer: RegistryAnswer, now: number): RegistryFacts {
  if (answer.state === 'unknown') return UNKNOWN
  if (answer.state === 'not_registered')
    return { known: true, flags: flagsOf([], null, answer.reserved, now), record: NOTHING }
  const { record, reserved } = answer
  const age = daysBetween(record.registered_at, now)
  return {
    known: true,
    flags: flagsOf(record.epp_statuses, record.expires_at, reserved, now),
    record: {
      ...(age !== null && { domain_age_days: Math.max(0, age) }),
      ...record,
      expires_in_days: daysUntil(record.expires_at, now),
    },
  }
}

function flagsOf(statuses: readonly string[], expiresAt: string | null, reserved: boolean, now: number): RegistryFlags {
  const has = (...names: readonly string[]) => names.some((name) => statuses.includes(name))
  const prohibited = (action: string) =>
    has(`client${action}Prohibited`, `server${action}Prohibited`, `${action.toLowerCase()}Prohibited`, 'locked')
  const daysLeft = daysUntil(expiresAt, now)
  return {
    domain_is_expired: expiresAt !== null && Date.parse(expiresAt) < now,
    domain_is_expiring_soon: daysLeft !== null && daysLeft >= 0 && daysLeft <= EXPIRING_SOON_DAYS,
    domain_transfer_locked: prohibited('Transfer'),
    domain_update_locked: prohibited('Update'),
    domain_delete_locked: prohibited('Delete'),
    domain_on_registry_hold: has('clientHold', 'serverHold'),
    domain_pending_create: has('pendingCreate'),
    domain_pending_delete: has('pendingDelete', 'redemptionPeriod', 'pendingRestore'),
    domain_pending_transfer: has('pendingTransfer'),
    domain_pending_update: has('pendingUpdate'),
    domain_is_registry_reserved: reserved,
  }
}

/** Whole days, rounded down: −1 from the moment of expiry on. */
function daysUntil(date: string | null, now: number): number | null {
  return date === null ? null : Math.floor((Date.parse(date) - now) / DAY_MS)
}

function daysBetween(date: string | null, now: number): number | null {
  return date === null ? null : Math.floor((now - Date.parse(date)) / DAY_MS)
}

/** The record of a name that is not registered. */
const NOTHING = {
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
  has_abuse_contact: false,
  epp_statuses: [],
  dnssec_signed: false,
  dnssec_ds_records: [],
  policy_registry_terms: null,
  policy_icann_epp_info: null,
  policy_icann_wicf: null,
}

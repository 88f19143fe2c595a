import type { RegistryFacts, RegistryFlags } from '@mailsift/engine'
import { type RegistryEntry, readDomain } from './rdap/read-domain.ts'

/**
 * The registry's answer as it is kept in `registry_facts`. A name that it does not know is an answer; a failure is
 * none. Answers outlive an upgrade: a migration has to empty the table when this shape changes.
 */
export type RegistryAnswer =
  | ({ readonly state: 'registered' } & RegistryEntry)
  | { readonly state: 'not_registered'; readonly reserved: boolean }
  | { readonly state: 'unknown' }

const DAY_MS = 86_400_000
const EXPIRING_SOON_MS = 30 * DAY_MS
/** A name that is not registered has the record that an answer without any member has. */
const EMPTY_RECORD = { ...readDomain({ objectClassName: 'domain' }, { domain: '', host: '' })!.record, provider: null }
const UNKNOWN: RegistryFacts = { known: false }

/** The answer as it reads at this moment: ages, days left, and the flags that follow from them. */
export function registryFactsAt(answer: RegistryAnswer, now: number): RegistryFacts {
  if (answer.state === 'unknown') return UNKNOWN
  const record = answer.state === 'registered' ? answer.record : EMPTY_RECORD
  const age = daysBetween(record.registered_at, now)
  const leftMs = answer.state === 'registered' ? untilExpiry(answer, now) : null
  return {
    known: true,
    flags: flagsOf(record.epp_statuses, leftMs, answer.reserved),
    record: {
      ...(age !== null && { domain_age_days: Math.max(0, age) }),
      ...record,
      expires_in_days: leftMs === null ? null : Math.floor(leftMs / DAY_MS),
    },
  }
}

/** Negative from the moment of expiry on: the given time, or the end of the given day. */
export function untilExpiry({ record, expiresWithItsDay }: RegistryEntry, now: number): number | null {
  if (record.expires_at === null) return null
  return Date.parse(record.expires_at) + (expiresWithItsDay ? DAY_MS : 0) - now
}

function flagsOf(statuses: readonly string[], leftMs: number | null, reserved: boolean): RegistryFlags {
  const has = (...names: readonly string[]) => names.some((name) => statuses.includes(name))
  const prohibited = (action: string) =>
    has(`client${action}Prohibited`, `server${action}Prohibited`, `${action.toLowerCase()}Prohibited`, 'locked')
  return {
    domain_is_expired: leftMs !== null && leftMs < 0,
    domain_is_expiring_soon: leftMs !== null && leftMs >= 0 && leftMs <= EXPIRING_SOON_MS,
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

function daysBetween(date: string | null, now: number): number | null {
  return date === null ? null : Math.floor((now - Date.parse(date)) / DAY_MS)
}

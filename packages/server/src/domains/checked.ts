/** "Could not find out" has its own shape, so that the types keep it apart from "no". */
export type Checked<T> = { readonly known: true; readonly value: T } | Unknown

export type Unknown = {
  readonly known: false
  readonly reason: UnknownReason
  /** Number of mail hosts that were looked at, for a domain that names more. */
  readonly hostsLookedAt?: number
}

/**
 * untrusted: the resolvers fail the test with names that must exist and one that cannot. too_many_hosts: none of the mail hosts
 * looked at is of use, and there are more.
 */
export type UnknownReason = 'timeout' | 'servfail' | 'refused' | 'unreachable' | 'untrusted' | 'too_many_hosts'

export function known<T>(value: T): Checked<T> {
  return { known: true, value }
}

/** For customers, who cannot change the resolvers themselves. */
export const UNTRUSTED_RESOLVERS =
  "This service's DNS resolvers are returning wrong results. Ask your administrator to set DNS_SERVERS."

/** For the customer, whose address it is about. */
export function explainUnknown({ reason, hostsLookedAt }: Unknown): string {
  if (reason === 'untrusted') return UNTRUSTED_RESOLVERS
  if (reason === 'too_many_hosts')
    return `None of the first ${hostsLookedAt} mail servers of the domain has an address, and it names more than are looked at.`
  return "The DNS of the address's domain could not be queried."
}

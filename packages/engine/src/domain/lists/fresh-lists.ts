import type { FreshNames } from './fresh-names.ts'

/**
 * Domains and hosts learned after the data was compiled: a small addition that a running engine uses at once. It only
 * adds; the compiled data decides which domains are never disposable.
 */
export type FreshLists = {
  /** Changes with the content; part of the engine's `dataVersion`. */
  readonly version: string
  /** Disposable domains → the lists that contain them. ASCII, lower case. */
  readonly disposable: FreshNames
  /** Mail hosts that serve disposable domains only. ASCII, lower case, without a trailing dot. */
  readonly mailHosts: ReadonlySet<string>
  /** Owners of name servers that serve disposable domains only, in the form of `nameServerOwner`. */
  readonly nameServers?: ReadonlySet<string>
}

export const NO_FRESH_LISTS: FreshLists = { version: '', disposable: new Map(), mailHosts: new Set() }

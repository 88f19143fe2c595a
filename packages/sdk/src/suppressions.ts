import type {
  AddedSuppressions,
  AddSuppressionsBody,
  Suppression,
  SuppressionFormat,
  SuppressionPage,
  SuppressionSearch,
} from '@mailsift/contract'
import { type CallOptions, type Connection, send } from './connection.ts'
import { type CursorListing, cursorListing } from './listing.ts'

export type Suppressions = {
  /** Addresses that the account must not mail, newest first. */
  list(options?: Partial<Omit<SuppressionSearch, 'cursor'>> & CallOptions): CursorListing<Suppression, SuppressionPage>
  /** Adds up to 10,000 addresses; one that is on the list stays, unless the reason is stronger. */
  add(
    emails: readonly string[],
    options?: { reason?: AddSuppressionsBody['reason'] } & CallOptions,
  ): Promise<AddedSuppressions>
  remove(email: string, options?: CallOptions): Promise<void>
  /** The list as CSV, for the program that imports it. */
  export(format?: SuppressionFormat, options?: CallOptions): Promise<string>
}

export function suppressions(beside: Connection): Suppressions {
  const path = '/account/suppressions'
  return {
    list: ({ signal, ...query } = {}) =>
      cursorListing((cursor) => send<SuppressionPage>(beside, { path, query: { ...query, cursor }, signal })),
    add: (emails, { reason, signal } = {}) =>
      send(beside, { method: 'POST', path, body: { emails, ...(reason && { reason }) }, signal }),
    remove: (email, { signal } = {}) => send(beside, { method: 'DELETE', path, query: { email }, signal }),
    export: (format = 'csv', { signal } = {}) =>
      send(beside, { path: `${path}/export`, query: { format }, isText: true, signal }),
  }
}

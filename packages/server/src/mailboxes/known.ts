// Everything that an account knows about addresses: their mailboxes, and whether they may be mailed.
import type { SuppressionReason } from '@mailsift/contract'
import type { Db } from '../platform/database/database.ts'
import { suppressionsOf } from '../suppressions/suppressions.ts'
import type { HashDeps } from './hash.ts'
import { type Mailbox, mailboxOf, UNKNOWN } from './mailbox.ts'

export type Known = Mailbox & { suppressed: SuppressionReason | null }

export const NOTHING_KNOWN: Known = { ...UNKNOWN, suppressed: null }

/** In the order of the addresses. */
export async function knownOf(
  deps: HashDeps,
  db: Db,
  accountId: string,
  addresses: readonly string[],
): Promise<Known[]> {
  const [mailboxes, suppressed] = await Promise.all([
    mailboxOf(deps, db, accountId, addresses),
    suppressionsOf(deps, db, accountId, addresses),
  ])
  return mailboxes.map((mailbox, at) => ({ ...mailbox, suppressed: suppressed[at] ?? null }))
}

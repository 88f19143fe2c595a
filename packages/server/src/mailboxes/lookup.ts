import type { KnownMailbox } from '@mailsift/contract'
import type { Db } from '../platform/database/database.ts'
import type { HashDeps } from './hash.ts'
import { knownOf } from './known.ts'
import { reasonsOf } from './reason.ts'

/** The account's knowledge of mailboxes; unknown ones are left out. */
export async function lookUpMailboxes(
  deps: HashDeps & { db: Db },
  accountId: string,
  emails: readonly string[],
): Promise<KnownMailbox[]> {
  const known = await knownOf(deps, deps.db, accountId, emails)
  return known.flatMap((each, at) =>
    each.mailbox === 'unknown' && each.suppressed === null
      ? []
      : { email: emails[at]!, ...each, reasons: reasonsOf(each) },
  )
}

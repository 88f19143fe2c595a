// The three unfinished submissions of an account (§8). A slot is taken and released in the transaction of the change of state
// that causes it; the account's row serializes them.
import { UNFINISHED_SUBMISSIONS_MAX_COUNT } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

const RETRY_SECONDS = 5

export async function takeSlot(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql`
    INSERT INTO bulk_accounts AS account (account_id, unfinished) VALUES (${accountId}, 1)
    ON CONFLICT (account_id) DO UPDATE SET unfinished = account.unfinished + 1
      WHERE account.unfinished < ${UNFINISHED_SUBMISSIONS_MAX_COUNT}
    RETURNING account_id`.execute(tx)
  if (rows.length === 0) throw tooManyUnfinished()
}

export function tooManyUnfinished(): AppError {
  return new AppError(
    'too_many_unfinished',
    `The account already has ${UNFINISHED_SUBMISSIONS_MAX_COUNT} unfinished submissions. Wait until one of them is done.`,
    { retryAfterSeconds: RETRY_SECONDS },
  )
}

export async function releaseSlot(tx: Tx, accountId: string): Promise<void> {
  await sql`UPDATE bulk_accounts SET unfinished = unfinished - 1 WHERE account_id = ${accountId}`.execute(tx)
}

/** Locks the account's row: until the transaction ends, no other one counts or changes its slots and uploads. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`
    INSERT INTO bulk_accounts (account_id) VALUES (${accountId})
    ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id`.execute(tx)
}

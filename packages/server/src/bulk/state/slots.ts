// The three unfinished submissions of an account (§8). A slot is taken and released in the transaction of the change of state
// that causes it; the account's row serializes them.
import { UNFINISHED_SUBMISSIONS_MAX_COUNT } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

const RETRY_SECONDS = 5

export async function takeSlot(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql`
    INSERT INTO bulk_accounts AS account (user_id, unfinished) VALUES (${userId}, 1)
    ON CONFLICT (user_id) DO UPDATE SET unfinished = account.unfinished + 1
      WHERE account.unfinished < ${UNFINISHED_SUBMISSIONS_MAX_COUNT}
    RETURNING user_id`.execute(tx)
  if (rows.length === 0) throw tooManyUnfinished()
}

export function tooManyUnfinished(): AppError {
  return new AppError(
    'too_many_unfinished',
    `The account already has ${UNFINISHED_SUBMISSIONS_MAX_COUNT} unfinished submissions. Wait until one of them is done.`,
    { retryAfterSeconds: RETRY_SECONDS },
  )
}

export async function releaseSlot(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE bulk_accounts SET unfinished = unfinished - 1 WHERE user_id = ${userId}`.execute(tx)
}

/** Locks the account's row: until the transaction ends, no other one counts or changes its slots and uploads. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await sql`
    INSERT INTO bulk_accounts (user_id) VALUES (${userId})
    ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id`.execute(tx)
}

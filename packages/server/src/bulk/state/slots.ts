// The three unfinished submissions of an account (§8). A slot is taken and given back in the transaction of the change of
// state that causes it; the account's row serialises them.
import { UNFINISHED_SUBMISSIONS_MAX_COUNT } from '@mailsift/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

const RETRY_SECONDS = 5

/** As part of a statement: one row if the slot was taken, none if all are in use. */
export function takingSlot(userId: string) {
  return sql`
    INSERT INTO bulk_accounts AS account (user_id, unfinished) VALUES (${userId}, 1)
    ON CONFLICT (user_id) DO UPDATE SET unfinished = account.unfinished + 1
      WHERE account.unfinished < ${UNFINISHED_SUBMISSIONS_MAX_COUNT}
    RETURNING user_id`
}

/** As part of a statement, for a submission that ends with it: one row if a slot is free, none if all are in use. */
export function seeingSlot(userId: string) {
  return sql`
    SELECT WHERE NOT EXISTS (
      SELECT FROM bulk_accounts WHERE user_id = ${userId} AND unfinished >= ${UNFINISHED_SUBMISSIONS_MAX_COUNT})`
}

/** As part of a statement: what an account has removed is counted in its row, so it has one before it has jobs. */
export function keepingAccount(userId: string) {
  return sql`INSERT INTO bulk_accounts (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`
}

export async function takeSlot(tx: Tx, userId: string): Promise<void> {
  const { rows } = await takingSlot(userId).execute(tx)
  if (rows.length === 0) throw tooManyUnfinished()
}

export function tooManyUnfinished(): AppError {
  return new AppError(
    'too_many_unfinished',
    `${UNFINISHED_SUBMISSIONS_MAX_COUNT} submissions are unfinished; wait for one of them to end.`,
    { retryAfterSeconds: RETRY_SECONDS },
  )
}

/** As part of a statement. */
export function releasingSlot(userId: string | RawBuilder<string>) {
  return sql`UPDATE bulk_accounts SET unfinished = unfinished - 1 WHERE user_id = ${userId}`
}

export async function releaseSlot(tx: Tx, userId: string): Promise<void> {
  await releasingSlot(userId).execute(tx)
}

/** Locks the account's row: until the transaction ends, no other one counts or changes its slots and uploads. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await sql`
    INSERT INTO bulk_accounts (user_id) VALUES (${userId})
    ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id`.execute(tx)
}

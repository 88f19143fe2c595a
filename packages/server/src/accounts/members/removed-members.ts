// Members whom somebody else has removed. Single sign-on adds people without asking anyone, so it must not bring them back.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** The address and every identity of a person, as hashes: the person may be deleted, and come back with either. */
const marksOf = (userId: string): RawBuilder<unknown> => sql`
  SELECT sha256(convert_to('address ' || email, 'UTF8')) AS sha256 FROM users WHERE id = ${userId}
  UNION SELECT sha256(convert_to('identity ' || issuer || ' ', 'UTF8') || subject_sha256)
  FROM identities WHERE user_id = ${userId}`

export async function noteRemoval(tx: Tx, accountId: string, userId: string): Promise<void> {
  await sql`
    INSERT INTO removed_members (account_id, sha256) SELECT ${accountId}, sha256 FROM (${marksOf(userId)}) marks
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function wasRemoved(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM removed_members WHERE account_id = ${accountId} AND sha256 IN (${marksOf(userId)}) LIMIT 1`.execute(tx)
  return rows.length > 0
}

export async function forgetRemoval(tx: Tx, accountId: string, userId: string): Promise<void> {
  await sql`
    DELETE FROM removed_members WHERE account_id = ${accountId} AND sha256 IN (${marksOf(userId)})`.execute(tx)
}

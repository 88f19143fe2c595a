// Members whom somebody else has removed. Single sign-on adds people without asking anyone, so it must not bring them back.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** The address and every identity of a person, as hashes: the person may be deleted, and come back with either. */
const marksOf = (personId: string): RawBuilder<unknown> => sql`
  SELECT sha256(convert_to('address ' || email, 'UTF8')) AS sha256 FROM people WHERE id = ${personId}
  UNION SELECT sha256(convert_to('identity ' || issuer || ' ', 'UTF8') || subject_sha256)
  FROM identities WHERE person_id = ${personId}`

export async function noteRemoval(tx: Tx, accountId: string, personId: string): Promise<void> {
  await sql`
    INSERT INTO removed_members (user_id, sha256) SELECT ${accountId}, sha256 FROM (${marksOf(personId)}) marks
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function wasRemoved(tx: Tx, accountId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM removed_members WHERE user_id = ${accountId} AND sha256 IN (${marksOf(personId)}) LIMIT 1`.execute(tx)
  return rows.length > 0
}

export async function forgetRemoval(tx: Tx, accountId: string, personId: string): Promise<void> {
  await sql`
    DELETE FROM removed_members WHERE user_id = ${accountId} AND sha256 IN (${marksOf(personId)})`.execute(tx)
}

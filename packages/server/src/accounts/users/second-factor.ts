import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

/** Longer than any code is taken: 30 seconds, and as much before and after. */
const CODE_LIFE_SECONDS = 120

/** False when this code was used before: each works once, so that one seen by a bystander is worthless. */
export async function spendCode(db: Db, userId: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO used_codes (user_id, code) VALUES (${userId}, ${code})
    ON CONFLICT (user_id, code) DO UPDATE SET used_at = now()
      WHERE used_codes.used_at < now() - make_interval(secs => ${CODE_LIFE_SECONDS})
    RETURNING code`.execute(db)
  return rows.length > 0
}

/** For an owner who has lost both the app and the backup codes. False when the second factor was not on. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await sql`DELETE FROM two_factors WHERE user_id = ${userId}`.execute(tx)
  const { rows } = await sql`
    UPDATE users SET two_factor_enabled = false, updated_at = now()
    WHERE id = ${userId} AND two_factor_enabled RETURNING id`.execute(tx)
  return rows.length > 0
}

// Operators of the installation: people who see all accounts in the admin area. No role in an account makes a person one.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { endLinksOf } from './sign-in-links.ts'

export async function listOperators(db: Db): Promise<{ email: string; name: string }[]> {
  const { rows } = await sql<{ email: string; name: string }>`
    SELECT email, name FROM users WHERE is_operator ORDER BY email`.execute(db)
  return rows
}

/** An admin of their account may hold a link that was made before they were an operator. */
export async function setOperator(db: Db | Tx, userId: string, isOperator: boolean): Promise<void> {
  await sql`UPDATE users SET is_operator = ${isOperator} WHERE id = ${userId}`.execute(db)
  await endLinksOf(db, userId)
}

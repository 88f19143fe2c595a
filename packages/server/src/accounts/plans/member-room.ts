import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { type Plans, planOf } from './read-plans.ts'

/** After a member was added: the transaction is undone if the plan has room for fewer. Those who are members stay, whatever the plan says. */
export async function requireMemberRoom(tx: Tx, plans: Plans, accountId: string): Promise<void> {
  if (!plans.areConfigured) return
  const { name, members: limit } = await planOf({ db: tx, plans }, accountId)
  if (limit === null) return
  // Two who join at the same time are counted one after the other.
  await sql`SELECT FROM users WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM members WHERE user_id = ${accountId}`.execute(tx)
  if (rows[0]!.count > limit)
    throw new AppError(
      'plan_limit',
      `The plan ${name} allows ${limit} ${limit === 1 ? 'member' : 'members'}. Ask an owner of the account to choose another plan.`,
    )
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { type Plans, planOf } from './read-plans.ts'

/** After a member was added: the transaction is undone if the plan has room for fewer. Those who are members stay, whatever the plan says. */
export async function requireMemberRoom(tx: Tx, plans: Plans, accountId: string): Promise<void> {
  const room = await readRoom(tx, plans, accountId)
  if (room.room < 0) throw noRoom(room)
}

/** Before a person is created: the refusal must not depend on whether a person with the address exists. */
export async function requireRoomForOne(tx: Tx, plans: Plans, accountId: string): Promise<void> {
  const room = await readRoom(tx, plans, accountId)
  if (room.room < 1) throw noRoom(room)
}

function noRoom({ name, limit }: Room): AppError {
  return new AppError(
    'plan_limit',
    `The plan ${name} allows ${limit} ${limit === 1 ? 'member' : 'members'}. Ask an owner of the account to choose another plan.`,
  )
}

/** Before a member is added. */
export async function hasMemberRoom(tx: Tx, plans: Plans, accountId: string): Promise<boolean> {
  return (await readRoom(tx, plans, accountId)).room > 0
}

type Room = { name?: string; limit?: number; room: number }

async function readRoom(tx: Tx, plans: Plans, accountId: string): Promise<Room> {
  if (!plans.areConfigured) return { room: Number.POSITIVE_INFINITY }
  const { name, members: limit } = await planOf({ db: tx, plans }, accountId)
  if (limit === null) return { room: Number.POSITIVE_INFINITY }
  // Two who join at the same time are counted one after the other.
  await sql`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM members WHERE account_id = ${accountId}`.execute(tx)
  return { name, limit, room: limit - rows[0]!.count }
}

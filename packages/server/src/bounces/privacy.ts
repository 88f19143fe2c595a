// Bounce sources and bursts of one account, for the administration: exported, or rid of an address.
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import './bursts/tables.ts'
import { listSources, toSource } from './receive/sources.ts'

/** Sources of reports, without their secrets. */
export async function sourcesOfAccount(db: Db, accountId: string): Promise<object[]> {
  return (await listSources(db, accountId)).map(toSource)
}

/** The words of a burst have no address. */
export async function burstsOfAccount(db: Db, accountId: string): Promise<object[]> {
  return db
    .selectFrom('bounce_bursts')
    .select(['reply', 'state', 'first_at', 'last_at', 'held_at', 'decided_at'])
    .where('account_id', '=', accountId)
    .orderBy('held_at')
    .execute()
}

export type FoundSourceName = { kind: 'source_name'; accountId: string; id: string; text: string }

/** Names of sources that hold an address. */
export async function findSourceNames(
  db: Db,
  { isNamedIn, namePattern }: { isNamedIn(name: string): boolean; namePattern: string },
): Promise<FoundSourceName[]> {
  const { rows } = await sql<FoundSourceName>`
    SELECT 'source_name' AS kind, account_id AS "accountId", id, name AS text
    FROM bounce_sources WHERE name ~ ${namePattern}`.execute(db)
  return rows.filter(({ text }) => isNamedIn(text))
}

export async function forgetSourceNames(tx: Tx, names: readonly FoundSourceName[]): Promise<void> {
  for (const { id, accountId } of names)
    await sql`UPDATE bounce_sources SET name = 'Removed' WHERE id = ${id} AND account_id = ${accountId}`.execute(tx)
}

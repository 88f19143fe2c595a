// The account of a submission. Every statement names it, so that a database that is distributed by account runs it on one server
// (docs/scale.md). Tasks know their chunk or group by its id alone: they find the account first.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** A job or a group with its account. */
export type Owned = { id: string; account_id: string }

export async function ownerOfChunk(db: Db, chunkId: string): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`
    SELECT account_id AS owner FROM bulk_chunks WHERE id = ${chunkId}`.execute(db)
  return rows[0]?.owner
}

export async function ownerOfGroup(db: Db, groupId: string): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`
    SELECT account_id AS owner FROM bulk_groups WHERE id = ${groupId}`.execute(db)
  return rows[0]?.owner
}

// Lists as people know them: which submissions belong together, their name and notes.
import { type AddToListBody, type ChangeListBody, type CreateListBody, JOB_RETENTION_MS } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    saved_lists: {
      account_id: string
      id: string
      /** A JSON string; null for the name of the file. */
      name: string | null
      /** A JSON string. */
      notes: string
      parts: number
      total: number
      fingerprint: string | null
      created_at: Date
      deleted_at: Date | null
      stopped_at: Date | null
    }
    saved_list_parts: {
      account_id: string
      submission_id: string
      list_id: string
      round: number
      part: number
      parts: number
    }
  }
}

/** 404 for missing, foreign and removed alike, so ids cannot be probed. */
function listNotFound(): AppError {
  return new AppError('not_found', 'The list does not exist.')
}

/** The same id again changes nothing. */
export async function createList({ db }: { db: Db }, accountId: string, body: CreateListBody): Promise<void> {
  await sql`
    INSERT INTO saved_lists (account_id, id, name, parts, total, fingerprint)
    VALUES (${accountId}, ${body.id.toLowerCase()}, ${JSON.stringify(body.name)}, ${body.parts}, ${body.total},
      ${body.fingerprint ?? null})
    ON CONFLICT (account_id, id) DO NOTHING`.execute(db)
}

/** A submission belongs to one list, and stays there: the same request again changes nothing. Returns whether the list was stopped before it had all parts. */
export async function addToList(
  { db }: { db: Db },
  accountId: string,
  { listId, submissionId }: { listId: string; submissionId: string },
  { round, part, parts }: AddToListBody,
): Promise<{ isStopped: boolean }> {
  return db.transaction().execute(async (tx) => {
    await requireList(tx, accountId, listId)
    const { rows: lists } = await sql<{ isDeleted: boolean; isStopped: boolean }>`
      SELECT deleted_at IS NOT NULL AS "isDeleted", stopped_at IS NOT NULL AS "isStopped"
      FROM saved_lists WHERE account_id = ${accountId} AND id = ${listId}`.execute(tx)
    if (lists[0]!.isDeleted || !(await hasSubmission(tx, accountId, submissionId))) throw listNotFound()
    const { rows } = await sql<{ list_id: string; round: number; part: number }>`
      WITH added AS (
        INSERT INTO saved_list_parts (account_id, submission_id, list_id, round, part, parts)
        VALUES (${accountId}, ${submissionId}, ${listId}, ${round}, ${part}, ${Math.max(part, parts)})
        ON CONFLICT DO NOTHING RETURNING list_id, round, part
      )
      SELECT list_id, round, part FROM added
      UNION ALL SELECT list_id, round, part FROM saved_list_parts WHERE account_id = ${accountId} AND submission_id = ${submissionId}`.execute(
      tx,
    )
    const [stored] = rows
    if (stored?.list_id !== listId || stored.round !== round || stored.part !== part)
      throw new AppError(
        'list_conflict',
        'The list has another submission in this place, or another list has this one.',
      )
    return { isStopped: lists[0]!.isStopped && round === 0 }
  })
}

export async function changeList(
  { db }: { db: Db },
  accountId: string,
  listId: string,
  { name, notes }: ChangeListBody,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireList(tx, accountId, listId)
    await sql`
      UPDATE saved_lists SET
        name = ${name === undefined ? sql`name` : JSON.stringify(name)},
        notes = ${notes === undefined ? sql`notes` : JSON.stringify(notes)}
      WHERE account_id = ${accountId} AND id = ${listId}`.execute(tx)
  })
}

/** A submission that came without a list becomes one under its own id. Another request may be making it at the same time. */
export async function requireList(tx: Tx, accountId: string, listId: string): Promise<void> {
  const { rows } =
    await sql`SELECT FROM saved_lists WHERE account_id = ${accountId} AND id = ${listId} FOR UPDATE`.execute(tx)
  if (rows.length > 0) return
  const { rows: taken } = await sql`
    SELECT FROM saved_list_parts
    WHERE account_id = ${accountId} AND submission_id = ${listId} AND list_id <> ${listId}`.execute(tx)
  if (taken.length > 0 || !(await hasSubmission(tx, accountId, listId))) throw listNotFound()
  await sql`
    INSERT INTO saved_lists (account_id, id, parts, created_at)
    SELECT account_id, id, 1, created_at FROM (
      SELECT account_id, id, created_at FROM bulk_groups WHERE id = ${listId} AND account_id = ${accountId}
      UNION ALL SELECT account_id, id, created_at FROM bulk_jobs WHERE id = ${listId} AND account_id = ${accountId}
    ) AS submission ON CONFLICT (account_id, id) DO NOTHING`.execute(tx)
  await sql`
    INSERT INTO saved_list_parts (account_id, submission_id, list_id, round, part, parts)
    VALUES (${accountId}, ${listId}, ${listId}, 0, 1, 1) ON CONFLICT DO NOTHING`.execute(tx)
}

async function hasSubmission(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM bulk_groups WHERE id = ${id} AND account_id = ${accountId}
    UNION ALL SELECT FROM bulk_jobs WHERE id = ${id} AND account_id = ${accountId} AND group_id IS NULL`.execute(tx)
  return rows.length > 0
}

/** Lists of which nothing was ever submitted. Those with submissions go with the last of them. */
export async function removeEmptyLists(db: Db): Promise<void> {
  await sql`
    DELETE FROM saved_lists WHERE created_at <= now() - make_interval(secs => ${JOB_RETENTION_MS / 1000})
      AND NOT EXISTS (
        SELECT FROM saved_list_parts part WHERE part.account_id = saved_lists.account_id AND part.list_id = saved_lists.id
      )`.execute(db)
}

// Administration of the tasks that suspects.ts has set aside.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export type SetAsideTask = {
  id: number
  task: string
  payload: unknown
  deaths: number
  reason: string
  set_aside_at: string
}

export async function listSetAside(db: Db): Promise<SetAsideTask[]> {
  const rows = await db.selectFrom('tasks_set_aside').selectAll().orderBy('id').execute()
  return rows.map(({ set_aside_at, ...row }) => ({ ...row, set_aside_at: set_aside_at.toISOString() }))
}

/** Runs it again, as if nothing were known about it. False: there is no such task. */
export async function retrySetAside(db: Db, id: number): Promise<boolean> {
  // One statement: it is set aside or waits to be run, never both and never neither.
  const { rows } = await sql`
    WITH taken AS (DELETE FROM tasks_set_aside WHERE id = ${id} RETURNING task, payload)
    SELECT graphile_worker.add_job(task, payload => payload::json) FROM taken`.execute(db)
  return rows.length > 0
}

/** Forgets it. What asks for it again is run as any other task. */
export async function discardSetAside(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('tasks_set_aside').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

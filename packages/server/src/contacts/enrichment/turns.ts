import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { rootOf } from './eligible.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    site_visits: { root: Buffer; task_id: string; until: Date }
  }
}

/** Longer than any visit takes. */
const TURN_MAX_MINUTES = 10

/**
 * Does the work unless another task is at the sites of this registrable domain, whose hosts may be the same; then false. A
 * task that was cut short, and runs again, still has its turn.
 */
export async function inTurn(db: Db, domain: string, taskId: string, work: () => Promise<void>): Promise<boolean> {
  const root = createHash('sha256').update(rootOf(domain)).digest()
  const { rows } = await sql`
    INSERT INTO site_visits AS visit (root, task_id, until)
    VALUES (${root}, ${taskId}::bigint, now() + make_interval(mins => ${TURN_MAX_MINUTES}))
    ON CONFLICT (root) DO UPDATE SET task_id = excluded.task_id, until = excluded.until
    WHERE visit.until < now() OR visit.task_id = excluded.task_id
    RETURNING root`.execute(db)
  if (rows.length === 0) return false
  try {
    await work()
  } finally {
    await sql`DELETE FROM site_visits WHERE root = ${root} AND task_id = ${taskId}::bigint`.execute(db)
  }
  return true
}

export async function endForgottenTurns(db: Db): Promise<void> {
  await sql`DELETE FROM site_visits WHERE until < now()`.execute(db)
}

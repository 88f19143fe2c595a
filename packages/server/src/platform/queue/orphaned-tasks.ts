// The database holds a task for a process that knows nothing of it: the answer that handed it over was lost with its
// connection. The process is alive, so the task would be held, and with it everything in its lane, for as long as it lives.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export type Forgotten = {
  /** Lets go of what this process does not run, of all that the database holds for it. To be called every few seconds. */
  release(held: readonly string[]): Promise<number>
}

/** `running`: the ids of the tasks that are under way here. */
export function createForgotten(db: Db, poolId: string, running: ReadonlySet<string>): Forgotten {
  let suspected = new Set<string>()
  return {
    async release(held) {
      // One that is just being handed over, or whose end is just being stored, is another thing at the next look.
      const unknown = held.filter((id) => !running.has(id))
      const forgotten = unknown.filter((id) => suspected.has(id))
      suspected = new Set(unknown)
      if (forgotten.length > 0) await letGo(db, poolId, forgotten)
      return forgotten.length
    },
  }
}

/** Gives back a task that was taken and never run, with its attempt. */
async function letGo(db: Db, poolId: string, ids: readonly string[]): Promise<void> {
  await sql`
    WITH task AS (
      UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, attempts = greatest(attempts - 1, 0)
      WHERE id = ANY (${ids}::bigint[]) AND locked_by = ${poolId} RETURNING job_queue_id
    )
    UPDATE graphile_worker._private_job_queues AS lane SET locked_by = NULL, locked_at = NULL
    FROM task WHERE lane.id = task.job_queue_id AND lane.locked_by = ${poolId}`.execute(db)
}

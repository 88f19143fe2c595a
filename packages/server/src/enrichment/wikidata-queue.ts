// The named queue of Wikidata. graphile-worker starts the next task of a named queue only after a pause of a second or so. The one that runs
// therefore also does the work of those that wait behind it, which no other process can run at that time.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { WIKIDATA_TASK } from './schedule.ts'

export type WaitingTask = { id: string; domain: string }

/** The next tasks, without those that were interrupted or quarantined: they run alone. */
export async function readWaitingTasks(db: Db, count: number): Promise<WaitingTask[]> {
  const { rows } = await sql<WaitingTask>`
    SELECT id::text, substr(key, ${`${WIKIDATA_TASK}:`.length + 1}) AS domain FROM graphile_worker.jobs AS task
    WHERE task_identifier = ${WIKIDATA_TASK} AND locked_at IS NULL AND run_at <= now() AND priority >= 0
      AND NOT EXISTS (SELECT FROM quarantine WHERE quarantine.task = ${WIKIDATA_TASK}
        AND quarantine.payload = jsonb_build_object('domain', substr(task.key, ${`${WIKIDATA_TASK}:`.length + 1})))
    ORDER BY priority, run_at, id LIMIT ${count}`.execute(db)
  return rows
}

/** Its work is done. */
export async function endTask(db: Db, { id }: WaitingTask): Promise<void> {
  await sql`SELECT FROM graphile_worker.complete_jobs(ARRAY[${id}::bigint])`.execute(db)
}

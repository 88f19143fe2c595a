import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { dueIn } from './chunk-tasks.ts'

export type GroupTask = {
  groupId: string
  /** How often it has failed. Runs that were cut off by a crash are not counted. */
  failures?: number
}

declare module '../../platform/queue.ts' {
  interface Tasks {
    'bulk.split': GroupTask
    'bulk.finalize': GroupTask
  }
}

/** The queue itself never gives a task up; bulk/failure.ts decides. */
const TASK_MAX_ATTEMPTS = 1000

export async function enqueueGroupTask(
  tx: Tx | Db,
  name: 'bulk.split' | 'bulk.finalize',
  task: GroupTask,
  delaySeconds = 0,
): Promise<void> {
  await sql`SELECT graphile_worker.add_job(${name}, payload => ${JSON.stringify(task)}::json,
    run_at => ${dueIn(delaySeconds)}, max_attempts => ${TASK_MAX_ATTEMPTS})`.execute(tx)
}

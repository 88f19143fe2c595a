// How accounts take turns in the queue (docs/decisions/0028-fair-queueing.md).
//
// Every task of an account has a turn, a number, and the queue runs tasks in the order of their turns. A task gets the turn
// after the last one of its account, or the turn that the workers have reached, whichever is later:
//
//   waiting tasks of   A  12 13 14 15 16      the workers have reached 12
//                      B  12 13 14
//   a new account      C  12                  waits for one task of A and one of B, however many they have
//
// A turn is stored as the task's `run_at`, a date in 1970, because the queue starts tasks by their date and holds back those of
// the future. Chunks with lookups mostly wait for the network, so they have turns of their own: an account's other lists do
// not wait for them.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Notes that the workers have reached a turn. One that is lost in a crash is noted again with the next task. */
export async function reachTurn(db: Db, turn: number): Promise<void> {
  await sql`
    SELECT set_config('synchronous_commit', 'off', true), setval('bulk_turn', ${turn}::bigint)
    FROM bulk_turn WHERE last_value < ${turn}`.execute(db)
}

// How accounts take turns in the queue (docs/decisions/0053-turns-by-rows.md).
//
// Turns are a clock that work moves on: a hundred rows are one turn. Every task of an account takes the turns that its rows cost, after
// those of the account's task before it, or from where the workers are, whichever is later. The queue runs the task first that ends first:
//
//   waiting tasks of   A  12–22 22–32 32–42     chunks of 1,000 rows; the workers have reached 12, the start of the tasks that run
//                      B  12–62 62–112          chunks of 5,000 rows
//   a new account      C  12–14                 100 rows: before A and B, however many tasks they have
//
// The end of a task's turns is stored as its `run_at`, a date in 1970, because the queue starts tasks by their date and holds back those of
// the future. Chunks with lookups mostly wait for the network, so they have turns of their own: an account's other lists do
// not wait for them.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Owned } from './owners.ts'

const ROWS_PER_TURN = 100
/** A task costs its claim and its commit, whatever its rows. */
const TASK_TURNS = 1
/** Bytes of a file that are read or written in the time of a hundred rows. */
const BYTES_PER_TURN = 64 * 1024
/** A row in the CSV that a group exports. */
const EXPORTED_ROW_BYTES = 300

export const turnsOfRows = (rows: number) => TASK_TURNS + Math.ceil(rows / ROWS_PER_TURN)

/** Reading a file, whose rows are not known yet, or writing it with the results of its rows. */
export const turnsOfFile = ({ bytes, rows }: { bytes: number; rows: number }) =>
  TASK_TURNS + Math.ceil((bytes + rows * EXPORTED_ROW_BYTES) / BYTES_PER_TURN)

/** Where the turns of each task begin and end, counted from the first; `total` of all. */
export function laneOf(costs: readonly number[]): { starts: number[]; ends: number[]; total: number } {
  let total = 0
  const ends = costs.map((cost) => {
    total += cost
    return total
  })
  return { starts: ends.map((end, at) => end - costs[at]!), ends, total }
}

/** Notes that the workers have reached a turn. One that is lost in a crash is noted again with the next task. */
export async function reachTurn(db: Db, turn: number): Promise<void> {
  await sql`
    SELECT set_config('synchronous_commit', 'off', true), setval('bulk_turn', ${turn}::bigint)
    FROM bulk_turn WHERE last_value < ${turn}`.execute(db)
}

/** Chunks that are never validated cost nothing: the next list of the account does not wait for their turns. */
export async function returnTurns(tx: Tx, { id, account_id }: Owned): Promise<void> {
  const { rows } = await sql<{ row_count: number }>`
    SELECT row_count FROM bulk_chunks WHERE job_id = ${id} AND account_id = ${account_id} AND done_at IS NULL`.execute(
    tx,
  )
  const turns = rows.reduce((sum, { row_count }) => sum + turnsOfRows(row_count), 0)
  await sql`
    UPDATE bulk_turns SET last_turn = greatest(last_turn - ${turns}, (SELECT last_value FROM bulk_turn))
    FROM bulk_jobs job
    WHERE job.id = ${id} AND job.account_id = ${account_id} AND bulk_turns.account_id = ${account_id}
      AND bulk_turns.validate_domain = job.validate_domain`.execute(tx)
}

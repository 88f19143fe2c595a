// How accounts take turns in the queue (docs/decisions/0220-turns.md).
//
// Every task of an account has a turn, a number, and the queue runs tasks in the order of their turns. A task gets the turn
// after the last one of its account, or the turn that the workers have reached, whichever is later:
//
//   waiting tasks of   A  12 13 14 15 16      the workers have reached 12
//                      B  12 13 14
//   a new account      C  12                  waits for one task of A and one of B, however many they have
//
// Chunks with lookups mostly wait for the network, so they have turns of their own: an account's other lists do not wait for them.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** After tasks without a turn, which are few: events to deliver, housekeeping, and tasks that take their turn next. */
export const TURN_PRIORITY = 1

const REACHED = sql`(SELECT last_value FROM bulk_turn)`

/** As part of a statement: the next `count` turns of each `owner`, a row of `user_id` and `validate_domain`. Returns the `first`. */
export function takingTurns(owner: RawBuilder<unknown>, count: number) {
  return sql`
    INSERT INTO bulk_turns AS turns (user_id, validate_domain, last_turn)
    SELECT user_id, validate_domain, ${REACHED} + ${count}::int - 1 FROM ${owner}
    ON CONFLICT (user_id, validate_domain) DO UPDATE
      SET last_turn = greatest(turns.last_turn + 1, ${REACHED}) + ${count}::int - 1
    RETURNING user_id, validate_domain, last_turn - ${count}::int + 1 AS first`
}

/** For `run_at`: a date in 1970, because the queue starts tasks by their date and holds back those of the future. */
export function dateOf(turn: RawBuilder<unknown>) {
  return sql`to_timestamp(${turn} / 1000.0)`
}

/** Notes that the workers have reached a turn. One that is lost in a crash is noted again with the next task. */
export async function reachTurn(db: Db, turn: number): Promise<void> {
  await sql`
    SELECT set_config('synchronous_commit', 'off', true), setval('bulk_turn', ${turn}::bigint)
    FROM bulk_turn WHERE last_value < ${turn}`.execute(db)
}

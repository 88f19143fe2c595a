// Poison is found by trying less of it at a time, so that one bad item never stops its neighbors. What throws is found within its
// process; what kills its process is found across processes, because each trial is stored before it begins.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { CronEntry } from './queue.ts'

declare module '../database/database.ts' {
  interface Tables {
    isolation_trials: { subject: string; item: string; trials: number; tried_at: Date }
  }
}

declare module './queue.ts' {
  interface Tasks {
    'queue.delete-old-trials': Record<string, never>
  }
}

/**
 * Does the work on all items at once. Where that throws, on each half, down to the item that fails alone: only that one gets its
 * substitute. `work` returns one value for each item; `offset` is where its items begin.
 */
export async function isolateFailures<Item, Value>(
  items: readonly Item[],
  work: (items: readonly Item[], offset: number) => Value[] | Promise<Value[]>,
  substitute: (item: Item, error: unknown) => Value | Promise<Value>,
  offset = 0,
): Promise<Value[]> {
  try {
    return await work(items, offset)
  } catch (error) {
    if (items.length === 1) return [await substitute(items[0]!, error)]
    const middle = items.length >> 1
    return [
      ...(await isolateFailures(items.slice(0, middle), work, substitute, offset)),
      ...(await isolateFailures(items.slice(middle), work, substitute, offset + middle)),
    ]
  }
}

const GROUP_MAX_COUNT = 32
/** Kills from outside hit an innocent item as well, but hardly three times in the moment in which it is tried alone. */
const TRIALS_ALONE_MAX = 3
const TRIALS_KEPT_DAYS = 7

/**
 * Tries groups of items, and alone those whose group ended its process. Returns the items that ended it each time. Called again in
 * the next process after each death, with the same subject.
 */
export async function findPoison(
  db: Db,
  subject: string,
  items: readonly string[],
  tryItems: (items: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const trials = await readTrials(db, subject)
  const interrupted = items.filter((item) => trials.has(item)).sort((a, b) => trials.get(a)! - trials.get(b)!)
  const untried = items.filter((item) => !trials.has(item))
  const groups = Array.from({ length: Math.ceil(untried.length / GROUP_MAX_COUNT) }, (_, nth) =>
    untried.slice(nth * GROUP_MAX_COUNT, (nth + 1) * GROUP_MAX_COUNT),
  )
  const poison: string[] = []
  for (const group of [...groups, ...interrupted.map((item) => [item])]) {
    // The first trial was the one in a group.
    if ((trials.get(group[0]!) ?? 0) > TRIALS_ALONE_MAX) poison.push(group[0]!)
    else {
      await sql`
        INSERT INTO isolation_trials AS known (subject, item) SELECT ${subject}, unnest(${group}::text[])
        ON CONFLICT (subject, item) DO UPDATE SET trials = known.trials + 1, tried_at = now()`.execute(db)
      await tryItems(group)
      await forgetTrials(db, subject, group)
    }
  }
  return poison
}

async function readTrials(db: Db, subject: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('isolation_trials')
    .select(['item', 'trials'])
    .where('subject', '=', subject)
    .execute()
  return new Map(rows.map(({ item, trials }) => [item, trials]))
}

export async function forgetTrials(db: Db, subject: string, items: readonly string[]): Promise<void> {
  await sql`DELETE FROM isolation_trials WHERE subject = ${subject} AND item = ANY (${items}::text[])`.execute(db)
}

export const isolationCron: readonly CronEntry[] = [{ task: 'queue.delete-old-trials', match: '41 3 * * *' }]

/** Trials are left over where the subject of a search was removed before its end. */
export async function deleteOldTrials(db: Db): Promise<void> {
  await sql`
    DELETE FROM isolation_trials WHERE tried_at < now() - make_interval(days => ${TRIALS_KEPT_DAYS})`.execute(db)
}

// Registry lookups that a job could not wait for. A job records its registrable domains with the number of rows that need them; a task
// requests them later, the most needed first. The next job, and the end of the present one, read the stored answers.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    registry_backlog: {
      name: string
      suffix: string
      row_count: number
      attempts: number
      due_at: Date
      added_at: Date
    }
  }
}

export type RegistryBacklog = {
  /** Adds to the row counts that are stored already. */
  add(counts: ReadonlyMap<string, number>): Promise<void>
  /** The most needed names of each registry that are due. */
  next(): Promise<string[]>
  remove(names: readonly string[]): Promise<void>
  /** Retries these names later; the last attempt removes them. */
  postpone(names: readonly string[]): Promise<void>
}

/** Names of one suffix in a run: more than its registry serves in the time. */
const PER_SUFFIX = 1_200
const ATTEMPTS_MAX = 5
const POSTPONED_MINUTES = 10
/** No job waits for an older name. */
const AGE_MAX_DAYS = 3

export function createRegistryBacklog(db: Db): RegistryBacklog {
  return {
    async add(counts) {
      const rows = [...counts].map(([name, row_count]) => ({
        name,
        row_count,
        suffix: name.slice(name.lastIndexOf('.') + 1),
      }))
      await sql`
        INSERT INTO registry_backlog AS stored (name, suffix, row_count)
        SELECT name, suffix, row_count FROM json_to_recordset(${JSON.stringify(rows)})
          AS row (name text, suffix text, row_count bigint) ORDER BY name
        ON CONFLICT (name) DO UPDATE SET row_count = stored.row_count + excluded.row_count`.execute(db)
    },
    async next() {
      await sql`DELETE FROM registry_backlog
        WHERE attempts >= ${ATTEMPTS_MAX} OR added_at < now() - make_interval(days => ${AGE_MAX_DAYS})`.execute(db)
      const { rows } = await sql<{ name: string }>`
        SELECT name FROM (
          SELECT name, row_count, row_number() OVER (PARTITION BY suffix ORDER BY row_count DESC, name) AS rank
          FROM registry_backlog WHERE due_at <= now()
        ) AS ranked WHERE rank <= ${PER_SUFFIX} ORDER BY row_count DESC, name`.execute(db)
      return rows.map(({ name }) => name)
    },
    async remove(names) {
      await sql`DELETE FROM registry_backlog WHERE name = ANY(${names})`.execute(db)
    },
    async postpone(names) {
      await sql`UPDATE registry_backlog SET attempts = attempts + 1,
        due_at = now() + make_interval(mins => ${POSTPONED_MINUTES}) WHERE name = ANY(${names})`.execute(db)
    },
  }
}

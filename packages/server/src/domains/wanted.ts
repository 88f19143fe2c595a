// Registry look-ups that a job could not wait for: its registrable domains are noted with how many rows wanted them, and a task asks
// the registries for them as fast as these allow, the most wanted first. The answers land in the store, where the next
// job, and the end of the present one, find them.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    registry_wanted: {
      name: string
      suffix: string
      wanted: number
      tries: number
      not_before: Date
      added_at: Date
    }
  }
}

export type WantedList = {
  /** Adds to what is wanted already. */
  add(counts: ReadonlyMap<string, number>): Promise<void>
  /** The most wanted of each registry, none of which was asked lately. */
  next(): Promise<string[]>
  /** These have their answer. */
  done(names: readonly string[]): Promise<void>
  /** These were asked in vain: later again, a few times. */
  putOff(names: readonly string[]): Promise<void>
}

/** Names of one suffix in a run: more than its registry can be asked in the time. */
const PER_SUFFIX = 300
const TRIES_MAX = 5
const PUT_OFF_MINUTES = 10
/** No job waits for it any more. */
const FORGOTTEN_AFTER_DAYS = 3

export function createWantedList(db: Db): WantedList {
  return {
    async add(counts) {
      const rows = [...counts].map(([name, wanted]) => ({
        name,
        wanted,
        suffix: name.slice(name.lastIndexOf('.') + 1),
      }))
      await sql`
        INSERT INTO registry_wanted AS kept (name, suffix, wanted)
        SELECT name, suffix, wanted FROM json_to_recordset(${JSON.stringify(rows)})
          AS row (name text, suffix text, wanted bigint) ORDER BY name
        ON CONFLICT (name) DO UPDATE SET wanted = kept.wanted + excluded.wanted`.execute(db)
    },
    async next() {
      await sql`DELETE FROM registry_wanted
        WHERE tries >= ${TRIES_MAX} OR added_at < now() - make_interval(days => ${FORGOTTEN_AFTER_DAYS})`.execute(db)
      const { rows } = await sql<{ name: string }>`
        SELECT name FROM (
          SELECT name, wanted, row_number() OVER (PARTITION BY suffix ORDER BY wanted DESC, name) AS place
          FROM registry_wanted WHERE not_before <= now()
        ) AS ranked WHERE place <= ${PER_SUFFIX} ORDER BY wanted DESC, name`.execute(db)
      return rows.map(({ name }) => name)
    },
    async done(names) {
      await sql`DELETE FROM registry_wanted WHERE name = ANY(${names})`.execute(db)
    },
    async putOff(names) {
      await sql`UPDATE registry_wanted SET tries = tries + 1,
        not_before = now() + make_interval(mins => ${PUT_OFF_MINUTES}) WHERE name = ANY(${names})`.execute(db)
    },
  }
}

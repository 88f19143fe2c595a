import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

type FactTable = {
  name: string
  answer: unknown
  fresh_until: Date | null
  usable_until: Date | null
  leased_until: Date | null
}

declare module '../platform/database/database.ts' {
  interface Tables {
    dns_facts: FactTable
    registry_facts: FactTable
  }
}

/** One name's row. Times are what is left of them by the database's clock, which all processes agree on. */
export type StoredFact<A> = { answer: A | null; freshMs: number; usableMs: number; leasedMs: number }

export type NewFact<A> = { name: string; answer: A; freshMs: number; usableMs: number }

/** The answers that all processes share, and the leases that keep them from asking the same question at the same time. */
export type FactStore<A> = {
  read(names: readonly string[]): Promise<Map<string, StoredFact<A>>>
  /** Takes the lease of every name that is neither fresh nor leased, and says which ones it got. */
  claim(names: readonly string[], leaseMs: number): Promise<Set<string>>
  /** Keeps leases that are held; a process that stops doing so loses them. */
  renew(names: readonly string[], leaseMs: number): Promise<void>
  /** Stores answers and gives their leases back. */
  save(facts: readonly NewFact<A>[]): Promise<void>
  /** Gives leases back without an answer. */
  release(names: readonly string[]): Promise<void>
}

/** Rows are always locked in the order of their names, so that two batches cannot wait for each other. */
export function createFactStore<A>(db: Db, tableName: 'dns_facts' | 'registry_facts'): FactStore<A> {
  const table = sql.table(tableName)

  return {
    async read(names) {
      const { rows } = await sql<StoredFact<A> & { name: string }>`
        SELECT name, answer,
          coalesce(extract(epoch FROM fresh_until - now()) * 1000, 0)::float8 AS "freshMs",
          coalesce(extract(epoch FROM usable_until - now()) * 1000, 0)::float8 AS "usableMs",
          coalesce(extract(epoch FROM leased_until - now()) * 1000, 0)::float8 AS "leasedMs"
        FROM ${table} WHERE name = ANY(${names})`.execute(db)
      return new Map(rows.map(({ name, ...fact }) => [name, fact]))
    },
    async claim(names, leaseMs) {
      const { rows } = await sql<{ name: string }>`
        INSERT INTO ${table} AS kept (name, leased_until)
        SELECT name, now() + make_interval(secs => ${leaseMs / 1000}) FROM unnest(${names}::text[]) AS name ORDER BY name
        ON CONFLICT (name) DO UPDATE SET leased_until = excluded.leased_until
        WHERE coalesce(kept.fresh_until <= now(), true) AND coalesce(kept.leased_until <= now(), true)
        RETURNING name`.execute(db)
      return new Set(rows.map(({ name }) => name))
    },
    async renew(names, leaseMs) {
      await sql`
        UPDATE ${table} SET leased_until = now() + make_interval(secs => ${leaseMs / 1000}) WHERE name IN (
          SELECT name FROM ${table} WHERE name = ANY(${names}) AND leased_until > now() ORDER BY name FOR UPDATE)`.execute(
        db,
      )
    },
    async save(newFacts) {
      // One statement may touch a row once: of two answers to the same name the later one counts.
      const facts = [...new Map(newFacts.map((fact) => [fact.name, fact])).values()]
      await sql`
        INSERT INTO ${table} (name, answer, fresh_until, usable_until)
        SELECT name, answer, now() + "freshMs" * interval '1 millisecond', now() + "usableMs" * interval '1 millisecond'
        FROM json_to_recordset(${JSON.stringify(facts)})
          AS fact (name text, answer json, "freshMs" float8, "usableMs" float8) ORDER BY name
        ON CONFLICT (name) DO UPDATE SET answer = excluded.answer, fresh_until = excluded.fresh_until,
          usable_until = excluded.usable_until, leased_until = NULL`.execute(db)
    },
    async release(names) {
      await sql`
        UPDATE ${table} SET leased_until = NULL WHERE name IN (
          SELECT name FROM ${table} WHERE name = ANY(${names}) AND leased_until > now() ORDER BY name FOR UPDATE)`.execute(
        db,
      )
    },
  }
}

/** The hourly task: deletes facts past their use. Returns the number of rows. */
export async function forgetOldFacts(db: Db): Promise<number> {
  let forgotten = 0
  for (const table of ['dns_facts', 'registry_facts'] as const) {
    const result = await db
      .deleteFrom(table)
      .where(sql<boolean>`coalesce(greatest(usable_until, leased_until), '-infinity') < now() - interval '1 minute'`)
      .executeTakeFirst()
    forgotten += Number(result.numDeletedRows)
  }
  return forgotten
}

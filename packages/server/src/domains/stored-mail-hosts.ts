import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** The first mail host of each domain that was looked up lately. Nothing is queried; domains without an answer are left out. */
export async function storedMailHosts(db: Db, domains: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const names = [...domains]
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; host: string }>`
    SELECT name, answer->'value'->'mx'->0->>'host' AS host FROM dns_facts
    WHERE name = ANY(${names}::text[]) AND answer->'value'->'mx'->0->>'host' IS NOT NULL`.execute(db)
  return new Map(rows.map(({ name, host }) => [name, host]))
}

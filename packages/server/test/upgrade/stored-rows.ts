import pg from 'pg'

/** All rows of the service's own tables, by table, in an order that does not depend on where they are stored. */
export type StoredRows = Record<string, Record<string, unknown>[]>

/** Written by what makes the schema, not by the service. */
const SCHEMA_TABLES = ['migrations', 'queue_version']

export async function readStoredRows(url: string): Promise<StoredRows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relpersistence = 'p'
       AND relname <> ALL($1::text[]) ORDER BY 1`,
      [SCHEMA_TABLES],
    )
    const stored: StoredRows = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(t) AS row FROM "${name}" AS t ORDER BY t::text COLLATE "C"`,
      )
      stored[name] = rows.map(({ row }) => row)
    }
    return stored
  } finally {
    await client.end()
  }
}

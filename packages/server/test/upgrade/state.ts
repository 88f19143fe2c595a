// The archived states of earlier versions, and how one becomes an installation again.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { execFile } from '../../../../scripts/testing/programs.ts'
import type { Expected } from './work.ts'

const run = promisify(execFile)
export const STATES = fileURLToPath(new URL('states/', import.meta.url))
const DAY_MS = 86_400_000

/** Fills an empty database and a data folder. Times are moved by whole days, so that nothing has expired since. */
export async function loadState(name: string, { url, dataDir }: { url: string; dataDir: string }): Promise<Expected> {
  const read = async (file: string) => gunzipSync(await readFile(join(STATES, name, file))).toString()
  const expected = JSON.parse(await read('expected.json.gz')) as Expected
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await run('tar', ['-xzf', join(STATES, name, 'blobs.tar.gz'), '-C', dataDir])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Lines for psql itself.
    await client.query((await read('database.sql.gz')).replaceAll(/^\\.*$/gm, ''))
    await client.query("SET search_path = 'public'")
    const days = Math.floor((Date.now() - Date.parse(expected.archivedAt)) / DAY_MS)
    await moveTimes(client, days)
    return moved(expected, days)
  } finally {
    await client.end()
  }
}

async function moveTimes(client: pg.Client, days: number): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type IN ('timestamp with time zone', 'date') GROUP BY 1`,
  )
  for (const { table, columns } of rows) {
    const set = columns.map((column) => `"${column}" = "${column}" + interval '${days} days'`)
    await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER; UPDATE "${table}" SET ${set};
      ALTER TABLE "${table}" ENABLE TRIGGER USER`)
  }
}

function moved(expected: Expected, days: number): Expected {
  const later = (time: string) => new Date(Date.parse(time) + days * DAY_MS).toISOString()
  return JSON.parse(JSON.stringify(expected).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, later)) as Expected
}

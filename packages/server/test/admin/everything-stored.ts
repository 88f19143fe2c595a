// All that an installation holds, as one text, to be searched for what should not be in it any more.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { unpackInputs } from '../../src/bulk/format/inputs.ts'
import { unpackResults } from '../../src/bulk/format/results.ts'
import type { Db } from '../../src/platform/database/database.ts'

export async function everythingStored({ db, dataDir }: { db: Db; dataDir: string }): Promise<string> {
  return [...(await tables(db)), ...(await chunks(db)), ...(await files(join(dataDir, 'blobs')))].join('\n')
}

async function tables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'graphile_worker')`.execute(db)
  const texts: string[] = []
  for (const { name } of rows) {
    const { rows: lines } = await sql<{ line: string }>`
      SELECT ${name} || ' ' || t::text AS line FROM ${sql.raw(name)} AS t`.execute(db)
    texts.push(...lines.map(({ line }) => line))
  }
  return texts
}

/** Compressed, they would hide what they hold. */
async function chunks(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('bulk_chunks').select(['inputs', 'results']).execute()
  return rows.flatMap(({ inputs, results }) => {
    if (inputs) return unpackInputs(inputs).map(({ text }) => text)
    const verdicts = unpackResults(results!)
    return Array.from({ length: verdicts.length }, (_, at) => verdicts.row(at).input)
  })
}

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(paths.map(async (path) => `${path}\n${await readFile(path, 'utf8')}`))
}

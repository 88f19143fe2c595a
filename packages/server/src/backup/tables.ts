// The content of the tables by COPY, in its text form, which every version of PostgreSQL reads: no tool of a version is needed.
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { errorCode } from '../platform/database/errors.ts'
import { BackupError, KEYS, type Part, type TableDump } from './manifest.ts'
import { readAll, readParts, writeParts } from './parts.ts'

type Table = { name: string; columns: string[] }

const QUEUE_SCHEMA = 'graphile_worker'
/** Written by what makes the schema, not by the service. */
const SCHEMA_TABLES = ['migrations', 'queue_version', `${QUEUE_SCHEMA}.migrations`]
/** The service's own tables have no schema before their names, because it is the connection that says where they are. */
const NAME = `CASE WHEN n.nspname = current_schema() THEN '' ELSE n.nspname || '.' END || c.relname`

/** Those whose content is kept. Unlogged ones are caches, which PostgreSQL itself empties after a crash. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT ${NAME} AS name,
       array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
       AND n.nspname IN (current_schema(), $1) AND a.attnum > 0 AND NOT a.attisdropped
     GROUP BY 1 ORDER BY 1`,
    [QUEUE_SCHEMA],
  )
  return rows.filter(({ name }) => !SCHEMA_TABLES.includes(name))
}

/** Not part of any snapshot: read after the tables, they have passed every number in them. */
export async function readSequences(client: pg.Client): Promise<{ name: string; value: number }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT CASE WHEN schemaname = current_schema() THEN '' ELSE schemaname || '.' END || sequencename AS name,
       last_value AS value
     FROM pg_sequences WHERE schemaname IN (current_schema(), $1) AND last_value IS NOT NULL ORDER BY 1`,
    [QUEUE_SCHEMA],
  )
  return rows.map(({ name, value }) => ({ name, value: Number(value) }))
}

export async function setSequences(client: pg.Client, sequences: readonly { name: string; value: number }[]) {
  for (const { name, value } of sequences) await client.query('SELECT setval($1::regclass, $2)', [quoted(name), value])
}

/** A change of the schema in the middle would empty the rest of the snapshot, so it waits. */
export async function lockTables(client: pg.Client, tables: readonly Table[]): Promise<void> {
  await client.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`)
}

export async function dumpTable(client: pg.Client, { name, columns }: Table, place: BlobStore): Promise<TableDump> {
  const copy = client.query(copyTo(`COPY (SELECT ${columns.map(quoted)} FROM ${quoted(name)}) TO STDOUT`))
  let parts: TableDump['parts'] = []
  await pipeline(copy, createGzip({ level: 1 }), async (compressed: AsyncIterable<Buffer>) => {
    parts = await writeParts(place, `${KEYS.tables}${name}`, compressed)
  })
  return { name, columns, rows: copy.rowCount, parts }
}

export async function loadTable(client: pg.Client, { name, columns, rows, parts }: TableDump, place: BlobStore) {
  const copy = client.query(copyFrom(`COPY ${quoted(name)} (${columns.map(quoted)}) FROM STDIN`))
  await unlessDamaged(pipeline(readParts(place, parts), createGunzip(), copy), parts, place)
  if (copy.rowCount !== rows)
    throw new BackupError(
      `The backup is damaged: ${name} has ${copy.rowCount} rows instead of ${rows}. Use another one.`,
    )
}

const NEWLINE = 10

/** COPY writes a row a line and escapes what would end one. */
export async function countRows({ parts }: TableDump, place: BlobStore): Promise<number> {
  let rows = 0
  const counted = pipeline(readParts(place, parts), createGunzip(), async (text: AsyncIterable<Buffer>) => {
    for await (const chunk of text)
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows++
  })
  await unlessDamaged(counted, parts, place)
  return rows
}

/** Decompression fails before the end of a part, so the checksum is compared afterwards: it tells which part is damaged. */
async function unlessDamaged(unpacked: Promise<void>, parts: readonly Part[], place: BlobStore): Promise<void> {
  try {
    await unpacked
  } catch (error) {
    if (/^Z_/.test(errorCode(error) ?? '')) await readAll(readParts(place, parts))
    throw error
  }
}

/** A table after all that it refers to. */
export async function inLoadingOrder(client: pg.Client, dumps: readonly TableDump[]): Promise<TableDump[]> {
  const { rows } = await client.query<{ name: string; needs: string }>(
    `SELECT ${NAME} AS name, (SELECT ${NAME.replaceAll(/\b([nc])\./g, '$12.')} FROM pg_class c2
         JOIN pg_namespace n2 ON n2.oid = c2.relnamespace WHERE c2.oid = k.confrelid) AS needs
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`,
  )
  const ordered = new Set<TableDump>()
  const byName = new Map(dumps.map((dump) => [dump.name, dump]))
  function place(dump: TableDump, above: readonly TableDump[]): void {
    if (ordered.has(dump)) return
    if (above.includes(dump)) throw new Error(`${dump.name} refers to itself through other tables.`)
    for (const { name, needs } of rows) {
      const needed = byName.get(needs)
      if (name === dump.name && needed) place(needed, [...above, dump])
    }
    ordered.add(dump)
  }
  for (const dump of dumps) place(dump, [])
  return [...ordered]
}

export async function hasRows(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`SELECT EXISTS (SELECT FROM ${quoted(name)}) AS has`)
  return rows[0]!.has
}

/** All at once, because they refer to one another. */
export async function emptyTables(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query(`TRUNCATE ${names.map(quoted).join(', ')}`)
}

/** Triggers stay off: the backup has their rows already. Foreign keys stay checked. */
export async function setTriggers(client: pg.Client, names: readonly string[], how: 'ENABLE' | 'DISABLE') {
  for (const name of names) await client.query(`ALTER TABLE ${quoted(name)} ${how} TRIGGER USER`)
}

function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')
}

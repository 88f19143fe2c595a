// Makes a backup of an installation while it runs: the database as of one moment, and every file that it speaks of.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { unlessMissing } from '../platform/blobs/spool.ts'
import type { Database } from '../platform/database.ts'
import { ownVersion } from '../platform/version.ts'
import { copyFiles, writeFileList } from './files.ts'
import { rememberBackup } from './last.ts'
import {
  BackupError,
  bytesOf,
  bytesOfBackup,
  FORMAT,
  KEYS,
  type Manifest,
  type Part,
  type TableDump,
  writeManifest,
} from './manifest.ts'
import { writeOnce } from './parts.ts'
import { dumpTable, listTables, lockTables, readSequences } from './tables.ts'

type BackupSource = { database: Database; blobs: BlobStore; dataFolder: string }
export type Progress = (text: string) => void

/** In the data folder, and nowhere else when the installation made them itself. */
const PRIVATE_FILES = ['secret', 'token'] as const

export async function makeBackup(source: BackupSource, place: BlobStore, progress: Progress): Promise<Manifest> {
  await preparePlace(place)
  const copies = new Map<string, Part>()
  const onCopied = () => progress(`${copies.size} files copied`)
  // Most are copied before the snapshot, so that it is not held for long, and one that expires after it is there all the same.
  await copyFiles(source.blobs, place, copies, onCopied)
  const { tables, sequences, migrations } = await inSnapshot(source.database.url, async (client) => {
    const found = await listTables(client)
    await lockTables(client, found)
    await copyFiles(source.blobs, place, copies, onCopied)
    const dumps: TableDump[] = []
    for (const table of found) {
      progress(`table ${dumps.length + 1} of ${found.length}: ${table.name}`)
      dumps.push(await dumpTable(client, table, place))
    }
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'SELECT name, sha256 FROM migrations ORDER BY number',
    )
    return { tables: dumps, sequences: await readSequences(client), migrations: rows }
  })
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: new Date().toISOString(),
    version: ownVersion(),
    migrations,
    tables,
    sequences,
    fileCount: copies.size,
    fileBytes: bytesOf([...copies.values()]),
    fileList: await writeFileList(place, copies),
    privateFiles: await copyPrivateFiles(source.dataFolder, place),
  }
  await writeOnce(place, KEYS.manifest, once(writeManifest(manifest)))
  await rememberBackup(source.database.db, { at: manifest.madeAt, bytes: bytesOfBackup(manifest) })
  return manifest
}

/** A place holds one backup. What a killed command left of one is removed; anything else is not ours to touch. */
async function preparePlace(place: BlobStore): Promise<void> {
  if (await place.stat(KEYS.manifest))
    throw new BackupError('There is a backup at this place already. Name another one, for example by the date.')
  if (await place.stat(KEYS.started)) {
    for await (const { key } of place.list('')) if (key !== KEYS.started) await place.delete(key)
    return
  }
  for await (const { key } of place.list('')) throw new BackupError(`The place is not empty: it has ${key}.`)
  await writeOnce(place, KEYS.started, once(`${JSON.stringify({ startedAt: new Date().toISOString() })}\n`))
}

async function inSnapshot<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'mailsift backup' })
  // The query that meets the broken connection fails too, and says so.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A slow place for the backup must not end the transaction.
    await client.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0')
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function copyPrivateFiles(dataFolder: string, place: BlobStore): Promise<Part[]> {
  const parts: Part[] = []
  for (const name of PRIVATE_FILES) {
    const text = await unlessMissing(readFile(join(dataFolder, name)))
    if (text) parts.push(await writeOnce(place, KEYS.privateFiles + name, once(text)))
  }
  return parts
}

async function* once(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}

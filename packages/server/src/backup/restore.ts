// Puts a backup into an empty installation. The database comes last and in one transaction: killed before its end, the installation
// is still empty and the same command begins again.
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { unlessMissing } from '../platform/blobs/spool.ts'
import { openDataFolder } from '../platform/data-folder/folder.ts'
import { openSession } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type Migration, readMigrations } from '../platform/database/migration-files.ts'
import { readChain, requireChain } from '../platform/database/takeover.ts'
import { restoreFiles } from './files.ts'
import type { Progress } from './make.ts'
import { BackupError, KEYS, type Manifest, readManifest } from './manifest.ts'
import { readPart } from './parts.ts'
import { emptyTables, hasRows, inLoadingOrder, loadTable, setSequences, setTriggers } from './tables.ts'

type RestoreTarget = { databaseUrl: string; blobs: BlobStore; dataFolder: string }

/** Fails for a place that this version cannot restore from, before anything is made for it. */
export async function requireRestorable(place: BlobStore): Promise<void> {
  await migrationsOf(await readManifest(place))
}

export async function restoreBackup(place: BlobStore, target: RestoreTarget, progress: Progress): Promise<Manifest> {
  const manifest = await readManifest(place)
  await migrate(target.databaseUrl, await migrationsOf(manifest))
  const client = await openSession(target.databaseUrl, { name: 'mailsift restore', timeoutMs: 5_000, isPatient: true })
  try {
    await client.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0')
    await requireEmpty(client)
    await restorePrivateFiles(place, target.dataFolder, manifest)
    let copied = 0
    await restoreFiles(place, target.blobs, manifest.fileList, () =>
      progress(`${++copied} of ${manifest.fileCount} files copied`),
    )
    await loadTables(client, place, manifest, progress)
  } finally {
    await client.end().catch(() => undefined)
  }
  await migrate(target.databaseUrl)
  return manifest
}

/** The schema that the rows were written in; what has changed since is applied to them afterwards. */
async function migrationsOf({ migrations, version }: Manifest): Promise<Migration[]> {
  const chain = await readChain()
  if (migrations[0]?.name === chain[0]!.name) requireChain(migrations, chain)
  const known = new Map([...chain, ...(await readMigrations())].map((migration) => [migration.name, migration]))
  return migrations.map(({ name, sha256 }) => {
    const migration = known.get(name)
    if (!migration || migration.sha256 !== sha256)
      throw new BackupError(
        `This backup was made by another version of Mailsift (${version}) with migration ${name}, which this version does not have. Restore it with that version, then upgrade.`,
      )
    return migration
  })
}

/** In the schema from before 0.1.0, too: users, and the trail of those that were deleted. Other tables may have rows that the migrations put there. */
const TABLES_OF_USE = ['users', 'audit_events']

async function requireEmpty(client: pg.Client): Promise<void> {
  for (const name of TABLES_OF_USE)
    if (await hasRows(client, name))
      throw new BackupError(
        `The database is not empty: ${name} has rows. Restore into a new data folder (DATA_DIR) or an empty database (DATABASE_URL).`,
      )
}

async function restorePrivateFiles(place: BlobStore, dataFolder: string, { privateFiles }: Manifest): Promise<void> {
  if (privateFiles.length === 0) return
  const folder = await openDataFolder(dataFolder)
  for (const part of privateFiles) {
    const path = join(folder, part.key.slice(KEYS.privateFiles.length))
    const content = await buffer(readPart(place, part))
    const present = await unlessMissing(readFile(path))
    if (present?.equals(content)) continue
    if (present) throw new BackupError(`${path} already exists and differs from the backup. Move it away.`)
    await writeFile(path, content, { mode: 0o600, flush: true })
    await chmod(path, 0o600)
  }
}

async function loadTables(client: pg.Client, place: BlobStore, manifest: Manifest, progress: Progress): Promise<void> {
  const names = manifest.tables.map(({ name }) => name)
  await client.query('BEGIN')
  await setTriggers(client, names, 'DISABLE')
  await emptyTables(client, names)
  for (const [index, table] of (await inLoadingOrder(client, manifest.tables)).entries()) {
    progress(`table ${index + 1} of ${names.length}: ${table.name}`)
    await loadTable(client, table, place)
  }
  await setTriggers(client, names, 'ENABLE')
  await setSequences(client, manifest.sequences)
  await client.query('COMMIT')
  await client.query('ANALYZE')
}

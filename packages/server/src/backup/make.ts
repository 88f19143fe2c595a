// Makes a backup of an installation while it runs: the database as of one moment, and every file that it speaks of.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { unlessMissing } from '../platform/blobs/spool.ts'
import { openSession } from '../platform/database/connection.ts'
import type { Database } from '../platform/database/database.ts'
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

/** A server notices within this time that a command which held the claim was killed. */
const CLAIM_WAIT_MS = 10_000
const CLAIM_RETRY_MS = 200

export async function makeBackup(
  source: BackupSource,
  place: BlobStore,
  progress: Progress,
  { waitMs = CLAIM_WAIT_MS } = {},
): Promise<Manifest> {
  const client = await openSession(source.database.url, { name: 'mailsift backup', timeoutMs: 5_000, isPatient: true })
  try {
    await preparePlace(place, (mark) => claim(client, mark, waitMs))
    const manifest = await copyAll(source, place, { client, progress })
    await writeOnce(place, KEYS.manifest, once(writeManifest(manifest)))
    await rememberBackup(source.database.db, { at: manifest.madeAt, bytes: bytesOfBackup(manifest) })
    return manifest
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function copyAll(
  source: BackupSource,
  place: BlobStore,
  { client, progress }: { client: pg.Client; progress: Progress },
): Promise<Manifest> {
  const copies = new Map<string, Part>()
  const onCopied = () => progress(`${copies.size} files copied`)
  // Most are copied before the snapshot, so that it is not held for long, and one that expires after it is there all the same.
  await copyFiles(source.blobs, place, copies, onCopied)
  const { tables, sequences, migrations } = await inSnapshot(client, async () => {
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
  return {
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
}

/** A place holds one backup. What a killed command left of one is removed; anything else is not ours to touch. */
async function preparePlace(place: BlobStore, take: (mark: string) => Promise<void>): Promise<void> {
  await requireNoBackup(place)
  const started = await place.read(KEYS.started)
  if (started) {
    await take(await text(started))
    // The other backup may have been finished while this one waited.
    await requireNoBackup(place)
    for await (const { key } of place.list('')) if (key !== KEYS.started) await place.delete(key)
    // The claim is held: what is still being written there is being written by a command that is gone.
    await place.removeAbandoned(Date.now())
    return
  }
  for await (const { key } of place.list('')) throw new BackupError(`The location is not empty: it contains ${key}.`)
  const mark = `${JSON.stringify({ startedAt: new Date().toISOString(), id: randomUUID() })}\n`
  await writeOnce(place, KEYS.started, once(mark))
  await take(mark)
}

async function requireNoBackup(place: BlobStore): Promise<void> {
  if (await place.stat(KEYS.manifest))
    throw new BackupError(
      'This location already has a backup. Choose another location, for example with the date as its name.',
    )
}

/** Lasts as long as the session: a second command must not take what the first one writes for what a killed one left. */
async function claim(client: pg.Client, mark: string, waitMs: number): Promise<void> {
  for (const deadline = Date.now() + waitMs; ; await sleep(CLAIM_RETRY_MS)) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "isOurs"',
      [mark],
    )
    if (rows[0]!.isOurs) return
    if (Date.now() >= deadline)
      throw new BackupError(
        'Another command is writing a backup to this location. Wait until it ends, or choose another location.',
      )
  }
}

async function inSnapshot<T>(client: pg.Client, use: () => Promise<T>): Promise<T> {
  // A slow place for the backup must not end the transaction.
  await client.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0')
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const result = await use()
  await client.query('COMMIT')
  return result
}

async function copyPrivateFiles(dataFolder: string, place: BlobStore): Promise<Part[]> {
  const parts: Part[] = []
  for (const name of PRIVATE_FILES) {
    const content = await unlessMissing(readFile(join(dataFolder, name))).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(
        `The file ${name} in the data folder cannot be read (${error.code}). Run the command as the user that runs Mailsift.`,
      )
    })
    if (content) parts.push(await writeOnce(place, KEYS.privateFiles + name, once(content)))
  }
  return parts
}

async function* once(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}

// Where backups come from and go to: databases and folders of a test's own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createAccount } from '../../src/accounts/accounts.ts'
import type { BlobStore } from '../../src/platform/blobs/blobs.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createEmptyDatabase, silentLog, useTestDatabase } from '../support/database.ts'

/** What takes long tells how far it is, and no more. */
const PROGRESS = /^(?:(?:table \d+ of \d+: \w+|\d+(?: of \d+)? files (?:read|copied))\n)*$/
export const DONE = { code: 0, errors: expect.stringMatching(PROGRESS) }

export async function useFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export function storeIn(folder: string): BlobStore {
  return createDiskBlobs({ folder, linkBaseUrl: '', secrets: [Buffer.alloc(0)], uploadStallMs: 0 })
}

/** What a backup is restored into. */
export async function useTarget() {
  const dataFolder = await useFolder()
  const databaseUrl = await createEmptyDatabase()
  return { databaseUrl, dataFolder, blobs: storeIn(join(dataFolder, 'blobs')) }
}

export function useDatabaseAt(url: string) {
  const database = openDatabase(url, { log: silentLog, connectionCount: 4 })
  onTestFinished(() => database.close())
  return database
}

export async function useClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Every row of every table that outlives a crash, as text, by table. */
export async function contentOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(nspname) || '.' || quote_ident(relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
       WHERE relkind = 'r' AND relpersistence = 'p' AND nspname IN ('public', 'graphile_worker') ORDER BY 1`,
    )
    const content: Record<string, string[]> = {}
    for (const { name } of rows) {
      const { rows: found } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)
      content[name] = found.map(({ row }) => row)
    }
    return content
  } finally {
    await client.end()
  }
}

export async function useInstallation() {
  const database = await useTestDatabase()
  const dataDir = await useFolder()
  await createAccount(database.db, { email: 'ann@contoso.com' })
  async function* content() {
    yield Buffer.from('email\nann@contoso.com\n')
  }
  await storeIn(join(dataDir, 'blobs')).write('uploads/one', content())
  return { url: database.url, dataDir, env: { DATABASE_URL: database.url, DATA_DIR: dataDir } }
}

export async function useEmptyInstallation() {
  const url = await createEmptyDatabase()
  const dataDir = await useFolder()
  return { url, dataDir, env: { DATABASE_URL: url, DATA_DIR: dataDir } }
}

/** An installation whose backup is larger than a small disk. */
export async function useLargeTable() {
  const installation = await useInstallation()
  const client = await useClient(installation.url)
  // More than the buffers between the database and the command hold: the database is in the middle of its answer.
  await client.query(`INSERT INTO settings SELECT 'large ' || n, (SELECT string_agg(sha256((n || ' ' || m)::bytea)::text, '')
    FROM generate_series(1, 20000) m) FROM generate_series(1, 8) n`)
  return installation
}

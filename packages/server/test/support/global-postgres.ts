import { mkdir, readFile, statfs, writeFile } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { memoryFolderOf } from '../../../../scripts/testing/run-folder.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { copyFolder } from './copy-folder.ts'
import { TRUSTED_PREFIX } from './database-names.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated database that each test's own database is copied from. */
    templateUrl: string
    /** Of the same server, for making and dropping databases. */
    superuserUrl: string
    /** A stopped server with a migrated database, for programs that need one to copy. */
    preparedFolder: string
  }
}

const MEMORY_MIN_BYTES = 4 * 2 ** 30

const log = pino({ level: 'silent' })

/** One real PostgreSQL for the whole run. Its durability is off: tests that kill servers start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await placeForDatabases()
  const [folder, preparedFolder] = [join(place, 'postgres'), join(place, 'prepared')]
  await prepare(folder)
  await copyFolder(folder, preparedFolder)
  await admitWithoutPassword(folder)
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Databases live for a test: copying them is most of the work, and looking after them is lost on them.
    file_copy_method: 'clone',
    shared_buffers: '32MB',
    autovacuum: 'off',
    checkpoint_timeout: '1h',
    max_wal_size: '256MB',
    max_connections: '200',
  }
  const postgres = await startEmbeddedPostgres({ folder, log, settings })
  await allowTampering(postgres.superuserUrl)
  await warmUp(postgres.url)
  project.provide('templateUrl', postgres.url)
  project.provide('superuserUrl', postgres.superuserUrl)
  project.provide('preparedFolder', preparedFolder)
  return () => postgres.stop('at once')
}

/**
 * In memory, where there is enough of it: a file system on a disk spends more on the thousands of files that come and go with the tests'
 * databases than PostgreSQL does on all questions.
 */
async function placeForDatabases(): Promise<string> {
  const inMemory = memoryFolderOf(tmpdir())
  const { bavail, bsize } = await statfs(dirname(inMemory)).catch(() => ({ bavail: 0, bsize: 0 }))
  if (Math.min(bavail * bsize, freemem()) < MEMORY_MIN_BYTES) return tmpdir()
  await mkdir(inMemory, { mode: 0o711 })
  return inMemory
}

async function prepare(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ folder, log, settings: { fsync: 'off' } })
  await migrate(postgres.url)
  await postgres.stop()
}

/**
 * To the databases of tests, by the socket: such connections come by the thousand, and checking a password takes both sides more than a
 * third of the work. Databases of other names keep the check.
 */
async function admitWithoutPassword(folder: string): Promise<void> {
  const rules = join(folder, 'pgdata', 'pg_hba.conf')
  await writeFile(rules, `local "/^${TRUSTED_PREFIX}" all trust\n${await readFile(rules, 'utf8')}`)
}

/** The first connection to a database leaves what the later ones need of its catalogue; copies have it from the template. */
async function warmUp(templateUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: templateUrl })
  await client.connect()
  await client.end()
}

/** Tests of the invariants write what the constraints forbid. */
async function allowTampering(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query('GRANT SET ON PARAMETER session_replication_role TO mailsift')
  await client.end()
}

// Prepares the database that a first start copies. Cheap when it is there: nothing is made then.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartupError } from '../src/platform/fatal.ts'
import { createLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'
import { findPostgresBinaries } from '../src/platform/postgres/binaries.ts'
import { madeBy } from '../src/platform/postgres/cluster.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { PREPARED_CLUSTER, packCluster, readPrepared } from '../src/platform/postgres/prepared-cluster.ts'

const parent = mkdtempSync(join(tmpdir(), 'mailsift-cluster-'))
try {
  await ensure(join(parent, 'postgres'))
} catch (error) {
  // No embedded server for this platform, or no user to run it: the first start says so where it matters.
  if (!(error instanceof StartupError)) throw error
} finally {
  rmSync(parent, { recursive: true, force: true })
}

async function ensure(folder: string): Promise<void> {
  mkdirSync(folder)
  const made = await madeBy(await findPostgresBinaries(folder))
  if (readPrepared(PREPARED_CLUSTER, made)) return
  const log = createLog({ level: 'silent', format: 'json', role: 'install' })
  const postgres = await startEmbeddedPostgres({ folder, log, settings: { fsync: 'off' } })
  let lastLog: string
  try {
    await migrate(postgres.url)
    lastLog = await beginLastLog(postgres.superuserUrl)
  } finally {
    await postgres.stop()
  }
  const cluster = join(folder, 'pgdata')
  for (const entry of readdirSync(join(cluster, 'pg_wal'), { withFileTypes: true }))
    if (entry.isFile() && entry.name !== lastLog) rmSync(join(cluster, 'pg_wal', entry.name))
  const file = fileURLToPath(PREPARED_CLUSTER)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, packCluster(cluster, made))
  renameSync(`${file}.${process.pid}`, file)
}

/** The name of the one file of the write-ahead log that a server which ended tidily needs. */
async function beginLastLog(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('SELECT pg_switch_wal()')
  await client.query('CHECKPOINT')
  const { rows } = await client.query<{ name: string }>('SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name')
  await client.end()
  return rows[0]!.name
}

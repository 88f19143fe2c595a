// Makes a database with the schema of this version, in a folder of its own that goes afterwards, and packs it into one file.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import pg from 'pg'
import { migrate } from '../src/platform/database/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { findPostgresBinaries } from '../src/platform/postgres/binaries.ts'
import { madeBy } from '../src/platform/postgres/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { packCluster, readPrepared, writePrepared } from '../src/platform/postgres/prepared-cluster.ts'

/** One that is there and current stays as it is. */
export async function prepareCluster(file: URL): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'mailsift-cluster-'))
  const remove = () => rmSync(parent, { recursive: true, force: true })
  try {
    // Root may have to run the server as another user, who is let through the parent.
    const folder = join(parent, 'postgres')
    mkdirSync(folder)
    const made = await madeBy(await findPostgresBinaries(folder))
    if (readPrepared(file, made)) return
    writePrepared(file, packCluster(await makeCluster(folder, remove), made))
  } finally {
    remove()
  }
}

/** Answers the folder of a server that has stopped. */
async function makeCluster(folder: string, remove: () => void): Promise<string> {
  const log = createLog({ level: 'silent', format: 'json', role: 'install' })
  const starting = startEmbeddedPostgres({ folder, log, settings: { fsync: 'off' } })
  stopBySignal(starting, remove)
  const postgres = await starting
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
  return cluster
}

/** The server has a process group of its own: Ctrl-C in an installation would leave it running for ever. */
function stopBySignal(starting: Promise<EmbeddedPostgres>, remove: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, async () => {
      await starting.then((postgres) => postgres.stop('at once')).catch(() => undefined)
      remove()
      // Without its listener the signal ends this process as it would have at first.
      process.kill(process.pid, signal)
    })
}

/** The name of the one file of the write-ahead log that a server which ended tidily needs. */
async function beginLastLog(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  // A broken connection also fails the query on it.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('SELECT pg_switch_wal()')
  await client.query('CHECKPOINT')
  const { rows } = await client.query<{ name: string }>('SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name')
  await client.end()
  return rows[0]!.name
}

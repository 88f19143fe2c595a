// The PostgreSQL that comes with npm, on a unix socket inside the data folder: no TCP, no system user, no installation.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileLock } from '../data-folder/file-lock.ts'
import { StartupError } from '../fatal.ts'
import type { Log } from '../log.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { prepareCredential, readCredential, SERVICE_ROLE, SUPERUSER } from './credentials.ts'
import { type Identity, identityForPostgres } from './identity.ts'
import { lockDatabase } from './lock.ts'
import { prepareDatabase } from './prepare-database.ts'
import { databaseUrl, prepareSocketFolder, socketFolderOf } from './socket.ts'

export type EmbeddedPostgres = {
  url: string
  /** For what the role of the service may not do; only tests need it. */
  superuserUrl: string
  pid: number
  /** Settles when the server process has ended, expected or not. */
  exited: Promise<void>
  /** Tidily; or at once, without another write to the disk. */
  stop(how?: 'tidily' | 'at once'): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Where everything of the server lives; made on first start. */
  folder: string
  log: Log
  /** The folder was taken over from a machine whose server may not have ended yet. */
  fromOtherMachine?: boolean
  /** Further server settings; the tests trade durability for speed here. */
  settings?: Record<string, string>
}

const DATABASE = 'mailsift'
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000

const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '80',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // Every commit writes its own log; the writer beside it need not look five times a second whether it should.
  wal_writer_delay: '2s',
  // As many pages in the long run as by default, in one round instead of ten.
  bgwriter_delay: '2s',
  bgwriter_lru_maxpages: '1000',
  // Reads are served from memory or come a page at a time: processes that read ahead for others would only be there.
  io_method: 'sync',
  // 2 MB that a start would fill for what is never used: reads come one at a time, and no transaction is serializable.
  io_max_concurrency: '4',
  max_pred_locks_per_transaction: '10',
  jit: 'off',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  // Passwords here are 256 random bits, which need no stretching.
  scram_iterations: '1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Details and statements could quote addresses; logs must never hold one.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** Where the database of this folder answers, whether or not it runs at the moment. */
export async function embeddedDatabaseUrl(folder: string): Promise<string> {
  return databaseUrl(socketFolderOf(folder), DATABASE, await readCredential(folder, SERVICE_ROLE))
}

export type KeptPostgres = Pick<EmbeddedPostgres, 'url' | 'stop'>

const RESTART_DELAY_MS = 200

/** Starts the server, and starts it again whenever it dies, until it is stopped. */
export async function keepEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<KeptPostgres> {
  const { log } = options
  let current: EmbeddedPostgres | undefined = await startEmbeddedPostgres(options)
  const { url } = current
  const stopping = new AbortController()

  async function keep(): Promise<void> {
    await current?.exited
    while (!stopping.signal.aborted) {
      log.error('database server died; restarting it')
      await sleep(RESTART_DELAY_MS)
      current = await startEmbeddedPostgres({ ...options, fromOtherMachine: false }).catch((error: Error) => {
        log.error({ reason: error.message }, 'database server failed to start')
        return undefined
      })
      if (stopping.signal.aborted) await current?.stop()
      await current?.exited
    }
  }
  const kept = keep()

  return {
    url,
    async stop(how) {
      stopping.abort()
      await current?.stop(how)
      await kept
    },
  }
}

/** The kernel may free the shared memory of a killed server a moment after its last process has ended. */
const START_AGAIN_FOR_MS = 10_000
const START_AGAIN_EVERY_MS = 1_000

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  for (const deadline = Date.now() + START_AGAIN_FOR_MS; ; await sleep(START_AGAIN_EVERY_MS)) {
    try {
      return await startOnce(options)
    } catch (error) {
      if (!(error instanceof ServerExitedError) || Date.now() > deadline) throw error
      options.log.warn({ reason: error.message }, 'database server did not start; trying again')
    }
  }
}

/** The server ended before it was ready. */
class ServerExitedError extends StartupError {}

async function startOnce({
  folder,
  log,
  fromOtherMachine = false,
  settings,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const service = await prepareCredential(folder, SERVICE_ROLE)
  const superuser = await prepareCredential(folder, SUPERUSER)
  const binaries = await findPostgresBinaries(folder)
  const dataFolder = join(folder, 'pgdata')
  const socketFolder = socketFolderOf(folder)
  const lock = await lockDatabase({ folder, dataFolder, socketFolder, fromOtherMachine, log })
  let server: ChildProcess
  try {
    const identity = await identityForPostgres(binaries, folder)
    await createCluster({ binaries, identity, folder, dataFolder })
    await prepareSocketFolder(socketFolder, identity)
    const all = {
      ...SETTINGS,
      ...settings,
      // The setting is a list: quoted, a folder's name may hold a comma.
      unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    }
    server = launch(binaries, identity, dataFolder, all, lock)
  } finally {
    // From here on the server's processes hold it, and only they.
    lock.release()
  }
  const lastWords = collectOutput(server, log)
  const exited = once(server, 'exit').then(() => undefined)
  const url = databaseUrl(socketFolder, DATABASE, service)
  const superuserUrl = databaseUrl(socketFolder, 'postgres', superuser)
  try {
    await untilReady(server, () => prepareDatabase({ url, superuserUrl, service }), lastWords)
  } catch (error) {
    await stopServer(server)
    throw error
  }
  return { url, superuserUrl, pid: server.pid!, exited, stop: (how) => stopServer(server, how) }
}

function launch(
  binaries: PostgresBinaries,
  identity: Identity,
  dataFolder: string,
  settings: Record<string, string>,
  lock: FileLock,
): ChildProcess {
  const args = ['-D', dataFolder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const [command, ...before] = identity.wrap(binaries.postgres)
  // Its own process group: a Ctrl-C in the terminal reaches us, and we stop it last, after those who use it.
  return spawn(command!, [...before, ...args], {
    ...identity.spawnOptions,
    env: binaries.env,
    stdio: ['ignore', 'ignore', 'pipe', lock.descriptor],
    detached: true,
  })
}

/** The reason is rarely in the last line, which says that the server ends. */
const LAST_LINES = 20

function collectOutput(server: ChildProcess, log: Log): () => string {
  const last: string[] = []
  server.stderr!.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter(Boolean)) {
      last.push(line)
      if (last.length > LAST_LINES) last.shift()
      log.debug({ postgres: line }, 'database server wrote')
    }
  })
  return () => last.join('\n')
}

async function untilReady(
  server: ChildProcess,
  prepare: () => Promise<boolean>,
  lastWords: () => string,
): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  let spawnError: Error | undefined
  server.once('error', (error) => {
    spawnError = error
  })
  while (Date.now() < deadline) {
    if (spawnError) throw new StartupError(`The embedded database did not start: ${spawnError.message}`)
    if (server.exitCode !== null || server.signalCode !== null)
      throw new ServerExitedError(`The embedded database did not start: ${lastWords()}`)
    if (await prepare()) return
    await sleep(15)
  }
  throw new StartupError(`The embedded database was not ready after ${READY_TIMEOUT_MS / 1000} s: ${lastWords()}`)
}

async function stopServer(server: ChildProcess, how: 'tidily' | 'at once' = 'tidily'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || !server.pid) return
  const exited = once(server, 'exit')
  server.kill(how === 'tidily' ? 'SIGINT' : 'SIGQUIT')
  const late = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(late)
}

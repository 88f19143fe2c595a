// ROLE=all, one machine: starts the embedded database, then the API and the workers as their own processes, restarts
// what dies, and stops everything in the reverse order.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { type Config, GENERATED_SETTINGS, publicOrigin } from '../config/config.ts'
import { giveBackOnce } from '../platform/collect.ts'
import { openDataFolder, readOrCreateSecret, writePublicFile } from '../platform/data-folder/folder.ts'
import { type FolderLock, lockDataFolder } from '../platform/data-folder/lock.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createLog, type Log } from '../platform/log.ts'
import { prepareCredential, SERVICE_ROLE } from '../platform/postgres/credentials.ts'
import { embeddedDatabaseUrl, type KeptPostgres, keepEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { warnOfSettings } from './advice.ts'
import { awaitDatabase } from './await-database.ts'
import { ChildRefused } from './child.ts'
import { connectionsNeeded, type Processes, startProcesses } from './processes.ts'
import { listenForReplace } from './replace-signal.ts'
import { listenForStop, type StopSignals } from './stop-signals.ts'
import { type WelcomeFacts, welcome } from './welcome.ts'

export async function supervise(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel, format: config.logFormat, role: 'supervisor' })
  const stopSignals = listenForStop()
  const replaceBySignal = listenForReplace()
  const folder = await openDataFolder(config.dataDir)
  const lock = await lockDataFolder({ folder, purpose: 'service', log })
  try {
    await runInFolder(config, { folder, lock, log, stopSignals, replaceBySignal })
  } finally {
    await lock.release()
  }
}

type Held = {
  folder: string
  lock: FolderLock
  log: Log
  stopSignals: StopSignals
  replaceBySignal: ReturnType<typeof listenForReplace>
}

async function runInFolder(config: Config, { folder, lock, log, stopSignals, replaceBySignal }: Held): Promise<void> {
  const secret = config.secret || (await readOrCreateSecret(folder, 'secret'))
  const postgresFolder = join(folder, 'postgres')
  const databaseUrl = config.databaseUrl || (await newDatabaseUrl(postgresFolder))

  // The children load their code while the database starts, and go on when its schema is there.
  const addressFile = join(folder, 'address')
  const generated = ['ROLE', ...(config.databaseUrl ? [] : ['DATABASE_URL']), ...(config.secret ? [] : ['SECRET'])]
  const environment = {
    ...{ DATABASE_URL: databaseUrl, SECRET: secret, DATA_DIR: folder },
    [GENERATED_SETTINGS]: generated.join(','),
  }
  const { fromOtherMachine, afterKilledService } = lock
  const processes = await startProcesses(config, { environment, log, mayHaveOrphans: afterKilledService })
  const starting = config.databaseUrl
    ? undefined
    : keepEmbeddedPostgres({
        folder: postgresFolder,
        log,
        fromOtherMachine,
        settings: { max_connections: String(connectionsNeeded(config)) },
      })
  void lock.lost.then(() => leaveToOther(processes, starting, log))
  void stopSignals.second.then(() => processes.kill())
  let postgres: KeptPostgres | undefined
  try {
    postgres = await starting
    const migrated = await awaitDatabase(() => migrate(config.databaseDirectUrl || databaseUrl), log, stopSignals.first)
    if (migrated !== undefined) processes.go({ makesFirstAccount: true })
    const up = await Promise.race([processes.ready, stopSignals.first.then(() => undefined)])
    if (up) {
      const origin = publicOrigin(config)
      // The command line finds a running server by this file.
      await writePublicFile(folder, 'address', `${origin}\n`)
      warnOfSettings(config, log)
      greet(config, log, { origin, folder, hasToken: up[0]?.token !== undefined, signInLink: up[0]?.signInLink })
      replaceBySignal(processes)
      void giveBackOnce()
      await stopSignals.first
    }
    log.info('stopping: waiting for running requests and tasks')
  } catch (error) {
    // The child itself has said what is wrong; a second line would only hide it.
    if (!(error instanceof ChildRefused)) throw error
    process.exitCode = 1
  } finally {
    await rm(addressFile, { force: true })
    await processes.stop()
    await postgres?.stop()
  }
}

/** Text between the lines of a log that programs read would break it. */
function greet({ logFormat }: Config, log: Log, facts: WelcomeFacts): void {
  const { origin, folder, signInLink } = facts
  if (logFormat !== 'json') console.log(welcome(facts))
  else log.info({ api: `${origin}/v1`, data_folder: folder, sign_in: signInLink }, 'Mailsift is ready')
}

/** The children are told before the database is there. */
async function newDatabaseUrl(postgresFolder: string): Promise<string> {
  await prepareCredential(postgresFolder, SERVICE_ROLE)
  return embeddedDatabaseUrl(postgresFolder)
}

/** This machine was blocked for so long that another one has the folder now: not one more byte may be written. */
async function leaveToOther(
  processes: Processes,
  starting: Promise<KeptPostgres> | undefined,
  log: Log,
): Promise<void> {
  log.fatal('data folder claimed by another machine; stopping')
  processes.kill()
  await starting?.then((postgres) => postgres.stop('at once')).catch(() => undefined)
  process.exit(1)
}

// ROLE=all, one machine: starts the embedded database, then the API and the workers as processes of their own, restarts
// what dies, and stops everything in the reverse order.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { type Config, publicOrigin } from '../config/config.ts'
import { openDataFolder, readOrCreateSecret } from '../platform/data-folder/folder.ts'
import { type FolderLock, lockDataFolder } from '../platform/data-folder/lock.ts'
import { requireFreePort } from '../platform/listening.ts'
import { createLog, type Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { prepareCredential, SERVICE_ROLE } from '../platform/postgres/credentials.ts'
import { embeddedDatabaseUrl, type KeptPostgres, keepEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { warnOfSettings } from './advice.ts'
import { type Child, ChildFailed, keepChild } from './child.ts'
import { listenForStop, type StopSignals } from './stop-signals.ts'
import { welcome } from './welcome.ts'

export async function supervise(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel, format: config.logFormat, role: 'supervisor' })
  const stopSignals = listenForStop()
  const folder = await openDataFolder(config.dataDir)
  const lock = await lockDataFolder({ folder, purpose: 'service', log })
  try {
    await requireFreePort(config)
    await runInFolder(config, { folder, lock, log, stopSignals })
  } finally {
    await lock.release()
  }
}

type Held = { folder: string; lock: FolderLock; log: Log; stopSignals: StopSignals }

async function runInFolder(config: Config, { folder, lock, log, stopSignals }: Held): Promise<void> {
  const secret = config.secret || (await readOrCreateSecret(folder, 'secret'))
  const postgresFolder = join(folder, 'postgres')
  const databaseUrl = config.databaseUrl || (await newDatabaseUrl(postgresFolder))

  // The children load their code while the database starts, and go on when its schema is there.
  const children = startChildren(config, { DATABASE_URL: databaseUrl, SECRET: secret, DATA_DIR: folder }, log)
  const addressFile = join(folder, 'address')
  const { fromOtherMachine } = lock
  const starting = config.databaseUrl
    ? undefined
    : keepEmbeddedPostgres({ folder: postgresFolder, log, fromOtherMachine })
  void lock.lost.then(() => leaveToOther(children, starting, log))
  let postgres: KeptPostgres | undefined
  try {
    postgres = await starting
    await migrate(config.databaseDirectUrl || databaseUrl)
    for (const child of children) child.go()
    const up = await Promise.race([
      Promise.all(children.map((child) => child.ready)),
      stopSignals.first.then(() => undefined),
    ])
    if (up) {
      const origin = publicOrigin(config)
      // The command line finds a running server by this file.
      await writeFile(addressFile, `${origin}\n`)
      warnOfSettings(config, log)
      console.log(welcome({ origin, folder, token: up[0]?.token, signInLink: up[0]?.signInLink }))
      await stopSignals.first
    }
    void stopSignals.second.then(() => {
      for (const child of children) child.kill()
    })
    log.info('stopping: running requests and tasks are finished first')
  } catch (error) {
    // The child itself has said what is wrong; a second line would only hide it.
    if (!(error instanceof ChildFailed)) throw error
    process.exitCode = 1
  } finally {
    await rm(addressFile, { force: true })
    await Promise.all(children.map((child) => child.stop()))
    await postgres?.stop()
  }
}

/** The children are told before the database is there. */
async function newDatabaseUrl(postgresFolder: string): Promise<string> {
  await prepareCredential(postgresFolder, SERVICE_ROLE)
  return embeddedDatabaseUrl(postgresFolder)
}

/** This machine stood still for so long that another one has the folder now: not one more byte may be written. */
async function leaveToOther(children: Child[], starting: Promise<KeptPostgres> | undefined, log: Log): Promise<void> {
  log.fatal('another machine has taken the data folder over: leaving at once')
  for (const child of children) child.kill()
  await starting?.then((postgres) => postgres.stop('at once')).catch(() => undefined)
  process.exit(1)
}

function startChildren(config: Config, own: NodeJS.ProcessEnv, log: Log): Child[] {
  const environment = { ...process.env, ...own }
  const roles = ['api', ...Array.from({ length: config.workers }, () => 'worker')] as const
  return roles.map((role) => keepChild({ role: role as 'api' | 'worker', environment, log }))
}

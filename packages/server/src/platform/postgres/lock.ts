// The database's own lock: held by the server and every process it starts, so that it says for certain whether any of them lives.
import { readFile, readlink, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FileLock, tryLockFile } from '../data-folder/file-lock.ts'
import { StartupError } from '../fatal.ts'
import type { Log } from '../log.ts'

/** Busy processes of a server that was killed take a moment to notice. */
const LAST_PROCESSES_MS = 5_000
const ORPHAN_STOP_MS = 15_000
/** Once a minute a server looks for its postmaster.pid, and ends at once when it is gone. */
const REMOTE_ORPHAN_MS = 65_000

export type DatabaseLockOptions = {
  folder: string
  dataFolder: string
  socketFolder: string
  fromOtherMachine: boolean
  log: Log
}

/**
 * Takes the lock of the server in this folder. A server left by a killed supervisor still has it: it is stopped if we can
 * see it, and otherwise refused. Only then do its postmaster.pid and the lock of its socket go: their number means nothing outside its own container,
 * and may be that of another process by now, for which PostgreSQL would refuse to start.
 */
export async function lockDatabase({
  folder,
  dataFolder,
  socketFolder,
  fromOtherMachine,
  log,
}: DatabaseLockOptions): Promise<FileLock> {
  const lock = tryLockFile(join(folder, 'lock')) ?? (await afterOrphan(folder, dataFolder, log))
  const pid = await readServerPid(dataFolder)
  await rm(join(dataFolder, 'postmaster.pid'), { force: true })
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true })
  if (pid && fromOtherMachine) {
    log.warn(
      { seconds: REMOTE_ORPHAN_MS / 1000 },
      'database not stopped on the other machine; waiting until it must have exited',
    )
    await sleep(REMOTE_ORPHAN_MS)
  }
  return lock
}

async function afterOrphan(folder: string, dataFolder: string, log: Log): Promise<FileLock> {
  const pid = await readServerPid(dataFolder)
  const isOurs = pid !== undefined && (await isServerOf(pid, dataFolder))
  if (isOurs) {
    log.info({ server: pid }, 'stopping an orphaned database server')
    signal(pid, 'SIGINT')
    const lock = await waitForLock(folder, ORPHAN_STOP_MS)
    if (lock) return lock
    if (await isServerOf(pid, dataFolder)) signal(pid, 'SIGQUIT')
  }
  const lock = await waitForLock(folder, LAST_PROCESSES_MS)
  if (lock) return lock
  throw new StartupError(
    `A database server from an earlier run${pid ? ` (process ${pid} on its machine or in its container)` : ''} is still using ${dataFolder} and cannot be stopped from here. Start Mailsift where it ran before, or stop that process there (kill -INT).`,
  )
}

async function waitForLock(folder: string, timeoutMs: number): Promise<FileLock | undefined> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(25)) {
    const lock = tryLockFile(join(folder, 'lock'))
    if (lock) return lock
  }
  return undefined
}

async function readServerPid(dataFolder: string): Promise<number | undefined> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || undefined
}

/** The number may belong to another program by now, or to one of another container: a server works in its data folder. */
async function isServerOf(pid: number, dataFolder: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    const [program, cwd, own] = await Promise.all([
      readlink(`/proc/${pid}/exe`),
      stat(`/proc/${pid}/cwd`),
      stat(dataFolder),
    ])
    return program.includes('postgres') && cwd.dev === own.dev && cwd.ino === own.ino
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

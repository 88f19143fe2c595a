// One Mailsift for one data folder. On one machine a lock of the kernel decides, whatever containers and namespaces stand between.
// Machines that share a volume may not see each other's locks: there the holder's renewed record decides.
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../fatal.ts'
import type { Log } from '../log.ts'
import { tryLockFile } from './file-lock.ts'
import {
  type Holder,
  newHolder,
  type Purpose,
  readHolder,
  removeHolder,
  renewHolder,
  THIS_KERNEL,
  writeHolder,
} from './holder.ts'

export type FolderLock = {
  /** Taken over from another machine that fell silent: a database server may still run there, behind locks we cannot see. */
  fromOtherMachine: boolean
  /** A service had it and did not release it: its processes may still be leaving. */
  afterKilledService: boolean
  /** Settles when another machine has taken the folder over, because ours was blocked for too long. */
  lost: Promise<void>
  release(): Promise<void>
}

/** Reachable: the holder runs on this machine, and so does its database. */
export class FolderInUse extends StartupError {
  readonly reachable: boolean
  constructor(message: string, reachable: boolean) {
    super(message)
    this.reachable = reachable
  }
}

export type FolderLockOptions = {
  folder: string
  purpose: Purpose
  log: Log
  /** Whether other machines can have the same folder. Default: as its file system is. */
  isShared?: boolean
  times?: Partial<LockTimes>
}

type LockTimes = typeof TIMES
const TIMES = {
  renewMs: 2_000,
  /** How long the record of another machine, or of this one before it was restarted, is watched for signs of life. */
  watchMs: 7_000,
  watchSharedMs: 30_000,
  /** Two machines may write their records at the same moment: the later one stands. */
  settleMs: 3_000,
  /** An administration command is waited for. */
  commandMs: 30_000,
}

export async function lockDataFolder(options: FolderLockOptions): Promise<FolderLock> {
  const { folder, purpose, log } = options
  const times = { ...TIMES, ...options.times }
  const lock = await takeLock(folder, times)
  try {
    const isShared = options.isShared ?? (await isSharedFileSystem(folder))
    const afterKilledService = readHolder(folder)?.purpose === 'service'
    const tookOver = await refuseLivingMachine(folder, isShared ? times.watchSharedMs : times.watchMs, log)
    const holder = newHolder(purpose)
    await writeHolder(folder, holder)
    if (isShared) {
      await sleep(times.settleMs)
      const standing = readHolder(folder)
      if (standing?.id !== holder.id) throw inUse(folder, standing, false)
    }
    const heartbeat = startHeartbeat(folder, holder, times.renewMs)
    return {
      fromOtherMachine: isShared && tookOver,
      afterKilledService,
      lost: heartbeat.lost,
      async release() {
        await heartbeat.stop()
        await removeHolder(folder, holder)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Waits for a command that has the folder, and for a record that is just being written; a service is not waited for. */
async function takeLock(folder: string, { commandMs }: LockTimes) {
  const path = join(folder, 'lock')
  const deadline = Date.now() + commandMs
  for (let tries = 0; ; tries++) {
    const lock = tryLockFile(path)
    if (lock) return lock
    const holder = readHolder(folder)
    const isBrief = holder ? holder.purpose === 'command' : tries < 10
    if (!isBrief || Date.now() > deadline) throw inUse(folder, holder, true)
    await sleep(100)
  }
}

/** We have the lock, so a record of this kernel is a dead process's. Any other is watched: a living holder renews it. */
async function refuseLivingMachine(folder: string, watchMs: number, log: Log): Promise<boolean> {
  const found = readHolder(folder)
  if (!found || found.kernel === THIS_KERNEL) return false
  log.warn(
    { host: found.host, seconds: watchMs / 1000 },
    'data folder lock not released by its last holder; checking whether it is still running',
  )
  for (const deadline = Date.now() + watchMs; Date.now() < deadline; ) {
    await sleep(Math.min(500, watchMs))
    const now = readHolder(folder)
    if (!now) return false
    if (now.id !== found.id || now.renewedAt !== found.renewedAt) throw inUse(folder, now, false)
  }
  return true
}

function startHeartbeat(
  folder: string,
  holder: Holder,
  renewMs: number,
): { lost: Promise<void>; stop(): Promise<void> } {
  const lost = Promise.withResolvers<void>()
  const stopping = new AbortController()
  async function renew(): Promise<void> {
    for (;;) {
      await sleep(renewMs, undefined, { signal: stopping.signal, ref: false })
      try {
        // Gone counts as taken: the other machine may have used the folder and left again.
        if (readHolder(folder)?.id !== holder.id) return lost.resolve()
        renewHolder(folder)
      } catch {
        // A file system that fails for a moment must not end the service; the next renewal may come through.
      }
    }
  }
  const renewing = renew().catch(() => undefined)
  return {
    lost: lost.promise,
    async stop() {
      stopping.abort()
      await renewing
    },
  }
}

function inUse(folder: string, holder: Holder | undefined, onThisMachine: boolean): FolderInUse {
  const who = holder ? ` (process ${holder.pid} on ${holder.host})` : ''
  return onThisMachine
    ? new FolderInUse(
        `Mailsift is already running with the data folder ${folder}${who}. Stop it first, or set DATA_DIR to another folder.`,
        true,
      )
    : new FolderInUse(
        `Another machine is using the data folder ${folder}${who}. Stop Mailsift there first, or set DATA_DIR to another folder.`,
        false,
      )
}

/** File systems of one machine, by statfs(2)'s type: ext2 to ext4, XFS, Btrfs, ZFS, bcachefs, F2FS, overlay, tmpfs. */
const LOCAL_TYPES = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xca451a4e, 0xf2f52010, 0x794c7630, 0x01021994,
])

/** Other systems number their types differently; their disks are their own unless proven otherwise. */
export async function isSharedFileSystem(folder: string): Promise<boolean> {
  return process.platform === 'linux' && !LOCAL_TYPES.has((await statfs(folder)).type)
}

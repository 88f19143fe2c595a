// Who holds a data folder, written into it for others to read, and renewed for as long as it is held.
import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, utimesSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** A command is over in a moment and can be waited for; a service stays. */
export type Purpose = 'service' | 'command'

export type Holder = { id: string; purpose: Purpose; host: string; pid: number; kernel: string }

/** Locks reach as far as one running kernel; all containers on it see the same id. */
export const THIS_KERNEL = readKernelId()

function readKernelId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}

export function newHolder(purpose: Purpose): Holder {
  return { id: randomUUID(), purpose, host: hostname(), pid: process.pid, kernel: THIS_KERNEL }
}

/**
 * The holder and the time of its last renewal. A file that a power failure left unreadable belongs to no living holder. It is read and renewed
 * every few seconds by a process that only waits: at once, instead of by the threads that would have to be woken for it.
 */
export function readHolder(folder: string): (Holder & { renewedAt: number }) | undefined {
  try {
    // Reopened each time: only then does a network file system query its server.
    const file = openSync(fileOf(folder), 'r')
    try {
      const { mtimeMs } = fstatSync(file)
      return { ...(JSON.parse(readFileSync(file, 'utf8')) as Holder), renewedAt: mtimeMs }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Renamed into place: a reader sees the old holder or the new one, never half of one. */
export async function writeHolder(folder: string, holder: Holder): Promise<void> {
  const draft = `${fileOf(folder)}.${holder.id}`
  await writeFile(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  await rename(draft, fileOf(folder)).catch(async (error: unknown) => {
    await rm(draft, { force: true })
    throw error
  })
}

export function renewHolder(folder: string): void {
  const now = new Date()
  utimesSync(fileOf(folder), now, now)
}

export async function removeHolder(folder: string, { id }: Holder): Promise<void> {
  if (readHolder(folder)?.id === id) await rm(fileOf(folder), { force: true })
}

function fileOf(folder: string): string {
  return join(folder, 'holder.json')
}

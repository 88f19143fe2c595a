// Everything that a run of the tests creates outside the repository has the name of the run: its temporary folder, its database in memory
// and, by environment or command line, its processes. A second process removes all of it when the runner ends, however that ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { eventually } from '../eventually.ts'

const MEMORY = '/dev/shm'
const WATCHER = join(import.meta.dirname, 'watch-run.ts')
/** PostgreSQL ends within it unless it is stuck. */
const END_MAX_MS = 5_000
/** A runner writes it to its watcher when its tests are over. One that was killed or crashed writes nothing. */
export const ENDED = 'ended'
/** The number is the id of the runner's process. */
const RUN_NAME = /^mailsift-test-(\d+)-\w+$/

/** The first global setup of Vitest. Workers and all that they start inherit TMPDIR. */
export default function setup(): () => Promise<void> {
  const place = tmpdir()
  const folder = mkdtempSync(join(place, `mailsift-test-${process.pid}-`))
  // Servers that run as other users get through it.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  // In its own session, so that Ctrl-C does not reach it. Its stdin ends with this process.
  const watcher = spawn(process.execPath, [WATCHER, place, basename(folder)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  watcher.unref()
  const stdin = watcher.stdin as unknown as Socket
  stdin.unref()
  return async () => {
    process.env.TMPDIR = place
    watcher.ref()
    stdin.end(ENDED)
    await once(watcher, 'exit')
  }
}

/** A folder in memory that is removed with the run. */
export const memoryFolderOf = (folder: string) => join(MEMORY, basename(folder))

/** The names of runs that left something behind and whose runner is gone. */
export function findAbandonedRuns(place: string): string[] {
  const names = new Set([place, MEMORY].flatMap(namesIn).filter((name) => RUN_NAME.test(name)))
  return [...names].filter((name) => !isRunning(runnerOf(name)))
}

/**
 * Ends the processes of the run and removes its folders. Only a runner that reached its end stops its workers itself. A dying one closes its
 * files before its children get another parent: that it is still their parent does not mean that it lives.
 */
export async function removeRun(place: string, name: string, { hasEnded = false } = {}): Promise<void> {
  const processes = () => findProcesses(name).filter(({ parent }) => !(hasEnded && parent === runnerOf(name)))
  // PostgreSQL then releases its shared memory; no other program has any.
  for (const { pid, program } of processes()) signal(pid, program === 'postgres' ? 'SIGQUIT' : 'SIGKILL')
  await eventually(() => processes().length === 0, { within: END_MAX_MS }).catch(() => undefined)
  for (const { pid } of processes()) signal(pid, 'SIGKILL')
  for (const folder of [place, MEMORY])
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

const runnerOf = (name: string) => Number(RUN_NAME.exec(name)![1])

type Found = { pid: number; parent: number; program: string }

/** Only Linux tells the environment of other processes; elsewhere none is found. */
function findProcesses(name: string): Found[] {
  const pids = namesIn('/proc').filter((each) => /^\d+$/.test(each) && Number(each) !== process.pid)
  return pids.flatMap((pid) => {
    const words = read(`/proc/${pid}/cmdline`)
    // A process that has ended and waits for its parent has no command line.
    if (!words || !(words.includes(name) || read(`/proc/${pid}/environ`).includes(name))) return []
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1])
    return [{ pid: Number(pid), parent, program: basename(words.split('\0')[0]!) }]
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

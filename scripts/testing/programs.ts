// How tests start other programs: node:child_process, with one difference. A program that is not installed fails the call at once, by
// its name. Of node:child_process itself `spawn` only emits `error` later, and a test that waits for the end of the child waits forever.
import * as processes from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

/** Servers are here, and the path of an ordinary user often lacks them. */
const MORE_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** The path of the program, whose absence is an error that names it. */
export function findProgram(program: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS]
  const paths = program.includes('/') ? [program] : folders.map((folder) => join(folder, program))
  const found = paths.find(isProgram)
  if (found) return found
  throw new Error(`This test needs the program ${program}, which is not installed here.`)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Wraps a function of node:child_process; its types stay as they are. */
function withProgram<Start extends (program: string, ...rest: never[]) => unknown>(start: Start): Start {
  const checked = (program: string, ...rest: never[]) => start(findProgram(program), ...rest)
  return checked as Start
}

export const spawn: typeof processes.spawn = withProgram(processes.spawn as never)
export const spawnSync: typeof processes.spawnSync = withProgram(processes.spawnSync as never)
export const execFileSync: typeof processes.execFileSync = withProgram(processes.execFileSync as never)
export const execFile: typeof processes.execFile = Object.assign(withProgram(processes.execFile as never), {
  [promisify.custom]: withProgram(promisify(processes.execFile) as never),
}) as never
/** Its program is Node, which is there; it is here so that tests start all processes by one file. */
export const fork: typeof processes.fork = processes.fork
export type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'

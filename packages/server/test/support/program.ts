// The real program in its own processes, as a user starts it: for tests that kill, stop and restart it.
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { type ChildProcess, spawn } from '../../../../scripts/testing/programs.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { ALONE } from './alone.ts'
import { CHILD_ENV } from './child-env.ts'
import { copyFolder } from './copy-folder.ts'
import { createTestDatabase } from './database.ts'

const RUN = fileURLToPath(new URL('../../../../scripts/run.mjs', import.meta.url))
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** vitest.config.ts sets it: system tests (`*.system.ts`) run in a short form, as in CI, or in full. */
export const isFullRun = process.env.SYSTEM_TESTS === 'full'

/** Ends before the test does, to show what the program said. */
const START_MAX_MS = 280_000

export type Program = {
  process: ChildProcess
  origin: string
  dataDir: string
  /** Its database, where that is one of the suite. */
  database: Database | undefined
  /** Everything it has printed so far. */
  output(): string
  /** The ids of its processes by role, as the kernel sees them now. */
  pids(): Promise<{ api: number[]; worker: number[]; postgres: number | undefined }>
  token(): Promise<string>
  /** Ends it as Ctrl-C does and answers the exit code. */
  stop(): Promise<number | null>
}

export type ProgramOptions = {
  /** A folder that the program makes itself, if it is not there. By default one that has its database already. */
  dataDir?: string
  port?: number
  env?: NodeJS.ProcessEnv
  role?: string
  /** Runs on the suite's PostgreSQL, which is there already. For tests in which the program's own plays no part. */
  sharedDatabase?: boolean
  /** A command that ends in running the one appended to it. */
  within?: readonly string[]
  /** The command that starts the program, for those who do not start it by Node. */
  command?: readonly string[]
  /** Behind its name, on the command line. */
  args?: string[]
  /** Takes what ends the program. Default: the running test, when it is over. */
  onFinished?: (end: () => Promise<void>) => void
}

export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-program-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the program without waiting for anything. */
export async function launchProgram(options: ProgramOptions = {}): Promise<Program> {
  const dataDir = options.dataDir ?? (await makeDataDir())
  if (options.dataDir === undefined && !options.sharedDatabase) {
    await mkdir(dataDir, { mode: 0o700 })
    await copyFolder(inject('preparedFolder'), join(dataDir, 'postgres'))
  }
  const port = options.port ?? (await freePort())
  const onFinished = options.onFinished ?? onTestFinished
  const database = options.sharedDatabase ? await createTestDatabase(1) : undefined
  if (database) onFinished(() => database.drop())
  const [command = '', ...rest] = [
    ...(options.within ?? []),
    ...(options.command ?? [process.execPath, RUN, MAIN]),
    ...(options.args ?? []),
  ]
  const child = spawn(command, rest, {
    env: {
      ...CHILD_ENV,
      ...(database && { DATABASE_URL: database.url }),
      DATA_DIR: dataDir,
      PORT: String(port),
      ROLE: options.role ?? 'all',
      API_PROCESSES: '1',
      WORKERS: '1',
      // Short lists go the way of long ones, which is the way with more to go wrong.
      SHORT_LIST_MAX_COUNT: '0',
      // Takes a second of a core in each start, which most tests would only wait for.
      ...ALONE,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const exited = once(child, 'close')
  const program: Program = {
    process: child,
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    database,
    output: () => output,
    pids: () => pidsOf(child.pid!, dataDir),
    token: async () => (await readFile(join(dataDir, 'token'), 'utf8')).trim(),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await interrupt(child)
      await exited
      return child.exitCode
    },
  }
  onFinished(async () => {
    await program.stop()
  })
  return program
}

/** What the program runs within may have become it, or may keep signals to itself. One that has ended needs none. */
async function interrupt(child: ChildProcess): Promise<void> {
  const running = await readFile(`/proc/${child.pid}/cmdline`, 'utf8').catch(() => '')
  if (running.split('\0')[0] === process.execPath) return void child.kill('SIGINT')
  const inner = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '')
  if (inner.trim()) process.kill(Number.parseInt(inner, 10), 'SIGINT')
}

export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const program = await launchProgram(options)
  await untilReady(program)
  return program
}

export async function untilReady(program: Program): Promise<void> {
  const isReady = async () => {
    if (program.process.exitCode !== null) throw new Error(`The program ended:\n${program.output()}`)
    // Asked before, each refused connection would cost the processor that the start needs.
    if (!program.output().includes('is ready')) return false
    return (await fetch(`${program.origin}/readyz`).catch(() => undefined))?.ok
  }
  await eventually(isReady, { within: START_MAX_MS }).catch((cause) => {
    throw new Error(`The program was not ready:\n${program.output()}`, { cause })
  })
}

export async function untilServing({ origin, process, output }: Program): Promise<void> {
  await eventually(async () => {
    if (process.exitCode !== null) throw new Error(output())
    return (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok
  })
}

export async function untilSays({ process, output }: Program, words: RegExp): Promise<void> {
  await eventually(() => {
    if (words.test(output())) return true
    if (process.exitCode !== null) throw new Error(output())
    return false
  })
}

/** Waits for a program that is expected to end. */
export async function untilExit(program: Program): Promise<number | null> {
  if (program.process.exitCode === null) await once(program.process, 'close')
  return program.process.exitCode
}

/** Whether the process still does anything: one that has ended and waits for its parent does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return state !== '' && !/\) [ZX] /.test(state)
}

async function pidsOf(supervisor: number, dataDir: string): ReturnType<Program['pids']> {
  const children = (await readFile(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8'))
    .trim()
    .split(/\s+/)
    .map(Number)
  const roles = await Promise.all(children.map(roleOf))
  const postmaster = await readFile(join(dataDir, 'postgres', 'pgdata', 'postmaster.pid'), 'utf8').catch(() => '')
  return {
    api: children.filter((_, index) => roles[index] === 'api'),
    worker: children.filter((_, index) => roles[index] === 'worker'),
    postgres: Number.parseInt(postmaster, 10) || undefined,
  }
}

async function roleOf(pid: number): Promise<string | undefined> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  return /(?:^|\0)ROLE=([a-z]+)/.exec(environment)?.[1]
}

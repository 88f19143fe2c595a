import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Log } from '../platform/log.ts'

/** From the supervisor: the database is there. */
type GoMessage = { go: true }
/** For the welcome: the token of the first account, and a link that signs its owner in. */
export type FirstSteps = { token?: string | undefined; signInLink?: string | undefined }
/** From the child: it serves. */
export type ReadyMessage = { ready: true } & FirstSteps
/** From a worker: the name under which it takes tasks. */
type PoolMessage = { poolId: string }

export type ChildOptions = {
  role: 'api' | 'worker'
  environment: NodeJS.ProcessEnv
  log: Log
  /** What a process that was told to stop has for it; then it is killed. */
  stopDeadlineMs?: number
}

export type Child = {
  /** Tells the process, and every one that replaces it, that the database is ready. */
  go(): void
  /** Settles when it serves for the first time; fails when it ends before that. */
  ready: Promise<ReadyMessage>
  stop(): Promise<void>
  kill(): void
}

const RESTART_DELAY_MIN_MS = 100
const RESTART_DELAY_MAX_MS = 2_000
/** A process that lived this long did not die of its start. */
const STABLE_AFTER_MS = 10_000
/** Longer than a process gives itself (run.ts): only one that cannot even end itself is killed. */
const STOP_DEADLINE_MS = 35_000
/** These come from outside; a process that dies of any other signal, or leaves by itself, has done it itself. */
const SENT_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * What lives briefly is collected early (the figure is in megabytes), and a worker's heap triples at most before all of it
 * is: with V8's own choice, a busy worker is some 60 MB larger and no quicker; with less room, it is slower. The API's
 * requests live for the length of a commit, which takes more room.
 */
const NODE_OPTIONS_OF = {
  api: ['--max-semi-space-size=12'],
  worker: ['--max-semi-space-size=8', '--heap-growing-percent=200'],
} as const

/**
 * For the C library of Linux: buffers of 128 kB and more are given back when they are freed. By default it raises that bound
 * by itself and keeps the room in pieces: forty bodies of 5 MiB left the API at 544 MB instead of 340. A worker, which
 * uses such buffers over and over, would take a fifth more time a row.
 */
const ENVIRONMENT_OF = {
  api: { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '262144', MALLOC_ARENA_MAX: '2' },
  worker: {},
} as const

/** A child has the compiled modules at hand from its first one on, not only from where its code can ask for them. */
const compileCacheFolder = getCompileCacheDir()
const COMPILE_CACHE = compileCacheFolder ? { NODE_COMPILE_CACHE: dirname(compileCacheFolder) } : {}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** A process that died before it ever served. It has said why on its own error output. */
export class ChildFailed extends Error {}

/** Keeps one process of a role alive until it is stopped. */
export function keepChild(options: ChildOptions): Child {
  const { role, environment, log, stopDeadlineMs = STOP_DEADLINE_MS } = options
  let child: ChildProcess
  let mayGo = false
  let stopping = false
  let delayMs = RESTART_DELAY_MIN_MS
  let ended: Promise<void>
  const ready = Promise.withResolvers<ReadyMessage>()
  // Later callers see the failure too; without a caller it must not be an unhandled rejection.
  ready.promise.catch(() => undefined)
  let served = false

  function start(): void {
    const startedAt = Date.now()
    // A group of its own: Ctrl-C in a terminal reaches the supervisor alone, which then stops its children in order.
    child = fork(MAIN, {
      env: { ...ENVIRONMENT_OF[role], ...environment, ...COMPILE_CACHE, ROLE: role },
      detached: true,
      execArgv: [...process.execArgv, ...NODE_OPTIONS_OF[role]],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    let poolId: string | undefined
    child.on('message', (message: ReadyMessage | PoolMessage) => {
      if ('poolId' in message) poolId = message.poolId
      if (!('ready' in message)) return
      served = true
      ready.resolve(message)
    })
    // One that is killed before it has heard of us is started again like any other.
    child.on('error', () => undefined)
    if (mayGo) child.send({ go: true } satisfies GoMessage)
    ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        resolve()
        if (stopping) return
        if (!served) return ready.reject(new ChildFailed(`The ${role} process did not start.`))
        log.error({ child: role, code, signal }, 'a process died and is started again')
        delayMs =
          Date.now() - startedAt > STABLE_AFTER_MS ? RESTART_DELAY_MIN_MS : Math.min(delayMs * 2, RESTART_DELAY_MAX_MS)
        const isCrash = poolId !== undefined && !SENT_SIGNALS.includes(signal)
        // Before another process takes up the tasks of this one: they are suspected of having ended it.
        const noted = isCrash ? noteCrash(environment, poolId!, signal ?? `exit code ${code}`) : undefined
        setTimeout(() => void Promise.resolve(noted).then(() => stopping || start()), delayMs)
      })
    })
  }
  start()

  return {
    ready: ready.promise,
    go() {
      mayGo = true
      if (child.connected) child.send({ go: true } satisfies GoMessage)
    },
    async stop() {
      stopping = true
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const deadline = setTimeout(() => {
        log.error({ child: role }, 'a process did not stop in time and is killed')
        child.kill('SIGKILL')
      }, stopDeadlineMs)
      await ended
      clearTimeout(deadline)
    },
    kill: () => child.kill('SIGKILL'),
  }
}

const NOTE_TIMEOUT_MS = 2_000

/** As far as the database can be asked; a crash is not worth more time than that. */
async function noteCrash(environment: NodeJS.ProcessEnv, poolId: string, how: string): Promise<void> {
  const { noteEnd } = await import('../platform/process-end.ts')
  const noted = noteEnd(environment.DATABASE_URL ?? '', poolId, `the process crashed (${how})`).catch(() => undefined)
  await Promise.race([noted, sleep(NOTE_TIMEOUT_MS)])
}

/** In the child: whether a supervisor started it. */
export function isSupervised(): boolean {
  return process.send !== undefined
}

/** In the child: waits for the supervisor's word. */
export async function untilGo(): Promise<void> {
  await new Promise((resolve) => process.once('message', resolve))
}

export function tellPool(poolId: string): void {
  process.send?.({ poolId } satisfies PoolMessage)
}

export function tellReady(message: ReadyMessage): void {
  process.send?.(message)
}

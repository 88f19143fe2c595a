// Keeps one process of a role alive until it is stopped.
import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Log } from '../platform/log.ts'
import { type FromChild, type Go, REFUSED_EXIT_CODE, type ReadyMessage, type ToChild } from './messages.ts'
import { createQuestions, type Questions } from './questions.ts'

export type ChildOptions = {
  role: 'api' | 'worker'
  environment: NodeJS.ProcessEnv
  log: Log
  /** A socket that is already bound; the process accepts connections from it. */
  listenDescriptor?: number
  /** The metrics of all processes beside this one. */
  readNodeMetrics?: () => Promise<string>
  /** A process that was told to stop gets this long; then it is killed. */
  stopDeadlineMs?: number
}

export type Orders = Pick<Go, 'makesFirstAccount'>

export type Child = {
  /** Tells the process, and every one that replaces it, that the database is ready. */
  go(orders: Orders): void
  /** Settles when a process serves for the first time; fails when one refuses to start before that. */
  ready: Promise<ReadyMessage>
  ask: Questions['ask']
  starts(): number
  /** Starts another in its place, and stops it when that one serves. Whether that came about. */
  replace(): Promise<boolean>
  stop(): Promise<void>
  kill(): void
}

const RESTART_DELAY_MIN_MS = 100
const RESTART_DELAY_MAX_MS = 2_000
/** A process that lived this long did not die of its start. */
const STABLE_AFTER_MS = 10_000
/** Longer than a process gives itself (run.ts): only one that cannot even end itself is killed. */
const STOP_DEADLINE_MS = 35_000
/** These come from outside; a process that dies of any other signal, or exits, has done it itself. */
const SENT_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * In megabytes and percent. A worker's heap: what lives briefly is collected early, and the rest triples at most before all of
 * it is collected. With V8's own choice, a busy worker is some 60 MB larger and no quicker; with less room, it is slower. The
 * API's requests live for the length of a commit: with room for them among what lives briefly, few reach the rest of the heap,
 * which may then be collected often. V8 keeps every page that it ever had, so the largest heap of a flood stays until the
 * process is idle (platform/collect.ts). Measured after floods of pipelined requests and
 * large bodies: 330 MB instead of 424 with 12 MB and V8's own choice, and no request fewer a second.
 */
const NODE_OPTIONS_OF = {
  api: ['--max-semi-space-size=32', '--heap-growing-percent=50', '--expose-gc'],
  worker: ['--max-semi-space-size=8', '--heap-growing-percent=200', '--expose-gc'],
} as const

/**
 * For the C library of Linux: buffers of 64 kB and more, which is what a read of a body takes, are given back when they are
 * freed. By default it raises that limit and keeps the room in pieces: forty bodies of 5 MiB left the API at 544 MB
 * instead of 340, and a bound of 128 kB left an idle API 9 MB larger. A worker, which uses such buffers over and over, would
 * take a fifth more time a row. Two arenas instead of eight for each core: what
 * threads free in one of their own stays there, 9 MB in an idle worker.
 */
const ENVIRONMENT_OF = {
  api: { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '262144', MALLOC_ARENA_MAX: '2' },
  worker: { MALLOC_ARENA_MAX: '2' },
} as const

/** A child has the compiled modules at hand from its first one on, not only from where its code can ask for them. */
const compileCacheFolder = getCompileCacheDir()
const COMPILE_CACHE = compileCacheFolder ? { NODE_COMPILE_CACHE: dirname(compileCacheFolder) } : {}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** A process that refused to start. It has said why on its own error output. */
export class ChildRefused extends Error {}

type Started = {
  process: ChildProcess
  questions: Questions
  startedAt: number
  processName: string | undefined
  /** Undefined: it ended before that. */
  served: Promise<ReadyMessage | undefined>
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export function keepChild(options: ChildOptions): Child {
  const { role, environment, log, stopDeadlineMs = STOP_DEADLINE_MS } = options
  let orders: Orders | undefined
  let stopping = false
  let delayMs = RESTART_DELAY_MIN_MS
  let starts = 0
  const ready = Promise.withResolvers<ReadyMessage>()
  // Later callers see the failure too; without a caller it must not be an unhandled rejection.
  ready.promise.catch(() => undefined)
  let hasServed = false
  let current = begin()
  void keep(current)

  function begin(): Started {
    starts++
    const started = start(options)
    void started.served.then((message) => {
      if (!message) return
      hasServed = true
      ready.resolve(message)
    })
    return started
  }

  async function keep(kept: Started): Promise<void> {
    const { code, signal } = await kept.exited
    if (stopping || kept !== current) return
    if (code === REFUSED_EXIT_CODE && !hasServed) {
      ready.reject(new ChildRefused(`The ${role} process refused to start.`))
      return
    }
    log.error({ child: role, code, signal }, 'process died; restarting it')
    const livedMs = Date.now() - kept.startedAt
    delayMs = livedMs > STABLE_AFTER_MS ? RESTART_DELAY_MIN_MS : Math.min(delayMs * 2, RESTART_DELAY_MAX_MS)
    const crash = SENT_SIGNALS.includes(signal) ? undefined : (signal ?? `exit code ${code}`)
    // Before another process claims the tasks of this one: after a crash they are isolated.
    await Promise.all([kept.processName && noteDeath(environment, kept.processName, crash), sleep(delayMs)])
    if (stopping) return
    current = begin()
    if (orders) sendGo(current, options, orders)
    void keep(current)
  }

  async function end(one: Started, message?: ToChild): Promise<void> {
    if (message && one.process.connected) one.process.send(message)
    else one.process.kill('SIGTERM')
    const deadline = setTimeout(() => {
      log.error({ child: role }, 'process killed: it did not stop within its deadline')
      one.process.kill('SIGKILL')
    }, stopDeadlineMs)
    await one.exited
    clearTimeout(deadline)
  }

  return {
    ready: ready.promise,
    ask: (question) => current.questions.ask(question),
    starts: () => starts,
    go(given) {
      orders = given
      sendGo(current, options, given)
    },
    async replace() {
      if (!orders || stopping) return false
      const old = current
      const next = begin()
      sendGo(next, options, orders)
      const isUp = (await next.served) !== undefined
      if (!isUp || stopping || old !== current) {
        next.process.kill('SIGTERM')
        if (!isUp)
          log.error({ child: role }, 'process not replaced: the new one did not start; the old one keeps running')
        return false
      }
      current = next
      void keep(next)
      await end(old, { replaced: true })
      return true
    },
    async stop() {
      stopping = true
      await end(current)
    },
    kill: () => current.process.kill('SIGKILL'),
  }
}

function start({ role, environment, listenDescriptor, readNodeMetrics }: ChildOptions): Started {
  // Its own group: Ctrl-C in a terminal reaches the supervisor alone, which then stops its children in order.
  const child = fork(MAIN, {
    env: { ...ENVIRONMENT_OF[role], ...environment, ...COMPILE_CACHE, ROLE: role },
    detached: true,
    execArgv: [...process.execArgv, ...NODE_OPTIONS_OF[role]],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(listenDescriptor === undefined ? [] : [listenDescriptor])],
  })
  // One that is killed before it has heard of us is started again like any other.
  child.on('error', () => undefined)
  const served = Promise.withResolvers<ReadyMessage | undefined>()
  const exited = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>()
  const started: Started = {
    process: child,
    questions: createQuestions(child, { node: readNodeMetrics }),
    startedAt: Date.now(),
    processName: undefined,
    served: served.promise,
    exited: exited.promise,
  }
  child.on('message', (message: FromChild) => {
    if ('processName' in message) started.processName = message.processName
    if ('ready' in message) served.resolve(message)
  })
  child.once('exit', (code, signal) => {
    served.resolve(undefined)
    exited.resolve({ code, signal })
  })
  return started
}

/** Behind standard input, output and error output and the channel to us. */
const INHERITED_DESCRIPTOR = 4

function sendGo({ process: child }: Started, { listenDescriptor }: ChildOptions, orders: Orders): void {
  const go = { ...orders, listenDescriptor: listenDescriptor === undefined ? undefined : INHERITED_DESCRIPTOR }
  if (child.connected) child.send({ go } satisfies ToChild)
}

const NOTE_TIMEOUT_MS = 2_000

/** Without the database, the heartbeat of the process grows old instead. */
async function noteDeath(environment: NodeJS.ProcessEnv, processName: string, crash?: string): Promise<void> {
  const { noteEnd } = await import('../platform/queue/process-end.ts')
  const reason = crash && `the process crashed (${crash})`
  const noted = noteEnd(environment.DATABASE_URL ?? '', processName, reason).catch(() => undefined)
  await Promise.race([noted, sleep(NOTE_TIMEOUT_MS)])
}

// The thread that watches its process. All it needs when the time comes it does itself: the main thread answers nothing.
import { writeSync } from 'node:fs'
import { basename } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { giveBackOnce } from '../collect.ts'
import { sourcePlace } from '../source-place.ts'
import type { WatchdogMessage, Watched } from './messages.ts'

const NOTE_TIMEOUT_MS = 1_000
const STACK_TIMEOUT_MS = 500

const { signsOfLife, standstillMaxMs, databaseUrl, logFormat, role } = workerData as Watched
let processName: string | undefined
parentPort?.on('message', (message: WatchdogMessage) => {
  processName = message.processName
})
parentPort?.unref()

/** An idle process is looked at this often, and pinged where it sends no heartbeat. */
const LOOK_INTERVAL_MS = Math.min(3_000, standstillMaxMs)
/** One that has not answered is looked at this often. */
const CLOSE_LOOK_INTERVAL_MS = 250

// Counted in looks, not by the clock: a machine that was suspended, or a process that was stopped, has missed no answer.
let seen = Atomics.load(signsOfLife, 0)
let isAsked = false
let unansweredMs = 0
function look(sinceLastMs: number): void {
  const total = Atomics.load(signsOfLife, 0)
  const signs = total - seen
  seen = total
  unansweredMs = isAsked && signs === 0 ? unansweredMs + sinceLastMs : 0
  if (unansweredMs >= standstillMaxMs) return void end()
  const waitMs = unansweredMs > 0 ? CLOSE_LOOK_INTERVAL_MS : LOOK_INTERVAL_MS
  if (unansweredMs === 0) {
    const ownSigns = signs - (isAsked ? 1 : 0)
    isAsked = ownSigns === 0
    if (isAsked) parentPort?.postMessage('a sign of life, please')
  }
  setTimeout(look, waitMs, waitMs)
}
look(0)
void giveBackOnce()

async function end(): Promise<void> {
  const place = await Promise.race([findPlace(), sleep(STACK_TIMEOUT_MS, undefined)])
  const reason = `event loop blocked for ${standstillMaxMs / 1000} s${place ? ` in ${place}` : ''}`
  writeSync(2, `${lineOf(`killed: ${reason}`)}\n`)
  if (processName) await Promise.race([note(processName, reason).catch(() => undefined), sleep(NOTE_TIMEOUT_MS)])
  process.kill(process.pid, 'SIGKILL')
}

/** The database client is loaded now, not in every process that lives. */
async function note(name: string, reason: string): Promise<void> {
  const { noteEnd } = await import('../queue/process-end.ts')
  await noteEnd(databaseUrl, name, reason)
}

/** As the process itself logs; its logger belongs to the main thread. */
function lineOf(msg: string): string {
  const now = new Date()
  if (logFormat !== 'pretty') return JSON.stringify({ level: 60, time: now.toISOString(), role, pid: process.pid, msg })
  return `[${now.toISOString().slice(11, 23)}] FATAL: ${role}: ${msg}`
}

/** The function that the main thread is in, by the inspector of this process, which listens on no port. */
async function findPlace(): Promise<string | undefined> {
  const { Session } = await import('node:inspector')
  const session = new Session()
  session.connectToMainThread()
  const files = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url))
  return new Promise((resolve) => {
    session.once('Debugger.paused', ({ params }) => {
      const named = params.callFrames.find(({ functionName }) => functionName !== '') ?? params.callFrames[0]
      if (!named) return resolve(undefined)
      const { scriptId, lineNumber, columnNumber = 0 } = named.location
      const url = files.get(scriptId) ?? '?'
      const place = sourcePlace(url, lineNumber + 1, columnNumber + 1) ?? { path: url, line: lineNumber + 1 }
      resolve(`${named.functionName || 'a function'} (${basename(place.path)}:${place.line})`)
    })
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  })
}

// npm run bench:start: how long a first and a later start take, how much of it is processor time, and what the idle processes weigh together.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ALONE } from '../test/support/alone.ts'
import { familyOf, readProc } from './family.ts'
import { freePort } from './program.ts'

const RUN = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const MAKE_BUNDLE = fileURLToPath(new URL('../../../scripts/build/make-bundle.ts', import.meta.url))
const LATER_STARTS = 5
/** Processes give back the memory of their start; connections that only the start needed are closed after ten seconds. */
const SETTLE_MS = 15_000
const MEMORY_MAX_MB = 250
const FIRST_MAX_MS = 5_000
const LATER_MAX_MS = 1_500
const CLOCK_TICK_MS = 10

const folder = mkdtempSync(join(tmpdir(), 'mailsift-bench-'))
try {
  const bareMs = median(Array.from({ length: LATER_STARTS }, () => bareNode()))
  const bundlingMs = bundle()
  const first = await oneStart()
  const later: Awaited<ReturnType<typeof oneStart>>[] = []
  for (let n = 0; n < LATER_STARTS; n++) later.push(await oneStart())
  const laterMs = median(later.map(({ readyMs }) => readyMs))
  const processorMs = median(later.map(({ processorMs }) => processorMs))
  const memoryMb = median(later.map(({ memoryMb }) => memoryMb))
  console.log(`reference: an empty Node process        ${bareMs.toFixed(0)} ms`)
  console.log(`bundling, once after an install or an edit ${bundlingMs.toFixed(0)} ms`)
  console.log(
    `first start, database creation included ${first.readyMs.toFixed(0)} ms  (${ratio(first.readyMs, bareMs)} × the reference; target with bundling ${FIRST_MAX_MS}), processor time ${first.processorMs.toFixed(0)} ms`,
  )
  console.log(
    `later starts, median of ${LATER_STARTS}              ${laterMs.toFixed(0)} ms  (${ratio(laterMs, bareMs)} × the reference; target ${LATER_MAX_MS}), processor time ${processorMs.toFixed(0)} ms`,
  )
  console.log(
    `idle memory of all processes            ${memoryMb.toFixed(0)} MB proportional set size (target ${MEMORY_MAX_MB})`,
  )
  if (memoryMb > MEMORY_MAX_MB) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function oneStart(): Promise<{ readyMs: number; processorMs: number; memoryMb: number }> {
  const port = await freePort()
  const startedAt = performance.now()
  const program = spawn(process.execPath, [RUN, MAIN], {
    env: { ...ALONE, PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(port))) await sleep(5)
  const readyMs = performance.now() - startedAt
  const processorMs = familyOf(program.pid!).reduce((sum, pid) => sum + processorTimeOf(pid), 0)
  await sleep(SETTLE_MS)
  const memoryMb = familyOf(program.pid!).reduce((sum, pid) => sum + memoryOf(pid), 0)
  const exited = once(program, 'exit')
  program.kill('SIGTERM')
  await exited
  return { readyMs, processorMs, memoryMb }
}

/** By the plain client: to load `fetch` takes a core from the start that is measured. */
async function isReady(port: number): Promise<boolean> {
  try {
    const [answer] = (await once(get(`http://127.0.0.1:${port}/readyz`), 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

function bareNode(): number {
  const startedAt = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - startedAt
}

/** Elsewhere: the clone may have its bundle already. */
function bundle(): number {
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, [MAKE_BUNDLE, join(folder, 'bundles')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The programs could not be bundled.')
  return performance.now() - startedAt
}

/** Its own, and that of the processes it has waited for: user and system time, the fields 14 to 17 of proc_pid_stat(5). */
function processorTimeOf(pid: number): number {
  const fields = readProc(`/proc/${pid}/stat`).split(') ')[1]?.split(' ').slice(11, 15) ?? []
  return fields.reduce((sum, ticks) => sum + Number(ticks) * CLOCK_TICK_MS, 0)
}

/** Proportional: pages that processes share (the Node binary, the database's buffers) are counted once in the sum. */
function memoryOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readProc(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1000
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function ratio(value: number, reference: number): string {
  return (value / reference).toFixed(1)
}

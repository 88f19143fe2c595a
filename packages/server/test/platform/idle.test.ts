import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { fork } from '../../../../scripts/testing/programs.ts'
import { useTestDatabase } from '../support/database.ts'

const WATCHED_SECONDS = 4
/** Two a second are wanted; what a slow start leaves to be done comes on top. One timer of ten milliseconds would be 400. */
const WAKES_MAX = 200

test.runIf(process.platform === 'linux')('an idle process with many places for tasks hardly ever wakes', async () => {
  const { url } = await useTestDatabase()
  const child = fork(fileURLToPath(new URL('./idle-process.ts', import.meta.url)), [url])
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  await once(child, 'message')
  // Fixed time: the first look of each place is over.
  await sleep(1_000)
  const before = wakesOf(child.pid!)
  // Fixed time: hardly anything happens in it.
  await sleep(WATCHED_SECONDS * 1_000)
  expect(wakesOf(child.pid!) - before).toBeLessThan(WAKES_MAX)
})

/** By all threads that wait for something voluntarily; those of the compiler and the collector work when they wake. */
function wakesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))
    .filter((status) => /^Name:\s+(?:node|MainThread|WorkerThread|libuv-worker)$/m.test(status))
    .reduce((sum, status) => sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0), 0)
}

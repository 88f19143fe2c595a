// npm run bench:idle: how often each process of an idle service wakes, by its threads, counted by the kernel over a minute,
// so that what runs every minute is counted once.
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { familyOf, readProc } from './family.ts'
import { startBenchProgram } from './program.ts'

/** Processes give back memory, and what an idle process runs every few seconds is compiled, in threads of V8, when it has run a while. */
const SETTLE_MS = Number(process.argv[2] ?? 120) * 1_000
const WATCHED_MS = 60_000
const WAKES_MAX = 2

type Thread = { name: string; wakes: number }

// Enrichment has its own slots, which wait for work like all others; there is nothing to enrich here.
const program = await startBenchProgram({ ENRICHMENT: 'on' })
try {
  await sleep(SETTLE_MS)
  const before = readThreads()
  await sleep(WATCHED_MS)
  const after = readThreads()
  for (const [pid, threads] of after) {
    const woken = [...threads].map(([id, { name, wakes }]) => {
      const since = wakes - (before.get(pid)?.get(id)?.wakes ?? 0)
      return { name, perSecond: since / (WATCHED_MS / 1_000) }
    })
    const total = woken.reduce((sum, { perSecond }) => sum + perSecond, 0)
    const busiest = woken.filter(({ perSecond }) => perSecond >= 0.05).toSorted((a, b) => b.perSecond - a.perSecond)
    console.log(
      `${total.toFixed(2).padStart(6)} wakes/s  ${nameOf(pid)}  ${busiest.map(({ name, perSecond }) => `${name} ${perSecond.toFixed(2)}`).join(', ')}`,
    )
    if (total > WAKES_MAX) process.exitCode = 1
  }
  console.log(`target: at most ${WAKES_MAX} a second in each process`)
} finally {
  await program.stop()
}

function readThreads(): Map<number, Map<string, Thread>> {
  return new Map(familyOf(program.pid).map((pid) => [pid, threadsOf(pid)]))
}

/** A thread that yields its processor voluntarily waits for something, and wakes when that has come. */
function threadsOf(pid: number): Map<string, Thread> {
  const threads = new Map<string, Thread>()
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const status = readProc(`/proc/${pid}/task/${id}/status`)
    const name = /^Name:\s+(.*)$/m.exec(status)?.[1] ?? '?'
    threads.set(id, { name, wakes: Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0) })
  }
  return threads
}

function nameOf(pid: number): string {
  const role = /(?:^|\0)ROLE=(\w+)/.exec(readProc(`/proc/${pid}/environ`))?.[1]
  const command = readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  const postgres = /^postgres: .*|\/postgres /.exec(command)?.[0].replace(/ mailsift mailsift \[local\]/, '')
  return `${pid} ${postgres ?? role ?? 'supervisor'}`.slice(0, 60).padEnd(60)
}

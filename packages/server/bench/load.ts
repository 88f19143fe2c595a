// The client of bench:http, in its own process.
import process from 'node:process'
import { type Answer, runAtRate, runLoad } from './load-client.ts'

export type LoadOrder = {
  port: number
  requests: string[]
  connections: number
  milliseconds: number
  /** Requests are sent at this rate; without one, each connection sends the next when it has its answer. */
  perSecond?: number
}

/** What came back in one second of the run. */
export type LoadSecond = { answers: number; slowestMs: number }

export type LoadReport = {
  /** By the clock on the wall. */
  startedAt: number
  seconds: LoadSecond[]
  statuses: Record<number, number>
  perSecond: number
  p50Ms: number
  p99Ms: number
  slowestMs: number
  /** Share of one core that the client itself used: near 1, it measures itself. */
  clientBusy: number
  /** At a rate: how late the client itself was at most in sending what was due. */
  clientLateMs: number
}

process.on('message', async ({ milliseconds, perSecond, ...order }: LoadOrder) => {
  const statuses: Record<number, number> = {}
  const times: number[] = []
  const cpuBefore = process.cpuUsage()
  const seconds: LoadSecond[] = []
  const wallClock = Date.now()
  const startedAt = performance.now()
  const onAnswer = (answer: Answer) => {
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    times.push(answer.milliseconds)
    const at = Math.floor((performance.now() - startedAt) / 1000)
    seconds[at] ??= { answers: 0, slowestMs: 0 }
    const second = seconds[at]
    second.answers++
    second.slowestMs = Math.max(second.slowestMs, answer.milliseconds)
  }
  let clientLateMs = 0
  if (perSecond === undefined) {
    await runLoad({ ...order, goesOn: () => performance.now() - startedAt < milliseconds, onAnswer })
  } else {
    const { latestMs } = await runAtRate({ ...order, perSecond, milliseconds, onAnswer })
    clientLateMs = latestMs
  }
  const took = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const report: LoadReport = {
    startedAt: wallClock,
    // A second without any answer is one that the second before it already tells of.
    seconds: Array.from(seconds, (second) => second ?? { answers: 0, slowestMs: 0 }),
    statuses,
    perSecond: times.length / took,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    slowestMs: times.at(-1) ?? Number.NaN,
    clientBusy: (user + system) / 1e6 / took,
    clientLateMs,
  }
  process.send!(report)
})

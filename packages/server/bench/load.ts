// The client of bench:http, in a process of its own.
import process from 'node:process'
import { runLoad } from './load-client.ts'

export type LoadOrder = { port: number; requests: string[]; connections: number; milliseconds: number }
export type LoadReport = { statuses: Record<number, number>; seconds: number; p50Ms: number; p99Ms: number }

process.on('message', async ({ port, requests, connections, milliseconds }: LoadOrder) => {
  const statuses: Record<number, number> = {}
  const times: number[] = []
  const startedAt = performance.now()
  await runLoad({
    port,
    requests: requests.map((request) => Buffer.from(request)),
    connections,
    goesOn: () => performance.now() - startedAt < milliseconds,
    onAnswer({ status, milliseconds: time }) {
      statuses[status] = (statuses[status] ?? 0) + 1
      times.push(time)
    },
  })
  const seconds = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  process.send!({ statuses, seconds, p50Ms: at(0.5), p99Ms: at(0.99) } satisfies LoadReport)
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchProgram } from './program.ts'

/** Validates single addresses one after the other, with a pause between, until asked for the times that took. */
export function measureSingle(program: BenchProgram, token: string, pauseMs: number): () => Promise<number[]> {
  const latencies: number[] = []
  let measuring = true
  const done = (async () => {
    while (measuring) {
      const startedAt = performance.now()
      const { status } = await program.request(token, '/emails/validate?email=ann.lee@gmail.com')
      if (status === 200) latencies.push(performance.now() - startedAt)
      await sleep(pauseMs)
    }
  })()
  return async () => {
    measuring = false
    await done
    return latencies
  }
}

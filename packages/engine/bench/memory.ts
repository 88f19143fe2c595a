/** Validates ten million addresses, each at a different domain, and measures retained memory. */
import type { Engine } from '../src/engine.ts'

const ADDRESSES = 10_000_000
const STEPS = 10

export function reportMemory(engine: Engine): void {
  console.log(
    `${ADDRESSES.toLocaleString('en')} addresses, every domain new: resident and heap memory after each tenth`,
  )
  let accepted = 0
  for (let step = 1; step <= STEPS; step++) {
    for (let i = 0; i < ADDRESSES / STEPS; i++) {
      const number = step * ADDRESSES + i
      if (engine.validate(`john.smith${i % 100}@company-${number.toString(36)}.com`).ok) accepted++
    }
    const { rss, heapUsed } = process.memoryUsage()
    console.log(
      `${String(step * 10).padStart(4)} %  ${(rss / 2 ** 20).toFixed(0)} MB  ${(heapUsed / 2 ** 20).toFixed(0)} MB`,
    )
  }
  if (accepted !== ADDRESSES) throw new Error('Some of these addresses were refused.')
}

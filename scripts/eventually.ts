import { setTimeout as sleep } from 'node:timers/promises'

type Falsy = false | 0 | '' | null | undefined

const EVERY_MS = 20
/** Longer than any test may take: the limit of the test ends it first and names it. */
const WITHIN_MS = 3_600_000

/** Looks again and again until there is something, and returns it. What `look` throws ends the wait. */
export async function eventually<Found>(
  look: () => Found | Promise<Found>,
  { within = WITHIN_MS, every = EVERY_MS }: { within?: number; every?: number } = {},
): Promise<Exclude<Found, Falsy>> {
  for (const deadline = Date.now() + within; ; await sleep(every)) {
    const found = await look()
    if (found) return found as Exclude<Found, Falsy>
    if (Date.now() > deadline) throw new Error(`Waited ${within} ms in vain.`)
  }
}

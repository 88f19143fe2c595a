// V8 collects when memory is asked for. These ask it to, where that would be too late.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Waits until it has come about. */
export function collectGarbage(): void {
  collector()()
}

const SETTLE_MS = 2_000

/** Memory from the start of a thread goes back to the system: an idle one allocates nothing, so its heap would never shrink. */
export async function giveBackOnce(settled: Promise<boolean> = sleep(SETTLE_MS, true, { ref: false })): Promise<void> {
  if (await settled) collector()({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/** A program that is started by hand has no flag that offers it. */
function collector(): NonNullable<typeof globalThis.gc> {
  if (globalThis.gc) return globalThis.gc
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

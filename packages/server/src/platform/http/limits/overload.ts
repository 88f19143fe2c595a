import { collectGarbage } from '../../collect.ts'

export type OverloadLimits = {
  /** When our own work held the event loop longer than this, new requests are refused; 0 allows any. */
  eventLoopDelayMaxMs: number
  /** Past this much memory held by objects and buffers new requests are refused; 0 allows any. */
  memoryMaxMb: number
}

export type OverloadWatch = { isOverloaded(now: number): boolean; stop(): void }

const SAMPLE_MS = 20
/** How long one late sample counts. */
const RECENT_MS = 1_000
const MEMORY_CHECK_MS = 250
/** A collection stops everything else; what was live at the last one is live a moment later. */
const COLLECT_EVERY_MS = 2_000
const MB_BYTES = 1024 * 1024

/**
 * Whether, over the last second, the event loop was ever held longer than allowed, or memory is short. Processor time counts,
 * not the clock: on a machine that is busy with something else, refusing requests would not help. The loop is timed only
 * while requests come: an idle process does not wake for this.
 */
export function watchOverload({ eventLoopDelayMaxMs, memoryMaxMb }: OverloadLimits): OverloadWatch {
  const delayMaxMs = eventLoopDelayMaxMs || Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let lastSampleAt = 0
  let usedAtSampleMs = 0
  let lateUntil = 0
  let asked = false
  const memory = watchMemory(memoryMaxMb * MB_BYTES || Number.POSITIVE_INFINITY)

  function sample(): void {
    const now = performance.now()
    if (wasHeld(now)) lateUntil = now + RECENT_MS
    memory.check(now)
    timer = asked || now < lateUntil || memory.isShort() ? start(now) : undefined
    asked = false
  }
  function wasHeld(now: number): boolean {
    return now - lastSampleAt > delayMaxMs && processorTimeMs() - usedAtSampleMs > delayMaxMs
  }
  function start(now: number): NodeJS.Timeout {
    lastSampleAt = now
    usedAtSampleMs = processorTimeMs()
    return setTimeout(sample, SAMPLE_MS).unref()
  }

  return {
    isOverloaded(now) {
      asked = true
      timer ??= start(now)
      // Requests that waited behind a long stall are read before the next sample tells of it.
      return now < lateUntil || wasHeld(now) || memory.isShort()
    },
    stop: () => clearTimeout(timer),
  }
}

function watchMemory(maxBytes: number): { check(now: number): void; isShort(): boolean } {
  let short = false
  let checkAt = 0
  let collectAt = 0
  return {
    isShort: () => short,
    check(now) {
      if (now < checkAt) return
      checkAt = now + MEMORY_CHECK_MS
      short = heldBytes() > maxBytes
      if (!short || now < collectAt) return
      // Garbage is not a shortage, and while requests are refused nothing else might collect it.
      collectAt = now + COLLECT_EVERY_MS
      collectGarbage()
      short = heldBytes() > maxBytes
    },
  }
}

/** Processor time of the main thread, which every request waits for. */
function processorTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

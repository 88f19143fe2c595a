import { createFairQueue } from '../platform/fair-queue.ts'

export type FairSlots = {
  /** Runs the work when there is a slot and it is the owner's turn. One work at a time has a key. */
  run<T>(owner: string, key: string, work: () => Promise<T>): Promise<T>
  /** Another owner waits for the same work: it begins at the first turn of either. */
  alsoFor(owner: string, key: string): void
}

export type FairSlotsOptions = {
  count: number
  /** Work that takes longer gives its slot to others, while there is room for slow work: a slow server holds up its own only. */
  slowAfterMs: number
  slowCount: number
}

/**
 * An owner may take this many times what would be left. A lone one has seven of eight slots, three have seven of 22 each,
 * and there is always one left for the next who comes.
 */
const SHARE = 7

type Waiting = { start(owner: string): void; isStarted: boolean }

/** Slots of one kind: how many are in use, by whom. */
function createShares(count: number) {
  const used = new Map<string, number>()
  let free = count
  return {
    mayTake: (owner: string) => free > 0 && (used.get(owner) ?? 0) < SHARE * free,
    take(owner: string): void {
      free--
      used.set(owner, (used.get(owner) ?? 0) + 1)
    },
    giveBack(owner: string): void {
      free++
      const left = used.get(owner)! - 1
      if (left > 0) used.set(owner, left)
      else used.delete(owner)
    },
  }
}

export function createFairSlots({ count, slowAfterMs, slowCount }: FairSlotsOptions): FairSlots {
  const quick = createShares(count)
  const slow = createShares(slowCount)
  const queue = createFairQueue<Waiting>({ isGone: ({ isStarted }) => isStarted })
  const waitingFor = new Map<string, Waiting>()

  function letThrough(): void {
    for (;;) {
      let taker = ''
      const next = queue.take((owner) => {
        taker = owner
        return quick.mayTake(owner)
      })
      if (!next) return
      next.isStarted = true
      quick.take(taker)
      next.start(taker)
    }
  }

  function turn(owner: string, key: string): Promise<string> {
    return new Promise((start) => {
      const waiting: Waiting = { start, isStarted: false }
      waitingFor.set(key, waiting)
      queue.add(owner, waiting)
      letThrough()
    })
  }

  return {
    async run(owner, key, work) {
      const taker = await turn(owner, key)
      waitingFor.delete(key)
      let held = quick
      const moving = setTimeout(() => {
        if (!slow.mayTake(taker)) return
        slow.take(taker)
        quick.giveBack(taker)
        held = slow
        letThrough()
      }, slowAfterMs)
      try {
        return await work()
      } finally {
        clearTimeout(moving)
        held.giveBack(taker)
        letThrough()
      }
    },
    alsoFor(owner, key) {
      const waiting = waitingFor.get(key)
      if (!waiting || waiting.isStarted) return
      queue.add(owner, waiting)
      letThrough()
    },
  }
}

/** An account, for example, is a `key`: at most `max` slots are in use under it. */
export type Share = { key: string; max: number }

export type Slots = {
  /** Calls `start` once a slot is free. The returned function releases the slot, or leaves the queue. */
  enter(shares: readonly Share[], start: () => void): () => void
}

type Entry = { shares: readonly Share[]; start: () => void; isIn: boolean }

/** A free slot goes to the entry whose shares use the fewest slots, then to the one that waits longest. */
export function createSlots(count: number): Slots {
  const waiting = new Set<Entry>()
  const used = new Map<string, number>()
  let free = count

  const usedBy = ({ key }: Share) => used.get(key) ?? 0

  function next(): Entry | undefined {
    let [best, fewest] = [undefined as Entry | undefined, Number.POSITIVE_INFINITY]
    for (const entry of waiting) {
      const uses = entry.shares.reduce((sum, share) => sum + usedBy(share), 0)
      if (uses >= fewest || entry.shares.some((share) => usedBy(share) >= share.max)) continue
      best = entry
      fewest = uses
    }
    return best
  }

  function admit(): void {
    while (free > 0) {
      const entry = next()
      if (!entry) return
      waiting.delete(entry)
      free--
      for (const share of entry.shares) used.set(share.key, usedBy(share) + 1)
      entry.isIn = true
      entry.start()
    }
  }

  function leave(entry: Entry): void {
    waiting.delete(entry)
    if (!entry.isIn) return
    free++
    for (const share of entry.shares) {
      const left = usedBy(share) - 1
      if (left > 0) used.set(share.key, left)
      else used.delete(share.key)
    }
    admit()
  }

  return {
    enter(shares, start) {
      const entry = { shares, start, isIn: false }
      waiting.add(entry)
      admit()
      return () => leave(entry)
    },
  }
}

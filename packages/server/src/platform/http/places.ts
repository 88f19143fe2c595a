export type Places = {
  /** Calls `start` when there is a place. The answer gives the place back, or leaves the queue. */
  enter(who: string, start: () => void): () => void
}

type Entry = { who: string; start: () => void; isIn: boolean }

/** Places for `count` at a time, of which one party has at most `each`: a party that queues keeps no other waiting. */
export function createPlaces(count: number, each: number): Places {
  const waiting: Entry[] = []
  const taken = new Map<string, number>()
  let free = count

  function admit(): void {
    while (free > 0) {
      const at = waiting.findIndex(({ who }) => (taken.get(who) ?? 0) < each)
      if (at < 0) return
      const [entry] = waiting.splice(at, 1) as [Entry]
      free--
      taken.set(entry.who, (taken.get(entry.who) ?? 0) + 1)
      entry.isIn = true
      entry.start()
    }
  }

  function leave(entry: Entry): void {
    if (!entry.isIn) {
      waiting.splice(waiting.indexOf(entry), 1)
      return
    }
    free++
    const left = taken.get(entry.who)! - 1
    if (left > 0) taken.set(entry.who, left)
    else taken.delete(entry.who)
    admit()
  }

  return {
    enter(who, start) {
      const entry = { who, start, isIn: false }
      waiting.push(entry)
      admit()
      return () => leave(entry)
    },
  }
}

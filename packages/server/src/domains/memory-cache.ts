import type { Clock } from '../platform/clock.ts'

/** Entries end by themselves; what was not used for long goes first, and never more than twice the capacity is kept. */
export type MemoryCache<T> = {
  get(name: string): T | undefined
  set(name: string, value: T, lifeMs: number): void
}

/**
 * Two generations instead of a list by last use: when the young one is full it becomes the old one, and what is used
 * from there moves over. A look-up then costs a single probe of a map.
 */
export function createMemoryCache<T>(capacity: number, clock: Clock): MemoryCache<T> {
  type Entry = { value: T; endsAt: number }
  let young = new Map<string, Entry>()
  let old = new Map<string, Entry>()

  function put(name: string, entry: Entry): void {
    if (young.size >= capacity) {
      old = young
      young = new Map()
    }
    young.set(name, entry)
  }

  return {
    get(name) {
      let entry = young.get(name)
      if (!entry) {
        entry = old.get(name)
        if (!entry) return undefined
        put(name, entry)
      }
      return entry.endsAt > clock.now() ? entry.value : undefined
    },
    set: (name, value, lifeMs) => put(name, { value, endsAt: clock.now() + lifeMs }),
  }
}

/** Asks once for a name, however many want to know, and remembers the answer for as long as `lifeMs` says. */
export function rememberAnswers<T>(
  cache: MemoryCache<T>,
  ask: (name: string) => Promise<T>,
  lifeMs: (answer: T) => number,
): (name: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()

  async function askAndRemember(name: string): Promise<T> {
    try {
      const answer = await ask(name)
      cache.set(name, answer, lifeMs(answer))
      return answer
    } finally {
      underWay.delete(name)
    }
  }

  return async (name) => {
    const remembered = cache.get(name)
    if (remembered !== undefined) return remembered
    const joined = underWay.get(name) ?? askAndRemember(name)
    underWay.set(name, joined)
    return joined
  }
}

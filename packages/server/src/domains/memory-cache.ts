import type { Clock } from '../platform/clock.ts'

/** A bounded map whose entries end by themselves; when it is full, the entry that was not used for longest goes. */
export type MemoryCache<T> = {
  get(name: string): T | undefined
  set(name: string, value: T, lifeMs: number): void
}

export function createMemoryCache<T>(capacity: number, clock: Clock): MemoryCache<T> {
  const entries = new Map<string, { value: T; endsAt: number }>()
  return {
    get(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      entries.delete(name)
      if (entry.endsAt <= clock.now()) return undefined
      entries.set(name, entry)
      return entry.value
    },
    set(name, value, lifeMs) {
      entries.delete(name)
      if (entries.size >= capacity) entries.delete(entries.keys().next().value!)
      entries.set(name, { value, endsAt: clock.now() + lifeMs })
    },
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

/**
 * Remembers what `make` answered for the keys asked for lately, in two generations: when the young one is full it becomes
 * the old one, and what nobody asks for again goes with it. At most `2 * limit` answers are held.
 */
export function createBoundedCache<V extends object>(limit: number, make: (key: string) => V): (key: string) => V {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  return (key) => {
    const known = young.get(key)
    if (known !== undefined) return known
    const kept = ownCopy(key)
    const value = old.get(key) ?? make(kept)
    if (young.size >= limit) {
      old = young
      young = new Map()
    }
    young.set(kept, value)
    return value
  }
}

/** A slice of a string keeps the whole string in memory, which may be a file of many megabytes. */
function ownCopy(text: string): string {
  return [...text].join('')
}

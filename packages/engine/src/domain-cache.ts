/** Remembers what `make` answered for the last `limit` new domains. What is asked for often comes back at once when dropped. */
export function createDomainCache<V extends object>(limit: number, make: (domain: string) => V): (domain: string) => V {
  const known = new Map<string, V>()
  // Goes through the keys from the oldest on, also through those that are added meanwhile: the next to be dropped.
  const oldest = known.keys()
  return (domain) => {
    const value = known.get(domain)
    if (value !== undefined) return value
    if (known.size >= limit) known.delete(oldest.next().value!)
    const own = ownCopy(domain)
    const made = make(own)
    known.set(own, made)
    return made
  }
}

/** A slice keeps the whole string in memory, which may be a file of many megabytes; a slice of a short sum keeps only that. */
function ownCopy(text: string): string {
  return `.${text}`.slice(1)
}

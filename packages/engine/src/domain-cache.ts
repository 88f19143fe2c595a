/** Slots for domains that were asked for more than once. */
const RECENT = 1024

/**
 * Remembers what `make` answered for the last `limit` new domains. What is asked for often comes back at once when dropped.
 * A domain is given as what stands behind place `at` of an address; of a domain alone that is -1.
 */
export function createDomainCache<V extends object>(
  limit: number,
  make: (domain: string) => V,
): (address: string, at: number) => V {
  type Entry = { readonly domain: string; readonly value: V }
  const known = new Map<string, Entry>()
  // Goes through the keys from the oldest on, also through those that are added meanwhile: the next to be dropped.
  const oldest = known.keys()
  // Compared in place: most addresses are at a few domains, and for those no string is made and no hash is worked out.
  const recent: (Entry | undefined)[] = new Array(RECENT).fill(undefined)
  return (address, at) => {
    const length = address.length - at - 1
    const slot = (address.charCodeAt(at + 1) * 7 + address.charCodeAt(at + 2) * 31 + length * 131) & (RECENT - 1)
    const last = recent[slot]
    if (last !== undefined && last.domain.length === length && address.endsWith(last.domain)) return last.value
    const domain = address.slice(at + 1)
    const entry = known.get(domain)
    if (entry !== undefined) {
      recent[slot] = entry
      return entry.value
    }
    if (known.size >= limit) known.delete(oldest.next().value!)
    const own = ownCopy(domain)
    const made = { domain: own, value: make(own) }
    known.set(own, made)
    return made.value
  }
}

/** A slice keeps the whole string in memory, which may be a file of many megabytes; a slice of a short sum keeps only that. */
function ownCopy(text: string): string {
  return `.${text}`.slice(1)
}

import { codeAt } from './code-at.ts'

/** Places for domains that were asked for more than once, a power of two, and what each of them holds of a name. */
const RECENT = 8192
const RECENT_BYTES = 32
/** A name of fewer characters is no domain, and one that fills a place leaves no room for its length. */
const SHORTEST = 4
const LONGEST = RECENT_BYTES - 1

/**
 * Remembers what `make` answered for the last `limit` new domains. What is asked for often comes back at once when dropped.
 * A domain is given as what stands behind place `at` of an address; of a domain alone that is -1.
 */
export function createDomainCache<V extends object>(
  limit: number,
  make: (domain: string) => V,
): (address: string, at: number) => V {
  const known = new Map<string, V>()
  // Goes through the keys from the oldest on, also through those that are added meanwhile: the next to be dropped.
  const oldest = known.keys()
  // Compared in place: most addresses are at a few domains, and for those no string is made and no hash is worked out.
  // A place is the length of a name and its characters, side by side: one line of the processor's cache.
  const names = new Uint8Array(RECENT * RECENT_BYTES)
  const values: (V | undefined)[] = new Array(RECENT).fill(undefined)

  function find(address: string, at: number): V {
    const domain = address.slice(at + 1)
    const value = known.get(domain)
    if (value !== undefined) {
      remember(domain, value)
      return value
    }
    if (known.size >= limit) known.delete(oldest.next().value!)
    const own = ownCopy(domain)
    const made = make(own)
    known.set(own, made)
    return made
  }

  function remember(domain: string, value: V): void {
    if (domain.length < SHORTEST || domain.length > LONGEST || !isLatin1(domain)) return
    const place = placeOf(domain, -1, domain.length)
    const start = place * RECENT_BYTES
    names[start] = domain.length
    for (let i = 0; i < domain.length; i++) names[start + 1 + i] = codeAt(domain, i)
    values[place] = value
  }

  return (address, at) => {
    const length = address.length - at - 1
    if (length < SHORTEST || length > LONGEST) return find(address, at)
    const place = placeOf(address, at, length)
    const start = place * RECENT_BYTES
    if (names[start] !== length) return find(address, at)
    for (let i = 1; i <= length; i++) if (names[start + i] !== codeAt(address, at + i)) return find(address, at)
    return values[place]!
  }
}

/** Some of the characters, from all over the name, tell nearly all domains apart that are asked for often. */
function placeOf(address: string, at: number, length: number): number {
  const start =
    codeAt(address, at + 1) ^
    (codeAt(address, at + 2) << 6) ^
    (codeAt(address, at + 3) << 12) ^
    (codeAt(address, at + 1 + (length >> 1)) << 18) ^
    (length << 24)
  const rest = (codeAt(address, at + 4) << 9) ^ codeAt(address, at + length - 3)
  return (Math.imul(Math.imul(start, 0x9e3779b1) ^ rest, 0x85ebca6b) >>> 8) & (RECENT - 1)
}

function isLatin1(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (codeAt(text, i) > 0xff) return false
  return true
}

/** A slice keeps the whole string in memory, which may be a file of many megabytes; a slice of a short sum keeps only that. */
function ownCopy(text: string): string {
  return `.${text}`.slice(1)
}

import { codeAt } from '../text/code-at.ts'

/** Slots for domains that occurred more than once: a power of two, in pairs. A domain may be in either slot of its pair. */
const RECENT = 16_384
/** A slot contains the length of a name and the name. Longer and non-ASCII names have no slot. */
const SLOT_BYTES = 32
const SLOT_WORDS = SLOT_BYTES / 4
const NO_SLOT = -1

export type DomainCache<V> = {
  /** The domain starts after position `at` of an address; pass -1 for a domain alone. */
  readonly read: (address: string, at: number) => V
  readonly clear: () => void
}

/**
 * Caches what `make` returned for the last `limit` new domains. A frequent domain that was evicted returns with its
 * next address.
 */
export function createDomainCache<V extends object>(limit: number, make: (domain: string) => V): DomainCache<V> {
  const known = new Map<string, V>()
  // Iterates over the keys from the oldest on, including those added later: the next ones to drop.
  let oldest = known.keys()
  // A map needs a string of every domain and its hash. Most addresses are at a few domains: for those, one pass over
  // the characters finds the slot, and comparing four characters at a time confirms it.
  const names = new Int32Array(RECENT * SLOT_WORDS)
  const values: (V | undefined)[] = new Array(RECENT).fill(undefined)
  /** The name to find, in the form of a slot. */
  const nameWords = new Int32Array(SLOT_WORDS)
  const nameBytes = new Uint8Array(nameWords.buffer)

  function add(domain: string): V {
    if (known.size >= limit) known.delete(oldest.next().value!)
    const name = ownCopy(domain)
    const value = make(name)
    known.set(name, value)
    return value
  }

  function read(address: string, at: number): V {
    const slot = readName(address, at + 1)
    if (slot === NO_SLOT) return readFromMap(address.slice(at + 1), NO_SLOT)
    if (holdsName(slot)) return values[slot]!
    // A repeated name moves to the first slot of its pair, which new names do not overwrite.
    const second = slot + 1
    if (!holdsName(second)) return readFromMap(address.slice(at + 1), second)
    const value = values[second]!
    names.copyWithin(second * SLOT_WORDS, slot * SLOT_WORDS, second * SLOT_WORDS)
    values[second] = values[slot]
    return keep(slot, value)
  }

  /** Fills the slot if the domain is in the map. */
  function readFromMap(domain: string, slot: number): V {
    const value = known.get(domain)
    if (value === undefined) return add(domain)
    return slot === NO_SLOT ? value : keep(slot, value)
  }

  /** Reads the domain that starts at `start` and returns the first slot of its pair. */
  function readName(text: string, start: number): number {
    const length = text.length - start
    if (length >= SLOT_BYTES || length <= 0) return NO_SLOT
    // Clears the rest of the previous name in the last word.
    nameWords[length >>> 2] = 0
    nameBytes[0] = length
    let hash = length
    let codes = 0
    for (let i = 1; i <= length; i++) {
      const code = codeAt(text, start + i - 1)
      nameBytes[i] = code
      codes |= code
      hash = Math.imul(hash, 0x01000193) + code
    }
    if (codes > 0x7f) return NO_SLOT
    return (Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 8) & (RECENT - 2)
  }

  function holdsName(slot: number): boolean {
    const last = nameBytes[0]! >>> 2
    for (let i = 0, at = slot * SLOT_WORDS; i <= last; i++) if (names[at + i] !== nameWords[i]) return false
    return true
  }

  function keep(slot: number, value: V): V {
    names.set(nameWords, slot * SLOT_WORDS)
    values[slot] = value
    return value
  }

  function clear(): void {
    known.clear()
    // The old iterator keeps the old entries in memory.
    oldest = known.keys()
    names.fill(0)
    values.fill(undefined)
  }

  return { read, clear }
}

/**
 * A slice keeps its whole parent string in memory, which may be a file of many megabytes; a slice of a short copy keeps
 * only the copy.
 */
function ownCopy(text: string): string {
  return `.${text}`.slice(1)
}

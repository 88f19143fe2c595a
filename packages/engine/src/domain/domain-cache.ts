import { codeAt } from '../text/code-at.ts'

/** Places for domains that were asked for more than once, a power of two, in pairs that a domain may take either of. */
const RECENT = 16_384
/** The bytes of a place: the length of a name, and the name. A longer one, or one beyond ASCII, has no place. */
const PLACE_BYTES = 32
const PLACE_WORDS = PLACE_BYTES / 4
const NO_PLACE = -1

export type DomainCache<V> = {
  /** A domain is given as what stands behind place `at` of an address; of a domain alone that is -1. */
  readonly read: (address: string, at: number) => V
  readonly clear: () => void
}

/** Remembers what `make` answered for the last `limit` new domains. What is asked for often comes back at once when dropped. */
export function createDomainCache<V extends object>(limit: number, make: (domain: string) => V): DomainCache<V> {
  const known = new Map<string, V>()
  // Goes through the keys from the oldest on, also through those that are added meanwhile: the next to be dropped.
  let oldest = known.keys()
  // A map makes a string of every domain and works a hash out of it. Most addresses are at a few domains, and for those one
  // pass over the characters finds the place, and a few numbers of four characters each tell whether it is theirs.
  const names = new Int32Array(RECENT * PLACE_WORDS)
  const values: (V | undefined)[] = new Array(RECENT).fill(undefined)

  function add(domain: string): V {
    if (known.size >= limit) known.delete(oldest.next().value!)
    const name = ownCopy(domain)
    const value = make(name)
    known.set(name, value)
    return value
  }

  function read(address: string, at: number): V {
    const place = readName(address, at + 1)
    if (place === NO_PLACE) return readRarely(address.slice(at + 1), NO_PLACE)
    if (holdsName(place)) return values[place]!
    // A name that is asked for again moves to the first place of its pair, which names asked for once leave alone.
    const second = place + 1
    if (!holdsName(second)) return readRarely(address.slice(at + 1), second)
    const value = values[second]!
    names.copyWithin(second * PLACE_WORDS, place * PLACE_WORDS, second * PLACE_WORDS)
    values[second] = values[place]
    return keep(place, value)
  }

  /** Takes the place for a domain that is known by now. */
  function readRarely(domain: string, place: number): V {
    const value = known.get(domain)
    if (value === undefined) return add(domain)
    return place === NO_PLACE ? value : keep(place, value)
  }

  function holdsName(place: number): boolean {
    const last = nameBytes[0]! >>> 2
    for (let i = 0, at = place * PLACE_WORDS; i <= last; i++) if (names[at + i] !== nameWords[i]) return false
    return true
  }

  function keep(place: number, value: V): V {
    names.set(nameWords, place * PLACE_WORDS)
    values[place] = value
    return value
  }

  function clear(): void {
    known.clear()
    // The iterator that went through the former ones holds on to them.
    oldest = known.keys()
    names.fill(0)
    values.fill(undefined)
  }

  return { read, clear }
}

/** The name that was read last, as a place holds it. */
const nameWords = new Int32Array(PLACE_WORDS)
const nameBytes = new Uint8Array(nameWords.buffer)

/** Reads what stands in the text from `start` on. Answers the first place of its pair. */
function readName(text: string, start: number): number {
  const length = text.length - start
  if (length >= PLACE_BYTES || length <= 0) return NO_PLACE
  // The last number has no more than the last characters in it.
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
  if (codes > 0x7f) return NO_PLACE
  return (Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 8) & (RECENT - 2)
}

/** A slice keeps the whole string in memory, which may be a file of many megabytes; a slice of a short sum keeps only that. */
function ownCopy(text: string): string {
  return `.${text}`.slice(1)
}

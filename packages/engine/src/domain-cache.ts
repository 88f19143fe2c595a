import { codeAt } from './code-at.ts'

/** Places for domains that were asked for more than once, a power of two, in pairs that a domain may take either of. */
const RECENT = 16_384
/** A name of fewer characters is no domain. */
const SHORTEST = 4

type Entry<V> = { readonly name: string; readonly value: V }
const NONE: Entry<never> = { name: '', value: undefined as never }

export type DomainCache<V> = {
  /** A domain is given as what stands behind place `at` of an address; of a domain alone that is -1. */
  readonly read: (address: string, at: number) => V
  readonly clear: () => void
}

/** Remembers what `make` answered for the last `limit` new domains. What is asked for often comes back at once when dropped. */
export function createDomainCache<V extends object>(limit: number, make: (domain: string) => V): DomainCache<V> {
  const known = new Map<string, Entry<V>>()
  // Goes through the keys from the oldest on, also through those that are added meanwhile: the next to be dropped.
  let oldest = known.keys()
  // A map works a hash out of every new string. Most addresses are at a few domains, and for those a look at five characters
  // finds the one to compare with.
  const recent: Entry<V>[] = new Array(RECENT).fill(NONE)

  function add(domain: string): V {
    if (known.size >= limit) known.delete(oldest.next().value!)
    const name = ownCopy(domain)
    const value = make(name)
    known.set(name, { name, value })
    return value
  }

  function read(address: string, at: number): V {
    const length = address.length - at - 1
    if (length < SHORTEST) return make(address.slice(at + 1))
    const place = placeOf(address, at + 1, length)
    const first = recent[place]!
    if (first.name.length === length && address.endsWith(first.name)) return first.value
    const domain = address.slice(at + 1)
    // What is asked for again moves to the first place of its pair, which those that are asked for once leave alone.
    const second = recent[place + 1]!
    if (second.name === domain) {
      recent[place] = second
      recent[place + 1] = first
      return second.value
    }
    const entry = known.get(domain)
    if (entry === undefined) return add(domain)
    recent[place + 1] = entry
    return entry.value
  }

  function clear(): void {
    known.clear()
    // The iterator that went through the former ones holds on to them.
    oldest = known.keys()
    recent.fill(NONE)
  }

  return { read, clear }
}

/** The first place of a pair. Some of the characters, from all over the name, tell nearly all domains apart. */
function placeOf(address: string, start: number, length: number): number {
  const some =
    codeAt(address, start) ^
    (codeAt(address, start + 1) << 6) ^
    (codeAt(address, start + (length >> 1)) << 12) ^
    (length << 18)
  const rest = (codeAt(address, start + 3) << 9) ^ codeAt(address, start + length - 1)
  return (Math.imul(Math.imul(some, 0x9e3779b1) ^ rest, 0x85ebca6b) >>> 8) & (RECENT - 2)
}

/** A slice keeps the whole string in memory, which may be a file of many megabytes; a slice of a short sum keeps only that. */
function ownCopy(text: string): string {
  return `.${text}`.slice(1)
}

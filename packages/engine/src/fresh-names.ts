/**
 * Names with the lists that call them disposable, in a few arrays of numbers. As strings in a map, tens of thousands of them are
 * moved by the garbage collector while they are read in, which stops a busy process for tens of milliseconds each time that new
 * lists are taken up. In arrays of numbers there is nothing to move.
 */
import { codeAt } from './code-at.ts'

/** A map does for a few names. */
export type FreshNames = Pick<ReadonlyMap<string, readonly string[]>, 'get' | 'size'>

export type GrowingNames = FreshNames & {
  /** A name in ASCII, of up to 253 characters; any other is no domain, and is left out. */
  readonly add: (name: string, list: string) => void
}

const FIRST_CAPACITY = 1024
const LONGEST_NAME = 253
const NOT_ASCII = -1
const FREE = -1

export function createFreshNames(): GrowingNames {
  let size = 0
  let bytes = new Uint8Array(FIRST_CAPACITY * 16)
  /** Name i is [starts[i], starts[i + 1]) of the bytes. */
  let starts = new Uint32Array(FIRST_CAPACITY + 1)
  let hashes = new Int32Array(FIRST_CAPACITY)
  /** The place in `sets` of the lists that name it: many names, few sets. */
  let named = new Uint16Array(FIRST_CAPACITY)
  /** Numbers of names, each in the first free place from the one that its hash chooses. */
  let slots = new Int32Array(FIRST_CAPACITY * 2).fill(FREE)
  const sets: (readonly string[])[] = []
  const numberOfSet = new Map<string, number>()

  function setOf(lists: readonly string[]): number {
    const key = lists.join('\n')
    const known = numberOfSet.get(key)
    if (known !== undefined) return known
    numberOfSet.set(key, sets.length)
    return sets.push(lists) - 1
  }

  /** The slot that holds the name, or the free one that is its own. */
  function slotOf(name: string, hash: number): number {
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]!
      if (number === FREE || (hashes[number] === hash && isAt(name, number))) return slot
    }
  }

  function isAt(name: string, number: number): boolean {
    const start = starts[number]!
    if (starts[number + 1]! - start !== name.length) return false
    for (let i = 0; i < name.length; i++) if (bytes[start + i] !== codeAt(name, i)) return false
    return true
  }

  function add(name: string, list: string): void {
    const hash = hashOf(name)
    if (hash === NOT_ASCII || name.length > LONGEST_NAME) return
    if (size === hashes.length) grow()
    const slot = slotOf(name, hash)
    const number = slots[slot]!
    if (number !== FREE) {
      const lists = sets[named[number]!]!
      if (!lists.includes(list)) named[number] = setOf([...lists, list])
      return
    }
    const start = starts[size]!
    if (start + name.length > bytes.length) bytes = copied(bytes, new Uint8Array(bytes.length * 2))
    for (let i = 0; i < name.length; i++) bytes[start + i] = codeAt(name, i)
    hashes[size] = hash
    named[size] = setOf([list])
    slots[slot] = size
    size++
    starts[size] = start + name.length
  }

  function grow(): void {
    const capacity = hashes.length * 2
    starts = copied(starts, new Uint32Array(capacity + 1))
    hashes = copied(hashes, new Int32Array(capacity))
    named = copied(named, new Uint16Array(capacity))
    slots = new Int32Array(capacity * 2).fill(FREE)
    const mask = slots.length - 1
    for (let number = 0; number < size; number++) {
      let slot = hashes[number]! & mask
      while (slots[slot] !== FREE) slot = (slot + 1) & mask
      slots[slot] = number
    }
  }

  function get(name: string): readonly string[] | undefined {
    const hash = hashOf(name)
    if (hash === NOT_ASCII) return undefined
    const number = slots[slotOf(name, hash)]!
    return number === FREE ? undefined : sets[named[number]!]
  }

  return {
    get size() {
      return size
    },
    add,
    get,
  }
}

function copied<T extends { set(from: ArrayLike<number>): void }>(from: ArrayLike<number>, to: T): T {
  to.set(from)
  return to
}

/** FNV-1a, mixed so that the lower bits depend on all characters; not negative. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) {
    const code = codeAt(name, i)
    if (code > 0x7f) return NOT_ASCII
    hash = Math.imul(hash ^ code, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) & 0x7fffffff
}

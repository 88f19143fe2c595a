/**
 * Names with the lists that contain them as disposable, in a few typed arrays. As strings in a map, the garbage
 * collector would copy tens of thousands of them during loading, which blocks a busy process for tens of milliseconds.
 */
import { isAscii } from '../../text/ascii.ts'
import { createHashedText, hashOf, setAscii } from '../../text/hashed-text.ts'

/** For a few names, a map will do. */
export type FreshNames = Pick<ReadonlyMap<string, readonly string[]>, 'get' | 'size'>

export type GrowingNames = FreshNames & {
  /** A name in ASCII of up to 253 characters; anything else is not a domain and is ignored. */
  readonly add: (name: string, list: string) => void
}

const FIRST_CAPACITY = 1024
const LONGEST_NAME = 253
const NO_DOMAIN = -1
const FREE = -1

export function createFreshNames(): GrowingNames {
  let size = 0
  let bytes = new Uint8Array(FIRST_CAPACITY * 16)
  /** Name i is [starts[i], starts[i + 1]) of the bytes. */
  let starts = new Uint32Array(FIRST_CAPACITY + 1)
  let hashes = new Uint32Array(FIRST_CAPACITY)
  /** The index in `sets` of the lists that contain the name: there are many names but few sets. */
  let named = new Uint16Array(FIRST_CAPACITY)
  /** Indexes of names, each in the first free slot from its hash on (linear probing). */
  let slots = new Int32Array(FIRST_CAPACITY * 2).fill(FREE)
  const sets: (readonly string[])[] = []
  const numberOfSet = new Map<string, number>()
  /** The name to find or add. */
  const text = createHashedText()

  function setOf(lists: readonly string[]): number {
    const key = lists.join('\n')
    const known = numberOfSet.get(key)
    if (known !== undefined) return known
    numberOfSet.set(key, sets.length)
    return sets.push(lists) - 1
  }

  function read(name: string): number {
    if (name.length > LONGEST_NAME || !isAscii(name)) return NO_DOMAIN
    return hashOf(setAscii(text, name), 0, name.length)
  }

  /** The slot with the name that was read, or the free slot where it belongs. */
  function slotOf(hash: number): number {
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]!
      if (number === FREE || (hashes[number] === hash && isAt(number))) return slot
    }
  }

  function isAt(number: number): boolean {
    const start = starts[number]!
    if (starts[number + 1]! - start !== text.length) return false
    for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.bytes[i]) return false
    return true
  }

  function add(name: string, list: string): void {
    const hash = read(name)
    if (hash === NO_DOMAIN) return
    if (size === hashes.length) grow()
    const slot = slotOf(hash)
    const number = slots[slot]!
    if (number !== FREE) {
      const lists = sets[named[number]!]!
      if (!lists.includes(list)) named[number] = setOf([...lists, list])
      return
    }
    const start = starts[size]!
    if (start + name.length > bytes.length) bytes = copied(bytes, new Uint8Array(bytes.length * 2))
    bytes.set(text.bytes.subarray(0, text.length), start)
    hashes[size] = hash
    named[size] = setOf([list])
    slots[slot] = size
    size++
    starts[size] = start + name.length
  }

  function grow(): void {
    const capacity = hashes.length * 2
    starts = copied(starts, new Uint32Array(capacity + 1))
    hashes = copied(hashes, new Uint32Array(capacity))
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
    const hash = read(name)
    if (hash === NO_DOMAIN) return undefined
    const number = slots[slotOf(hash)]!
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

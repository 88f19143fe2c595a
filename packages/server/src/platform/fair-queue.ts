/**
 * Who waits for what, shared fairly between owners: each has its own queue, and they take turns. An owner with one
 * item waits for at most one item of each other, however many those have.
 */
export type FairQueue<T> = {
  add(owner: string, item: T): void
  /** The next item of the owner whose turn it is; those that may not take now keep their turn. */
  take(mayTake?: (owner: string) => boolean): T | undefined
}

export type FairQueueOptions<T> = {
  /** Taken already, or waits no more. */
  isGone(item: T): boolean
  /** The order within an owner's queue; that of arrival unless given. */
  isBefore?: (item: T, other: T) => boolean
}

type Line<T> = { items: T[]; head: number }

export function createFairQueue<T>({ isGone, isBefore = () => false }: FairQueueOptions<T>): FairQueue<T> {
  const lines = new Map<string, Line<T>>()

  function insert(line: Line<T>, item: T): void {
    let at = line.items.length
    while (at > line.head && isBefore(item, line.items[at - 1]!)) at--
    line.items.splice(at, 0, item)
  }

  /** Without the gone ones before it; undefined when nothing is left. */
  function first(line: Line<T>): T | undefined {
    while (line.head < line.items.length && isGone(line.items[line.head]!)) line.head++
    if (line.head > 1000 && line.head * 2 > line.items.length) {
      line.items = line.items.slice(line.head)
      line.head = 0
    }
    return line.items[line.head]
  }

  return {
    add(owner, item) {
      const line = lines.get(owner) ?? { items: [], head: 0 }
      lines.set(owner, line)
      insert(line, item)
    },
    take(mayTake = () => true) {
      // A map keeps the order in which owners came: whose turn is over goes to its end.
      for (const [owner, line] of lines) {
        const item = first(line)
        if (item === undefined) {
          lines.delete(owner)
          continue
        }
        if (!mayTake(owner)) continue
        line.head++
        lines.delete(owner)
        lines.set(owner, line)
        return item
      }
      return undefined
    },
  }
}

/** Runs at most `count` pieces of work at a time, in the order in which they came. */
export function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  // A linked list, because thousands wait here and an array would move them all each time the first one leaves.
  type Waiting = { start: () => void; next: Waiting | undefined }
  let first: Waiting | undefined
  let last: Waiting | undefined
  let free = count

  function turn(): Promise<void> {
    return new Promise((start) => {
      const waiting = { start, next: undefined }
      if (last) last.next = waiting
      else first = waiting
      last = waiting
    })
  }

  function leave(): void {
    if (!first) {
      free++
      return
    }
    first.start()
    first = first.next
    if (!first) last = undefined
  }

  return async (work) => {
    if (free > 0) free--
    else await turn()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

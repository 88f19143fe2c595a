/**
 * Processes several items concurrently and yields the results in the order of the items, each as soon as possible, even
 * while waiting for the next item: the source may be a person typing.
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item, index: number) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const source = items[Symbol.asyncIterator]()
  const running: Promise<{ result: Result }>[] = []
  let next: Promise<{ read: IteratorResult<Item> }> | undefined = readNext()
  let index = 0

  function readNext() {
    const pending = source.next().then((read) => ({ read }))
    pending.catch(() => {})
    return pending
  }
  function start(item: Item) {
    const pending = work(item, index++).then((result) => ({ result }))
    // The error is handled when its turn comes.
    pending.catch(() => {})
    running.push(pending)
  }

  while (next || running.length > 0) {
    const awaited: Promise<{ read: IteratorResult<Item> } | { result: Result }>[] = running.slice(0, 1)
    if (next && running.length < concurrency) awaited.push(next)
    const event = await Promise.race(awaited)
    if ('read' in event) {
      next = event.read.done ? undefined : readNext()
      if (!event.read.done) start(event.read.value)
    } else {
      running.shift()
      yield event.result
    }
  }
}

import { setImmediate, setTimeout } from 'node:timers/promises'

/**
 * Turns single calls into few large ones: calls made while a batch runs form the next batch. A lone call
 * leaves at the end of the current turn, unless it may linger to find company.
 */
export function createBatch<K, V>(
  run: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
  { maxSize, lingerMs = 0 }: { maxSize: number; lingerMs?: number },
): (key: K) => Promise<V | undefined> {
  type Waiting = { key: K; resolve: (value: V | undefined) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let draining = false

  async function drain(): Promise<void> {
    draining = true
    do {
      await (lingerMs > 0 ? setTimeout(lingerMs) : setImmediate())
      const batch = waiting.slice(0, maxSize)
      waiting = waiting.slice(maxSize)
      try {
        const values = await run(batch.map(({ key }) => key))
        for (const { key, resolve } of batch) resolve(values.get(key))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    } while (waiting.length > 0)
    draining = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!draining) void drain()
    })
}

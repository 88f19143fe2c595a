import { setImmediate as nextTurn } from 'node:timers/promises'
import { array, assert, asyncProperty, integer, nat } from 'fast-check'
import { expect, test } from 'vitest'
import { mapInOrder } from '../src/in-order.ts'

async function* from<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}

test('results have the order of the items, with bounded concurrency', async () => {
  await assert(
    asyncProperty(array(nat(3), { maxLength: 30 }), integer({ min: 1, max: 5 }), async (delays, concurrency) => {
      let running = 0
      const work = async (delay: number, index: number) => {
        expect(++running).toBeLessThanOrEqual(concurrency)
        for (let turn = 0; turn < delay; turn++) await nextTurn()
        running--
        return index
      }
      const results: number[] = []
      for await (const result of mapInOrder(from(delays), concurrency, work)) results.push(result)
      expect(results).toEqual([...delays.keys()])
    }),
    { numRuns: 30 },
  )
})

test('a result is returned before the source has another item', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* slow() {
    yield 1
    await promise
    yield 2
  }
  const results = mapInOrder(slow(), 2, async (item) => item)
  expect((await results.next()).value).toBe(1)
  resolve()
  expect((await results.next()).value).toBe(2)
  expect((await results.next()).done).toBe(true)
})

test('a failure is thrown in its turn', async () => {
  const results = mapInOrder(from([1, 2, 3]), 3, async (item) => {
    if (item > 1) throw new Error(`no ${item}`)
    await nextTurn()
    return item
  })
  expect((await results.next()).value).toBe(1)
  await expect(results.next()).rejects.toThrow('no 2')
})

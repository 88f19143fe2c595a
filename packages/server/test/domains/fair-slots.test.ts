import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairSlots } from '../../src/domains/fair-slots.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

/** Slots whose work ends when it is told to; what has begun is kept in order. */
function slotsOf(count: number, slowCount = 0) {
  const slots = createFairSlots({ count, slowAfterMs: 1_500, slowCount })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (owner: string, key: string) =>
    void slots.run(owner, key, () => {
      begun.push(key)
      return new Promise<void>((end) => ends.set(key, end))
    })
  const end = async (key: string) => {
    ends.get(key)?.()
    ends.delete(key)
    await settle()
  }
  return { slots, begun, run, end, underWay: () => [...ends.keys()] }
}

test('one owner alone has seven of eight slots, and the next who comes finds one', async () => {
  const { begun, run } = slotsOf(80)
  for (let at = 0; at < 600; at++) run('hostile', `h${at}`)
  await settle()
  expect(begun).toHaveLength(70)
  run('other', 'o')
  await settle()
  expect(begun.at(-1)).toBe('o')
})

test('however many owners ask for however much, one more with one piece of work is begun at once', async () => {
  for (const owners of [1, 3, 10]) {
    const { begun, run } = slotsOf(200)
    for (let at = 0; at < 1_000; at++) run(`hostile ${at % owners}`, `h${at}`)
    run('other', 'o')
    await settle()
    expect(begun).toContain('o')
  }
})

test('where all slots are taken, an owner waits for at most one piece of work of each other', async () => {
  const { begun, run, end, underWay } = slotsOf(2)
  for (let at = 0; at < 50; at++) for (const owner of ['a', 'b', 'c']) run(owner, `${owner}${at}`)
  run('late', 'late')
  await settle()
  let ended = 0
  for (; !begun.includes('late'); ended++) await end(underWay()[0]!)
  expect(ended).toBeLessThanOrEqual(4)
})

test('all work is run exactly once, in the order of each owner', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }),
      async (count, owners) => {
        const { begun, run, end, underWay } = slotsOf(count, 2)
        owners.forEach((owner, at) => {
          run(owner, `${owner} ${at}`)
        })
        for (await settle(); underWay().length > 0; ) await end(underWay()[0]!)
        for (const owner of ['a', 'b', 'c']) {
          const own = owners.flatMap((one, at) => (one === owner ? [`${owner} ${at}`] : []))
          expect(begun.filter((key) => key.startsWith(owner))).toEqual(own)
        }
        expect(begun).toHaveLength(owners.length)
      },
    ),
    { numRuns: 200 },
  )
})

test('work that is slow gives its slot to others, as long as there is room for slow work', async () => {
  const { begun, run } = slotsOf(8, 80)
  for (let at = 0; at < 100; at++) run('owner', `w${at}`)
  await settle()
  expect(begun).toHaveLength(7)
  for (let step = 1; step <= 9; step++) {
    await vi.advanceTimersByTimeAsync(1_500)
    expect(begun).toHaveLength(7 * (step + 1))
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun.length).toBeLessThanOrEqual(78)
})

test('work that a second owner waits for begins at the first turn of either, and once', async () => {
  const { slots, begun, run, end, underWay } = slotsOf(8)
  for (let at = 0; at < 50; at++) run('many', `m${at}`)
  await settle()
  slots.alsoFor('other', 'm40')
  await settle()
  expect(begun.at(-1)).toBe('m40')
  while (underWay().length > 0) await end(underWay()[0]!)
  expect(begun.toSorted()).toEqual(Array.from({ length: 50 }, (_, at) => `m${at}`).toSorted())
})

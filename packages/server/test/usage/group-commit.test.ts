import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '../../src/platform/http/problem.ts'
import { createGroupCommit, type GroupCommitOptions, type StoreOutcome } from '../../src/usage/group-commit.ts'

/** A store whose commits end when told to. */
function heldStore() {
  const commits: { rows: readonly number[]; end: PromiseWithResolvers<StoreOutcome> }[] = []
  const store = (rows: readonly number[]) => {
    const end = Promise.withResolvers<StoreOutcome>()
    commits.push({ rows, end })
    return end.promise
  }
  return { commits, store }
}

const options = (change: Partial<GroupCommitOptions<number>>): GroupCommitOptions<number> => ({
  store: async () => 'stored',
  rowsMax: 4,
  delayMs: 5,
  commitsMax: 2,
  waitingMax: 100,
  ...change,
})

test('a row is acknowledged only when its commit has ended', async () => {
  const { commits, store } = heldStore()
  const group = createGroupCommit(options({ store }))
  let durable = false
  const added = group.add(1).then(() => {
    durable = true
  })
  await nextTurn()
  expect([commits.length, durable]).toEqual([1, false])
  commits[0]!.end.resolve('stored')
  await added
  expect(durable).toBe(true)
})

test('every row is in exactly one commit, in order, and no commit has more rows than allowed', async () => {
  const stored: (readonly number[])[] = []
  const group = createGroupCommit(
    options({
      async store(rows) {
        await nextTurn()
        stored.push(rows)
        return 'stored'
      },
    }),
  )
  const numbers = Array.from({ length: 50 }, (_, number) => number)
  await Promise.all(
    numbers.map(async (number) => {
      for (let turn = 0; turn < number % 7; turn++) await nextTurn()
      await group.add(number)
    }),
  )
  expect(stored.flat().toSorted((a, b) => a - b)).toEqual(numbers)
  expect(Math.max(...stored.map((rows) => rows.length))).toBeLessThanOrEqual(4)
})

test('rows handed in together share a commit, and a full one does not wait for the clock', async () => {
  const { commits, store } = heldStore()
  const group = createGroupCommit(options({ store, delayMs: 60_000 }))
  for (let row = 0; row < 8; row++) void group.add(row)
  expect(commits.map(({ rows }) => rows)).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ])
})

test('no more commits than allowed are under way; the rest waits for one to end', async () => {
  const { commits, store } = heldStore()
  const group = createGroupCommit(options({ store }))
  for (let row = 0; row < 12; row++) void group.add(row)
  await nextTurn()
  expect(commits).toHaveLength(2)
  commits[1]!.end.resolve('stored')
  await nextTurn()
  expect(commits.map(({ rows }) => rows).at(-1)).toEqual([8, 9, 10, 11])
})

test('a commit that fails fails its own rows and no others', async () => {
  const { commits, store } = heldStore()
  const group = createGroupCommit(options({ store }))
  const outcomes = Promise.allSettled(Array.from({ length: 8 }, (_, row) => group.add(row)))
  commits[0]!.end.reject(new Error('gone'))
  commits[1]!.end.resolve('stored')
  expect((await outcomes).map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'rejected'),
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ])
})

test('a commit in doubt keeps its own rows waiting until it is certain, and no others', async () => {
  const { commits, store } = heldStore()
  const group = createGroupCommit(options({ store, commitsMax: 1 }))
  const certain = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const outcomes = Promise.allSettled(Array.from({ length: 12 }, (_, row) => group.add(row)))
  for (const { promise } of certain) {
    commits.at(-1)!.end.resolve({ inDoubt: promise })
    await nextTurn()
  }
  expect(commits.map(({ rows }) => rows.length)).toEqual([4, 4, 4])
  commits[2]!.end.resolve('stored')
  certain[0]!.resolve()
  certain[1]!.reject(new Error('not stored'))
  expect((await outcomes).map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'fulfilled'),
    ...Array.from({ length: 4 }, () => 'rejected'),
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ])
})

test('a row too many is refused at once with 503 and Retry-After, and takes no place', async () => {
  const { commits, store } = heldStore()
  const group = createGroupCommit(options({ store, waitingMax: 4, commitsMax: 1 }))
  const accepted = Array.from({ length: 8 }, (_, row) => group.add(row))
  const refusal = await group.add(8).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'unavailable', statusCode: 503, options: { retryAfterSeconds: 1 } })
  commits[0]!.end.resolve('stored')
  await nextTurn()
  commits[1]!.end.resolve('stored')
  await Promise.all(accepted)
  expect(commits.flatMap(({ rows }) => rows)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type BlobStore, BlobsUnavailableError } from '../../../src/platform/blobs/blobs.ts'
import { type StoreCheck, watchStore } from '../../../src/platform/blobs/store-watch.ts'

type Outcome = Awaited<ReturnType<BlobStore['write']>>
const STORED: Outcome = { outcome: 'stored', size: 5, sha256: '' }
const EXISTS: Outcome = { outcome: 'exists' }

/** Watches a store with these outcomes of its writes, the last of which repeats. */
function watch(...outcomes: (Outcome | Error)[]) {
  return watchReporting(async () => undefined, outcomes)
}

function watchReporting(report: () => Promise<void>, outcomes: (Outcome | Error)[]) {
  const keys: string[] = []
  const lines: string[] = []
  const checks: StoreCheck[] = []
  const blobs = {
    async write(key: string) {
      keys.push(key)
      const outcome = outcomes.length > 1 ? outcomes.shift()! : outcomes[0]!
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    delete: async () => undefined,
    stat: async () => undefined,
  }
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const reportCheck = async (check: StoreCheck) => {
    checks.push(check)
    await report()
  }
  const store = watchStore({ blobs, log, report: reportCheck, retryMs: 1 })
  onTestFinished(() => store.stop())
  return { store, keys, lines, checks }
}

test('a store that refuses the second write is trusted, and has no problem', async () => {
  const { store, checks } = watch(STORED, EXISTS)
  expect(store.last()).toMatchObject({ acceptsUploads: false, problem: expect.stringContaining('not checked yet') })
  await expect.poll(() => checks.length).toBe(1)
  expect(store.last()).toEqual({ state: 'ready', acceptsUploads: true, problem: undefined })
})

test('a lost response of the first write is inconclusive: another key is tried at once', async () => {
  const { store, keys, checks, lines } = watch(EXISTS, STORED, EXISTS)
  await expect.poll(() => checks.length).toBe(1)
  expect(store.last()).toMatchObject({ state: 'ready', acceptsUploads: true })
  expect(keys).toEqual([keys[0], keys[1], keys[1]])
  expect(new Set(keys).size).toBe(2)
  expect(lines).toEqual([])
})

test('a store that stays inconclusive is checked until it is not', async () => {
  const { store, checks, lines } = watch(EXISTS, EXISTS, EXISTS, EXISTS, EXISTS, EXISTS, STORED, EXISTS)
  await expect.poll(() => store.last().acceptsUploads).toBe(true)
  expect(checks.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'ready'])
  expect(lines).toEqual([
    'object store check inconclusive: CSV uploads disabled until it succeeds',
    'object store is ready again',
  ])
})

test('a store that overwrites is not trusted, and one repeated response does not make it one', async () => {
  const lax = watch(STORED)
  await expect.poll(() => lax.checks.length).toBeGreaterThan(2)
  expect(lax.store.last()).toMatchObject({ state: 'overwrites', acceptsUploads: false })
  expect(lax.lines).toEqual(['object store ignores If-None-Match: CSV uploads disabled'])

  const hiccup = watch(STORED, STORED, STORED, EXISTS)
  await expect.poll(() => hiccup.store.last().acceptsUploads).toBe(true)
})

test('a store that cannot be reached is not trusted yet, and is once it answers', async () => {
  const down = new BlobsUnavailableError('down')
  const { store, checks } = watch(down, down, STORED, EXISTS)
  await expect.poll(() => store.last().acceptsUploads).toBe(true)
  expect(checks.map(({ state }) => state)).toEqual(['unavailable', 'unavailable', 'ready'])
  expect(checks[0]!.problem).toMatch(
    /^unavailable: it cannot be reached .*; CSV uploads are off until a check succeeds$/,
  )
})

test('a check that cannot be reported, because the database is still starting, is repeated soon', async () => {
  let isAway = true
  const { checks } = watchReporting(async () => {
    if (isAway) throw new Error('The database is starting.')
  }, [STORED, EXISTS])
  await expect.poll(() => checks.length).toBeGreaterThan(2)
  isAway = false
  const reported = checks.length
  await expect.poll(() => checks.length).toBeGreaterThan(reported)
  expect(checks.every(({ state }) => state === 'ready')).toBe(true)
})

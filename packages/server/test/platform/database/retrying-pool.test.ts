import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { PatientPool } from '../../../src/platform/database/retrying-pool.ts'
import { useTestDatabase } from '../../support/database.ts'

const NEVER_MS = 1_000_000
const MOST = 5

async function usePool(patienceMs: number): Promise<PatientPool> {
  const { url } = await useTestDatabase()
  const pool = new PatientPool({ connectionString: url, max: MOST }, patienceMs)
  // The database of a test may be gone before the last of its connections.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  onTestFinished(() => pool.end())
  return pool
}

const askAtOnce = (pool: PatientPool, count: number) =>
  Promise.all(Array.from({ length: count }, () => pool.query('SELECT 1')))

test('questions that come at one moment share a connection instead of making one each', async () => {
  const pool = await usePool(NEVER_MS)
  await askAtOnce(pool, 30)
  await askAtOnce(pool, 30)
  expect(pool.totalCount).toBe(1)
})

test('a question does not wait for a connection that stays in use', async () => {
  const pool = await usePool(1)
  const held = await pool.connect()
  await askAtOnce(pool, 3)
  held.release()
  expect(pool.totalCount).toBeGreaterThan(1)
})

test('two that come at one moment and keep their connections both have one, though one was idle', async () => {
  const pool = await usePool(1)
  await askAtOnce(pool, 1)
  const both = await Promise.all([pool.connect(), pool.connect()])
  for (const client of both) client.release()
  expect(pool.totalCount).toBe(2)
})

test('many questions that wait are load: as many connections are made as are allowed', async () => {
  const pool = await usePool(NEVER_MS)
  const held = await pool.connect()
  await askAtOnce(pool, 200)
  held.release()
  expect(pool.totalCount).toBe(MOST)
})

test('a pool that is closed while questions wait does not stand still over them', async () => {
  const { url } = await useTestDatabase()
  const pool = new PatientPool({ connectionString: url, max: MOST }, 1)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const held = await pool.connect()
  const waiting = pool.connect()
  const closed = pool.end()
  await nextTurn()
  held.release()
  await closed
  await expect(Promise.race([waiting, Promise.resolve('waits')])).resolves.toBe('waits')
})

test('a connection that cannot be made fails all who wait for it', async () => {
  const pool = new PatientPool({ connectionString: 'postgres://nobody@127.0.0.1:9/none', max: MOST }, NEVER_MS)
  onTestFinished(() => pool.end())
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => pool.query('SELECT 1')))
  expect(asked.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
})

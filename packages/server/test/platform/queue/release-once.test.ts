import { expect, test } from 'vitest'
import { releaseOnce } from '../../../src/platform/queue/release-once.ts'
import { useTestDatabase } from '../../support/database.ts'

test('a connection that is released twice does not throw, and is in the pool once', async () => {
  const { pool } = await useTestDatabase()
  const unguarded = await pool.connect()
  unguarded.release()
  expect(() => unguarded.release()).toThrow(/already been released/)

  pool.on('acquire', releaseOnce)
  const client = await pool.connect()
  client.release()
  expect(() => client.release()).not.toThrow()
  const [one, two] = await Promise.all([pool.connect(), pool.connect()])
  expect(one).not.toBe(two)
  for (const each of [one, two]) each.release()
})

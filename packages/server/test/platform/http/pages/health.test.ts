import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerHealth } from '../../../../src/platform/http/pages/health.ts'
import { useTestDatabase } from '../../../support/database.ts'

test('/readyz fails while the disk is full, and succeeds when there is space again', async () => {
  const { db } = await useTestDatabase()
  let isFull = true
  const app = Fastify()
  registerHealth(app as never, { db, isStopping: () => false, isDiskFull: () => isFull })
  const full = await app.inject('/readyz')
  expect([full.statusCode, full.json()]).toEqual([503, { status: 'disk full' }])
  isFull = false
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

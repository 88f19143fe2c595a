import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRateLimits } from '../../../../src/platform/http/limits/rate-limit.ts'
import { useTestDatabase } from '../../../support/database.ts'

const SECRET = 'a secret for tests, long enough for all'

function recordingReply(): { reply: FastifyReply; headers: Record<string, unknown> } {
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) }
  return { reply: reply as unknown as FastifyReply, headers }
}

async function useLimiter(limit: number) {
  const { pool, db } = await useTestDatabase()
  // Two processes have nothing in common but the database.
  const [one, other] = [1, 2].map(() =>
    createRateLimits({ pool, secret: SECRET })({ name: 'sign-in', limit, windowSeconds: 60 }),
  )
  return { one: one!, other: other!, db }
}

test('the limit counts per caller, tells where it stands, and opens again with the next window', async () => {
  const { one, other, db } = await useLimiter(2)
  const { reply, headers } = recordingReply()
  await one.use('a', reply)
  expect(headers['ratelimit-policy']).toBe('"sign-in";q=2;w=60')
  expect(headers.ratelimit).toMatch(/^"sign-in";r=1;t=(60|5\d)$/)
  await one.use('a', reply)
  expect(headers.ratelimit).toMatch(/^"sign-in";r=0;t=/)
  for (let again = 0; again < 2; again++)
    await expect(one.use('a', reply)).rejects.toMatchObject({
      code: 'rate_limited',
      options: { retryAfterSeconds: expect.any(Number) },
    })
  await one.use('b', reply)
  // The window ends; the process that refused keeps its refusal in memory until then, so another process is used.
  await sql`UPDATE rate_limits SET expire = 0`.execute(db)
  await other.use('a', reply)
  expect(headers.ratelimit).toMatch(/^"sign-in";r=1;/)
})

test('processes count together: as many uses as one would allow are allowed by both', async () => {
  const { one, other } = await useLimiter(10)
  const uses = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).use('a', recordingReply().reply))
  const outcomes = await Promise.allSettled(uses)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('nothing that is stored tells who was counted', async () => {
  const { one, db } = await useLimiter(10)
  await one.use('192.0.2.7', recordingReply().reply)
  const { rows } = await sql<{ key: string }>`SELECT key FROM rate_limits`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.key).toMatch(/^sign-in:[\w-]{43}$/)
})

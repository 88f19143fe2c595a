import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { createRateLimiter } from '../../src/platform/rate-limit.ts'

function recordingReply(): { reply: FastifyReply; headers: Record<string, unknown> } {
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) }
  return { reply: reply as unknown as FastifyReply, headers }
}

test('the limit counts per caller, tells where it stands, and opens again with the next window', () => {
  let now = 0
  const limiter = createRateLimiter({ name: 'sign-in', limit: 2, windowSeconds: 60 }, () => now)
  const { reply, headers } = recordingReply()
  limiter.use('a', reply)
  expect(headers).toEqual({ 'ratelimit-policy': '"sign-in";q=2;w=60', ratelimit: '"sign-in";r=1;t=60' })
  limiter.use('a', reply)
  now = 15_000
  expect(() => limiter.use('a', reply)).toThrow(
    expect.objectContaining({ code: 'rate_limited', options: { retryAfterSeconds: 45 } }),
  )
  limiter.use('b', reply)
  now = 60_000
  limiter.use('a', reply)
})

test('exactly 100,000 callers are remembered: the next one makes the limiter forget the first', () => {
  const limiter = createRateLimiter({ name: 'x', limit: 1, windowSeconds: 60 }, () => 0)
  const { reply } = recordingReply()
  limiter.use('first', reply)
  for (let n = 1; n < 100_000; n++) limiter.use(`caller ${n}`, reply)
  expect(() => limiter.use('first', reply)).toThrow()
  limiter.use('one too many', reply)
  // Forgotten, and so allowed again: the price of the bound.
  limiter.use('first', reply)
  expect(() => limiter.use('caller 2', reply)).toThrow()
})

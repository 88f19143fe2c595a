import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConnectionError, readApiError, readRetryAfter } from '../src/errors.ts'
import { retryDelayMs } from '../src/retry.ts'
import { failureDelayMs, pollDelayMs } from '../src/wait.ts'

test('polling starts fast and settles at the advised ten seconds', () => {
  const delays = Array.from({ length: 10 }, (_, index) => pollDelayMs(index + 1))
  expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000, 10_000])
  expect(pollDelayMs(5000)).toBe(10_000)
})

test('failed polls back off to a minute', () => {
  expect([1, 2, 3, 6, 7, 5000].map((failures) => failureDelayMs(failures))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000,
  ])
})

test('a failed poll is not repeated before Retry-After, however long that is', () => {
  expect(failureDelayMs(1, 300)).toBe(300_000)
  expect(failureDelayMs(7, 5)).toBe(60_000)
})

describe('retries', () => {
  const broken = new ConnectionError('x')
  const answer = (status: number, retryAfter?: string) =>
    readApiError(new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }), '')

  test('have jitter between half and all of the back-off', () => {
    expect(retryDelayMs(broken, 0, () => 0)).toBe(250)
    expect(retryDelayMs(broken, 0, () => 1)).toBe(500)
    expect(retryDelayMs(broken, 1, () => 0)).toBe(500)
    expect(retryDelayMs(broken, 30, () => 1)).toBe(8000)
  })

  test('never come before Retry-After', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(5), fc.double({ min: 0, max: 1, noNaN: true }), (seconds, retries, chance) => {
        expect(retryDelayMs(answer(503, String(seconds)), retries, () => chance)).toBeGreaterThanOrEqual(seconds * 1000)
      }),
    )
    expect(retryDelayMs(answer(503, '61'), 0)).toBeUndefined()
  })

  test('are not made for a 409', () => expect(retryDelayMs(answer(409, '1'), 0)).toBeUndefined())
})

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.parse('2026-05-04T10:00:00Z')
  expect(readRetryAfter('7', now)).toBe(7)
  expect(readRetryAfter('Mon, 04 May 2026 10:00:30 GMT', now)).toBe(30)
  expect(readRetryAfter('Mon, 04 May 2026 09:00:00 GMT', now)).toBe(0)
  expect(readRetryAfter('soon', now)).toBeUndefined()
  expect(readRetryAfter(null, now)).toBeUndefined()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createHostRateLimit,
  type RateLimitOptions,
  type RequestOutcome,
} from '../../../src/platform/outbound/host-rate-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Asks `Date` at each reading, which the fake timers replace. */
const fakeClock = { now: () => Date.now() }
const HOST = 'rdap.test'
const OK: RequestOutcome = { outcome: 'ok' }
const FAILED: RequestOutcome = { outcome: 'failed' }

/** A rate limit, and a way to ask for entry that keeps what came of it. */
function limitWith(options: Partial<RateLimitOptions> = {}) {
  const hostLimit = createHostRateLimit({ atOnce: 2, perSecond: 1000, burst: 1000, ...options }, fakeClock)
  let count = 0
  const enter = (patienceMs: number, host = HOST, owner = 'somebody') => {
    const visit: { entered?: boolean; key: string } = { key: `d${count++}.test` }
    void hostLimit.acquire(host, { deadline: Date.now() + patienceMs, owner, key: visit.key }).then((entered) => {
      visit.entered = entered
    })
    return visit
  }
  return { hostLimit, enter }
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('no more than two questions to a host are under way, and other hosts do not count', async () => {
  const { hostLimit, enter } = limitWith()
  const visits = [enter(60_000), enter(60_000), enter(60_000)]
  const elsewhere = enter(60_000, 'other.test')
  await advance(10)
  expect(visits.map(({ entered }) => entered)).toEqual([true, true, undefined])
  expect(elsewhere.entered).toBe(true)
  hostLimit.release(HOST, OK)
  await advance(0)
  expect(visits[2]?.entered).toBe(true)
})

test('questions beyond the burst wait for their token', async () => {
  const { hostLimit, enter } = limitWith({ perSecond: 1, burst: 2 })
  const visits = Array.from({ length: 4 }, () => enter(60_000))
  for (let step = 0; step < 4; step++) {
    await advance(1)
    hostLimit.release(HOST, OK)
  }
  expect(visits.map(({ entered }) => entered)).toEqual([true, true, undefined, undefined])
  await advance(1_000)
  expect(visits.map(({ entered }) => entered)).toEqual([true, true, true, undefined])
})

test('the earliest deadline goes first', async () => {
  const { hostLimit, enter } = limitWith({ atOnce: 1 })
  enter(60_000)
  const bulk = enter(60_000)
  const interactive = enter(5_000)
  await advance(1)
  hostLimit.release(HOST, OK)
  await advance(0)
  expect([bulk.entered, interactive.entered]).toEqual([undefined, true])
})

test('who could not be let through by the deadline is turned away at the deadline', async () => {
  const { enter } = limitWith({ atOnce: 1 })
  enter(60_000)
  const late = enter(500)
  await advance(499)
  expect(late.entered).toBeUndefined()
  await advance(2)
  expect(late.entered).toBe(false)
})

test('Retry-After pauses the host: who cannot wait so long is turned away at once, the others wait', async () => {
  const { hostLimit, enter } = limitWith()
  enter(60_000)
  await advance(1)
  hostLimit.release(HOST, { outcome: 'slow_down', retryAfterMs: 10_000 })
  const [hasty, patient] = [enter(5_000), enter(60_000)]
  await advance(1)
  expect([hasty.entered, patient.entered]).toEqual([false, undefined])
  await advance(9_999)
  expect(patient.entered).toBe(true)
})

test('after a pause a single question goes ahead, and the others follow when it went well', async () => {
  const { hostLimit, enter } = limitWith()
  enter(60_000)
  await advance(1)
  hostLimit.release(HOST, { outcome: 'slow_down', retryAfterMs: 1_000 })
  const visits = [enter(60_000), enter(60_000), enter(60_000)]
  await advance(1_001)
  expect(visits.map(({ entered }) => entered)).toEqual([true, undefined, undefined])
  hostLimit.release(HOST, OK)
  // After a pause requests go one by one, at the rate of the host.
  await advance(10)
  expect(visits.map(({ entered }) => entered)).toEqual([true, true, true])
})

test('five failures in a row open the circuit, for longer each time, and a success closes it', async () => {
  const { hostLimit, enter } = limitWith({ atOnce: 1 })
  const failOnce = async () => {
    const visit = enter(1_000)
    await advance(20)
    if (visit.entered) hostLimit.release(HOST, FAILED)
    return visit.entered
  }
  for (let failure = 0; failure < 5; failure++) expect(await failOnce()).toBe(true)
  expect(await failOnce()).toBe(false)
  await advance(30_000)
  // The trial fails: the second pause is twice as long.
  expect(await failOnce()).toBe(true)
  await advance(30_000)
  expect(await failOnce()).toBe(false)
  await advance(30_000)
  const trial = enter(1_000)
  await advance(20)
  expect(trial.entered).toBe(true)
  hostLimit.release(HOST, OK)
  for (let failure = 0; failure < 4; failure++) expect(await failOnce()).toBe(true)
  expect(await failOnce()).toBe(true)
})

test('no question waits for a host that fails: until its trial succeeds, all others are refused at once', async () => {
  const { hostLimit, enter } = limitWith({ atOnce: 1 })
  const waiting = Array.from({ length: 8 }, () => enter(60_000))
  for (let failure = 0; failure < 5; failure++) {
    await advance(1)
    hostLimit.release(HOST, FAILED)
  }
  await advance(1)
  expect(waiting.map(({ entered }) => entered)).toEqual([...Array(5).fill(true), ...Array(3).fill(false)])
  const duringPause = enter(60_000)
  await advance(30_000)
  const [trial, duringTrial] = [enter(60_000), enter(60_000)]
  await advance(1)
  expect([duringPause.entered, trial.entered, duringTrial.entered]).toEqual([false, true, false])
  hostLimit.release(HOST, OK)
  const after = enter(60_000)
  await advance(1)
  expect(after.entered).toBe(true)
})

test('a pause of the fleet is that of this process, too', async () => {
  const { hostLimit, enter } = limitWith({ atOnce: 1 })
  enter(60_000)
  const waiting = [enter(5_000), enter(60_000)]
  await advance(1)
  hostLimit.release(HOST, { outcome: 'paused', pausedMs: 10_000, isFailing: false })
  await advance(1)
  expect(waiting.map(({ entered }) => entered)).toEqual([false, undefined])
  await advance(10_000)
  expect(waiting[1]?.entered).toBe(true)
  hostLimit.release(HOST, { outcome: 'paused', pausedMs: 10_000, isFailing: true })
  const refused = enter(60_000)
  await advance(1)
  expect(refused.entered).toBe(false)
})

test('a question that was not put after all costs nothing', async () => {
  const { hostLimit, enter } = limitWith({ atOnce: 1, perSecond: 0.001, burst: 1 })
  for (let turn = 0; turn < 3; turn++) {
    const visit = enter(1_000)
    await advance(1)
    expect(visit.entered).toBe(true)
    hostLimit.release(HOST, { outcome: 'unused' })
  }
})

test('closing refuses all that wait', async () => {
  const { hostLimit, enter } = limitWith({ atOnce: 1 })
  enter(60_000)
  const waiting = enter(60_000)
  hostLimit.close()
  await advance(0)
  expect(waiting.entered).toBe(false)
})

test('owners take turns, so that one question waits for one of each other, however many those have', async () => {
  const { hostLimit, enter } = limitWith({ atOnce: 1 })
  const many = Array.from({ length: 50 }, () => enter(5_000, HOST, 'one with many'))
  const others = Array.from({ length: 50 }, () => enter(5_000, HOST, 'another with many'))
  const lone = enter(60_000, HOST, 'one with one')
  for (let round = 0; round < 3; round++) {
    await advance(1)
    hostLimit.release(HOST, OK)
  }
  await advance(1)
  expect(lone.entered).toBe(true)
  expect([many, others].map((visits) => visits.filter(({ entered }) => entered).length)).toEqual([2, 1])
})

test('a question that a second owner waits for is put at the first turn of either', async () => {
  const { hostLimit, enter } = limitWith({ atOnce: 1 })
  const many = Array.from({ length: 50 }, () => enter(5_000, HOST, 'one with many'))
  hostLimit.alsoFor('one with one', many[40]!.key)
  for (let round = 0; round < 2; round++) {
    await advance(1)
    hostLimit.release(HOST, OK)
  }
  await advance(1)
  expect(many.flatMap(({ entered }, index) => (entered ? [index] : []))).toEqual([0, 1, 40])
})

test('every answer raises the rate up to the fastest, and a pause halves it', async () => {
  const { hostLimit, enter } = limitWith({ perSecond: 5, fastestPerSecond: 20, burst: 1_000 })
  const answered = async (outcome: RequestOutcome) => {
    enter(60_000)
    await advance(1)
    hostLimit.release(HOST, outcome)
  }
  for (let at = 0; at < 10; at++) await answered({ outcome: 'ok' })
  expect(hostLimit.rateOf(HOST).perSecond).toBe(10)
  for (let at = 0; at < 100; at++) await answered({ outcome: 'ok' })
  expect(hostLimit.rateOf(HOST).perSecond).toBe(20)
  await answered({ outcome: 'slow_down', retryAfterMs: 0 })
  expect(hostLimit.rateOf(HOST).perSecond).toBe(10)
  // Requests that were under way together are refused together.
  await answered({ outcome: 'slow_down', retryAfterMs: 0 })
  expect(hostLimit.rateOf(HOST).perSecond).toBe(10)
  await answered({ outcome: 'ok', isSteady: true })
  expect(hostLimit.rateOf(HOST).perSecond).toBe(10)
  for (let at = 0; at < 100; at++) await answered({ outcome: 'ok' })
  expect(hostLimit.rateOf(HOST).perSecond).toBe(16)
  await advance(60 * 60_000)
  for (let at = 0; at < 10; at++) await answered({ outcome: 'ok' })
  expect(hostLimit.rateOf(HOST).perSecond).toBe(20)
  for (let at = 0; at < 20; at++) {
    await answered({ outcome: 'slow_down', retryAfterMs: 0 })
    await advance(1_000)
  }
  expect(hostLimit.rateOf(HOST).perSecond).toBe(0.1)
})

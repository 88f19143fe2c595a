import type { Clock } from '../clock.ts'
import { createFairQueue, type FairQueue } from '../fair-queue.ts'

/**
 * Limits the requests of this process to each RDAP host:
 *
 *   at most `atOnce` open requests · a token bucket (`perSecond`, `burst`) · a pause on Retry-After or after consecutive
 *   failures (circuit breaker), followed by a single trial request
 *
 * No registry documents a rate for RDAP, so it is learned: every answer raises it a little up to `fastestPerSecond`, every pause
 * halves it and leaves a ceiling below the rate that led to it (additive increase, multiplicative decrease).
 *
 * Every waiting request has a deadline. The earliest deadline goes first, so an interactive request overtakes those of a bulk
 * job. A request that cannot start before its deadline is refused. While a host is failing, every request but the trial is refused.
 */
export type HostRateLimit = {
  /** True: send the request, then call `release`. False: the deadline leaves no time for it. */
  acquire(host: string, request: WaitingRequest): Promise<boolean>
  /** Another owner waits for the same request. */
  alsoFor(owner: string, key: string): void
  release(host: string, result: RequestOutcome): void
  /** The learned rate, for the distributed limit. */
  rateOf(host: string): HostRate
  /** Refuses every request from now on. */
  close(): void
}

/**
 * unused: the request was not sent. paused: nor was it, because the distributed limit pauses the host. `isSteady`: the answer does not
 * raise the rate.
 */
export type RequestOutcome =
  | { outcome: 'ok'; isSteady?: boolean }
  | { outcome: 'failed' | 'unused' }
  | { outcome: 'slow_down'; retryAfterMs: number | null }
  | ({ outcome: 'paused' } & HostPause)

export type HostRate = { perSecond: number; burst: number }
export type HostPause = { pausedMs: number; isFailing: boolean }

type WaitingRequest = { deadline: number; owner: string; key: string }

export type RateLimitOptions = {
  atOnce: number
  /** At first; a host that never answered is not known to allow more. */
  perSecond: number
  /** The first rate unless given: nothing is learned then. */
  fastestPerSecond?: number
  burst: number
}

/** From 5 to 20 requests per second in 30 answers. */
const RAISE_PER_ANSWER = 0.5
/** A rate that led to a pause is not reached again for an hour; the rate halves and rises to this share of it. */
const CEILING_SHARE = 0.8
const CEILING_MS = 60 * 60_000
/** Requests that were under way together are refused together, for one reason. */
const SAME_REFUSAL_MS = 1_000
const SLOWEST_PER_SECOND = 0.1

export const FAILURES_UNTIL_PAUSE = 5
export const FIRST_PAUSE_MS = 30_000
export const LONGEST_PAUSE_MS = 15 * 60_000
export const LONGEST_RETRY_AFTER_MS = 60 * 60_000

type Waiter = WaitingRequest & { host: string; isSettled: boolean; settle: (admitted: boolean) => void }
type HostState = {
  /** By deadline, the earliest first. */
  waiters: Waiter[]
  /** The waiting requests, round-robin by account. */
  turns: FairQueue<Waiter>
  open: number
  perSecond: number
  /** A host that refused gets its requests one by one. */
  burst: number
  ceiling: number
  slowedAt: number
  tokens: number
  tokensAt: number
  pausedUntil: number
  /** After a pause, a single request tests whether the host has recovered. */
  onTrial: boolean
  /** The pause, or the trial after it, follows failures rather than a Retry-After. */
  isFailing: boolean
  consecutiveFailures: number
  consecutivePauses: number
  timer: NodeJS.Timeout | undefined
}

export function createHostRateLimit(options: RateLimitOptions, clock: Clock): HostRateLimit {
  const { atOnce, perSecond, fastestPerSecond = perSecond, burst } = options
  const hosts = new Map<string, HostState>()
  const waitingFor = new Map<string, Waiter>()
  let closed = false

  function stateOf(host: string): HostState {
    const existing = hosts.get(host)
    if (existing) return existing
    const state: HostState = {
      waiters: [],
      turns: createFairQueue({
        isGone: ({ isSettled }) => isSettled,
        isBefore: (one, other) => one.deadline < other.deadline,
      }),
      open: 0,
      perSecond,
      burst,
      ceiling: fastestPerSecond,
      slowedAt: Number.NEGATIVE_INFINITY,
      tokens: burst,
      tokensAt: clock.now(),
      pausedUntil: 0,
      onTrial: false,
      isFailing: false,
      consecutiveFailures: 0,
      consecutivePauses: 0,
      timer: undefined,
    }
    hosts.set(host, state)
    return state
  }

  function admit(state: HostState): void {
    clearTimeout(state.timer)
    const now = clock.now()
    const elapsedMs = Math.max(0, now - state.tokensAt)
    state.tokens = Math.min(state.burst, state.tokens + (elapsedMs * state.perSecond) / 1000)
    state.tokensAt = Math.max(now, state.tokensAt)
    dropSettled(state)
    while (state.waiters[0] && state.waiters[0].deadline <= Math.max(now, state.pausedUntil)) {
      settle(state.waiters[0], false)
      dropSettled(state)
    }
    const limit = state.onTrial ? 1 : atOnce
    while (now >= state.pausedUntil && state.open < limit && state.tokens >= 1) {
      const waiter = state.turns.take()
      if (!waiter) break
      state.tokens--
      state.open++
      settle(waiter, true)
    }
    if (state.isFailing && (now < state.pausedUntil || state.open > 0))
      for (const waiter of state.waiters) if (!waiter.isSettled) settle(waiter, false)
    dropSettled(state)
    const next = state.waiters[0]
    if (!next) return
    const nextToken = state.tokens >= 1 ? Number.POSITIVE_INFINITY : now + ((1 - state.tokens) * 1000) / state.perSecond
    const paused = state.pausedUntil > now ? state.pausedUntil : Number.POSITIVE_INFINITY
    const wakeAt = Math.min(next.deadline, nextToken, paused)
    state.timer = setTimeout(admit, Math.ceil(wakeAt - now), state)
  }

  function settle(waiter: Waiter, admitted: boolean): void {
    waiter.isSettled = true
    if (waitingFor.get(waiter.key) === waiter) waitingFor.delete(waiter.key)
    waiter.settle(admitted)
  }

  function dropSettled({ waiters }: HostState): void {
    const count = waiters.findIndex(({ isSettled }) => !isSettled)
    waiters.splice(0, count < 0 ? waiters.length : count)
  }

  function pause(state: HostState, ms: number, isFailing: boolean): void {
    state.pausedUntil = Math.max(state.pausedUntil, clock.now() + ms)
    state.onTrial = true
    state.isFailing = isFailing
  }

  function speedUp(state: HostState): void {
    if (clock.now() - state.slowedAt > CEILING_MS) {
      state.ceiling = fastestPerSecond
      state.burst = burst
    }
    state.perSecond = Math.min(state.ceiling, state.perSecond + RAISE_PER_ANSWER)
  }

  function slowDown(state: HostState): void {
    if (clock.now() - state.slowedAt < SAME_REFUSAL_MS) return
    state.slowedAt = clock.now()
    state.burst = 1
    const slowest = Math.min(perSecond, SLOWEST_PER_SECOND)
    state.ceiling = Math.max(slowest, state.perSecond * CEILING_SHARE)
    state.perSecond = Math.max(slowest, state.perSecond / 2)
  }

  function pauseForLonger(state: HostState, ms: number, isFailing: boolean): void {
    pause(state, ms, isFailing)
    slowDown(state)
    // A pause saves up no tokens for its end.
    state.tokens = Math.min(state.tokens, 1)
    state.tokensAt = state.pausedUntil
    state.consecutivePauses++
    state.consecutiveFailures = 0
  }

  return {
    async acquire(host, request) {
      if (closed) return false
      const state = stateOf(host)
      return new Promise((settle) => {
        const waiter: Waiter = { ...request, host, isSettled: false, settle }
        const later = state.waiters.findLastIndex(({ deadline }) => deadline <= waiter.deadline)
        state.waiters.splice(later + 1, 0, waiter)
        state.turns.add(waiter.owner, waiter)
        waitingFor.set(waiter.key, waiter)
        admit(state)
      })
    },
    alsoFor(owner, key) {
      const waiter = waitingFor.get(key)
      if (!waiter || waiter.isSettled) return
      const state = stateOf(waiter.host)
      state.turns.add(owner, waiter)
      admit(state)
    },
    release(host, result) {
      const state = stateOf(host)
      state.open--
      const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** state.consecutivePauses)
      if (result.outcome === 'ok') {
        if (!result.isSteady) speedUp(state)
        state.onTrial = false
        state.isFailing = false
        state.consecutiveFailures = 0
        state.consecutivePauses = 0
      } else if (result.outcome === 'slow_down') {
        pauseForLonger(state, Math.min(LONGEST_RETRY_AFTER_MS, result.retryAfterMs ?? growing), false)
      } else if (result.outcome === 'unused') {
        state.tokens++
      } else if (result.outcome === 'paused') {
        state.tokens++
        pause(state, result.pausedMs, result.isFailing)
      } else if (++state.consecutiveFailures >= FAILURES_UNTIL_PAUSE || state.onTrial) {
        pauseForLonger(state, growing, true)
      }
      admit(state)
    },
    rateOf: (host) => stateOf(host),
    close() {
      closed = true
      for (const state of hosts.values()) {
        clearTimeout(state.timer)
        for (const waiter of state.waiters.splice(0)) if (!waiter.isSettled) settle(waiter, false)
      }
    },
  }
}

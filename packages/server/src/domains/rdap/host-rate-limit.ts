import type { Clock } from '../../platform/clock.ts'
import { createFairQueue, type FairQueue } from '../fair-queue.ts'

/**
 * Limits the requests of this process to each RDAP host:
 *
 *   at most `atOnce` open requests · a token bucket (`perSecond`, `burst`) · a pause on Retry-After or after consecutive
 *   failures (circuit breaker), followed by a single trial request
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
  /** Refuses every request from now on. */
  close(): void
}

/** unused: the request was not sent. paused: nor was it, because the distributed limit pauses the host. */
export type RequestOutcome =
  | { outcome: 'ok' | 'failed' | 'unused' }
  | { outcome: 'slow_down'; retryAfterMs: number | null }
  | ({ outcome: 'paused' } & HostPause)

export type HostPause = { pausedMs: number; isFailing: boolean }

type WaitingRequest = { deadline: number; owner: string; key: string }

export type RateLimitOptions = { atOnce: number; perSecond: number; burst: number }

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

export function createHostRateLimit({ atOnce, perSecond, burst }: RateLimitOptions, clock: Clock): HostRateLimit {
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
    state.tokens = Math.min(burst, state.tokens + ((now - state.tokensAt) * perSecond) / 1000)
    state.tokensAt = now
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
    const nextToken = state.tokens >= 1 ? Number.POSITIVE_INFINITY : now + ((1 - state.tokens) * 1000) / perSecond
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

  function pauseForLonger(state: HostState, ms: number, isFailing: boolean): void {
    pause(state, ms, isFailing)
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
    close() {
      closed = true
      for (const state of hosts.values()) {
        clearTimeout(state.timer)
        for (const waiter of state.waiters.splice(0)) if (!waiter.isSettled) settle(waiter, false)
      }
    },
  }
}

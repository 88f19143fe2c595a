import type { Clock } from '../../platform/clock.ts'
import { createFairQueue, type FairQueue } from '../fair-queue.ts'

/**
 * Lets questions through to each RDAP host no faster than the host likes:
 *
 *   at most `atOnce` under way · a token bucket (`perSecond`, `burst`) · a pause when the host says so (Retry-After) or
 *   after failures in a row (circuit breaker), and a single trial question after each pause
 *
 * Who waits has a deadline. The earliest deadline goes first, so an interactive question overtakes a bulk job's, and
 * a request that cannot pass before its deadline is refused, at once or when the deadline passes. A host that fails is not
 * waited for at all: until its trial question succeeds, every other one is refused at once.
 */
export type HostGate = {
  /** True: go ahead, and call `leave` afterwards. False: there is no time for this question. */
  enter(host: string, question: GateQuestion): Promise<boolean>
  /** Another owner waits for the same question. */
  alsoFor(owner: string, key: string): void
  leave(host: string, result: GateResult): void
  /** From now on every request is refused. */
  close(): void
}

/** unused: the question was not put after all. paused: nor was it, because the fleet leaves the host alone for so long. */
export type GateResult =
  | { outcome: 'ok' | 'failed' | 'unused' }
  | { outcome: 'slow_down'; retryAfterMs: number | null }
  | ({ outcome: 'paused' } & FleetPause)

export type FleetPause = { pausedMs: number; isFailing: boolean }

type GateQuestion = { deadline: number; owner: string; key: string }

export type GateOptions = { atOnce: number; perSecond: number; burst: number }

export const FAILURES_UNTIL_PAUSE = 5
export const FIRST_PAUSE_MS = 30_000
export const LONGEST_PAUSE_MS = 15 * 60_000
export const LONGEST_RETRY_AFTER_MS = 60 * 60_000

type Waiter = GateQuestion & { host: string; isSettled: boolean; settle: (entered: boolean) => void }
type HostState = {
  /** By deadline, the earliest first. */
  waiters: Waiter[]
  /** The waiting questions, in turns by account. */
  turns: FairQueue<Waiter>
  underWay: number
  tokens: number
  tokensAt: number
  pausedUntil: number
  /** After a pause a single question finds out whether the host has recovered. */
  onTrial: boolean
  /** The pause, or the trial after it, follows failures and not a request for patience. */
  isFailing: boolean
  failuresInRow: number
  pausesInRow: number
  timer: NodeJS.Timeout | undefined
}

export function createHostGate({ atOnce, perSecond, burst }: GateOptions, clock: Clock): HostGate {
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
      underWay: 0,
      tokens: burst,
      tokensAt: clock.now(),
      pausedUntil: 0,
      onTrial: false,
      isFailing: false,
      failuresInRow: 0,
      pausesInRow: 0,
      timer: undefined,
    }
    hosts.set(host, state)
    return state
  }

  function letThrough(state: HostState): void {
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
    while (now >= state.pausedUntil && state.underWay < limit && state.tokens >= 1) {
      const waiter = state.turns.take()
      if (!waiter) break
      state.tokens--
      state.underWay++
      settle(waiter, true)
    }
    if (state.isFailing && (now < state.pausedUntil || state.underWay > 0))
      for (const waiter of state.waiters) if (!waiter.isSettled) settle(waiter, false)
    dropSettled(state)
    const next = state.waiters[0]
    if (!next) return
    const nextToken = state.tokens >= 1 ? Number.POSITIVE_INFINITY : now + ((1 - state.tokens) * 1000) / perSecond
    const paused = state.pausedUntil > now ? state.pausedUntil : Number.POSITIVE_INFINITY
    const wakeAt = Math.min(next.deadline, nextToken, paused)
    state.timer = setTimeout(letThrough, Math.ceil(wakeAt - now), state)
  }

  function settle(waiter: Waiter, entered: boolean): void {
    waiter.isSettled = true
    if (waitingFor.get(waiter.key) === waiter) waitingFor.delete(waiter.key)
    waiter.settle(entered)
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
    state.pausesInRow++
    state.failuresInRow = 0
  }

  return {
    async enter(host, question) {
      if (closed) return false
      const state = stateOf(host)
      return new Promise((settle) => {
        const waiter: Waiter = { ...question, host, isSettled: false, settle }
        const later = state.waiters.findLastIndex(({ deadline }) => deadline <= waiter.deadline)
        state.waiters.splice(later + 1, 0, waiter)
        state.turns.add(waiter.owner, waiter)
        waitingFor.set(waiter.key, waiter)
        letThrough(state)
      })
    },
    alsoFor(owner, key) {
      const waiter = waitingFor.get(key)
      if (!waiter || waiter.isSettled) return
      const state = stateOf(waiter.host)
      state.turns.add(owner, waiter)
      letThrough(state)
    },
    leave(host, result) {
      const state = stateOf(host)
      state.underWay--
      const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** state.pausesInRow)
      if (result.outcome === 'ok') {
        state.onTrial = false
        state.isFailing = false
        state.failuresInRow = 0
        state.pausesInRow = 0
      } else if (result.outcome === 'slow_down') {
        pauseForLonger(state, Math.min(LONGEST_RETRY_AFTER_MS, result.retryAfterMs ?? growing), false)
      } else if (result.outcome === 'unused') {
        state.tokens++
      } else if (result.outcome === 'paused') {
        state.tokens++
        pause(state, result.pausedMs, result.isFailing)
      } else if (++state.failuresInRow >= FAILURES_UNTIL_PAUSE || state.onTrial) {
        pauseForLonger(state, growing, true)
      }
      letThrough(state)
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

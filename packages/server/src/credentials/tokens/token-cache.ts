// The hot path of the service: callers by their token, cached for seconds and returned without a promise.
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../access/access.ts'
import { atMost } from '../../platform/at-most.ts'
import type { FoundToken } from './token-lookup.ts'

export type TokenCache = {
  /** Null for a token that is not valid. A promise only when the database has to be queried. */
  find(text: string): Caller | null | Promise<Caller | null>
  /** Something about this user's tokens or subscription changed. */
  forgetAccount(accountId: string): void
  /** Without a connection that notifies of changes, nothing is cached and every lookup queries the database. */
  setTrusted(trusted: boolean): void
}

export type TokenCacheOptions = {
  lookUp(text: string): Promise<FoundToken | null>
  onFirstUseOfMinute(tokenId: string): void
  keepForMs?: number
  knownMax?: number
  unknownMax?: number
  /** Monotonic milliseconds: a clock that is set back must not lengthen the life of an answer. */
  now?(): number
}

export function createTokenCache({
  lookUp,
  onFirstUseOfMinute,
  keepForMs = 5_000,
  knownMax = 20_000,
  unknownMax = 5_000,
  now = () => performance.now(),
}: TokenCacheOptions): TokenCache {
  const known = new LRUCache<string, { caller: Caller; freshUntil: number }>(atMost(knownMax))
  // Apart, so that a flood of invented tokens cannot push out those of customers.
  const unknown = new LRUCache<string, number>(atMost(unknownMax))
  const running = new Map<string, Promise<Caller | null>>()
  let trusted = false
  /** Counts changes: a query that began before a change may return what was true before it. */
  let generation = 0

  function find(text: string): Caller | null | Promise<Caller | null> {
    const entry = known.get(text)
    if (entry !== undefined && entry.freshUntil > now()) return entry.caller
    if ((unknown.get(text) ?? 0) > now()) return null
    return running.get(text) ?? query(text)
  }

  function query(text: string): Promise<Caller | null> {
    const answer = lookUpAndKeep(text).finally(() => {
      if (running.get(text) === answer) running.delete(text)
    })
    running.set(text, answer)
    return answer
  }

  async function lookUpAndKeep(text: string): Promise<Caller | null> {
    const askedIn = generation
    const found = await lookUp(text)
    if (found?.isFirstUseOfMinute) onFirstUseOfMinute(found.caller.credentialId)
    if (trusted && askedIn === generation) keep(text, found)
    return found?.caller ?? null
  }

  function keep(text: string, found: FoundToken | null): void {
    if (found) {
      const freshUntil = now() + Math.min(keepForMs, found.holdsForMs ?? keepForMs)
      unknown.delete(text)
      known.set(text, { caller: found.caller, freshUntil })
    } else {
      known.delete(text)
      unknown.set(text, now() + keepForMs)
    }
  }

  function changed(): void {
    generation++
    // A request after the change must not share a query that began before it.
    running.clear()
  }

  return {
    find,
    forgetAccount(accountId) {
      changed()
      for (const [text, { caller }] of known) if (caller.accountId === accountId) known.delete(text)
    },
    setTrusted(value) {
      changed()
      trusted = value
      known.clear()
      unknown.clear()
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { createBatch } from './batch.ts'
import type { FactStore, NewFact, StoredFact } from './fact-store.ts'

/**
 * One question about a name at a time in the whole fleet, however many want to know:
 *
 *   memory ─ no ─▶ database ─ no ─▶ lease ─ taken ─▶ ask ─▶ memory and database
 *                     │ stale          └─ elsewhere ─▶ wait for the other process's answer, or for its lease to lapse
 *                     └▶ served at once, and asked again behind it
 *
 * Leases are short and renewed while work goes on: a process that dies blocks a name for seconds.
 */
export type SharedLookup<A> = {
  /** The cached answer of this process; asks neither the database nor a server. */
  recall(name: string): A | undefined
  /** Undefined when the deadline (in the clock's milliseconds) did not leave time to find out. */
  find(name: string, deadline: number, owner: string): Promise<A | undefined>
  /** Does not wait for other processes any more, only until its own lookups have ended and are stored. */
  stop(): Promise<void>
}

export type Asked<A> = { answer: A; freshMs: number; usableMs: number }
export type NotAsked = 'leased_elsewhere' | 'out_of_time'
export type Question<A> = {
  deadline: number
  /** The account whose request asked first. */
  owner: string
  /** The stored answer, if it may still be used. */
  previous: StoredFact<A> | undefined
  /** To be called right before asking. False: another process asks already. */
  takeLease: () => Promise<boolean>
}

/** How an answer was come by, for the counters. */
export const SERVED = ['memory', 'joined', 'database', 'stale', 'asked', 'waited', 'out_of_time'] as const
export type Served = (typeof SERVED)[number]

export type SharedLookupDeps<A> = {
  store: FactStore<A>
  clock: Clock
  log: Log
  memoryCapacity: number
  ask: (name: string, question: Question<A>) => Promise<Asked<A> | NotAsked>
  count: (served: Served) => void
  /** Another owner joins a question that waits to be put. */
  alsoFor: (owner: string, name: string) => void
}

/** One for each question that took it: two of one process about the same name must not be taken for one another. */
type Lease = { readonly name: string }

const LEASE_MS = 5_000
const RENEW_MS = 1_500
const POLL_MS = 100
const BATCH_SIZE = 250
/** No caller waits for an answer to be stored, and other processes look every POLL_MS. */
const SAVE_LINGER_MS = 50
/** A stale answer is remembered just long enough that its crowd does not read it from the database one by one. */
const STALE_MEMORY_MS = 5_000
const REFRESH_PATIENCE_MS = 60_000

export function createSharedLookup<A extends {}>(deps: SharedLookupDeps<A>): SharedLookup<A> {
  const { store, clock, log, memoryCapacity, ask, count, alsoFor } = deps
  const memory = new LRUCache<string, A>({ max: memoryCapacity, ttlResolution: 0, perf: clock })
  const underWay = new Map<string, Promise<A | undefined>>()
  const refreshing = new Map<string, Promise<void>>()
  const saving = new Set<Promise<unknown>>()
  const held = new Set<Lease>()
  const read = createBatch((names: string[]) => store.read(names), { maxSize: BATCH_SIZE })
  const claim = createBatch(
    async (names: string[]) => {
      const got = await store.claim(names, LEASE_MS)
      return new Map(names.map((name) => [name, got.has(name)]))
    },
    { maxSize: BATCH_SIZE },
  )
  const save = createBatch(
    async (facts: NewFact<A>[]) => {
      await store.save(facts)
      return new Map<NewFact<A>, void>()
    },
    { maxSize: BATCH_SIZE, lingerMs: SAVE_LINGER_MS },
  )
  let renewal: NodeJS.Timeout | undefined
  let stopping = false

  async function find(name: string, deadline: number, owner: string): Promise<A | undefined> {
    const remembered = memory.get(name)
    if (remembered !== undefined) {
      count('memory')
      return remembered
    }
    const flight = underWay.get(name)
    if (!flight) return start(name, deadline, owner)
    count('joined')
    alsoFor(owner, name)
    const answer = await flight
    // The one who started had less time than we have.
    return answer !== undefined || clock.now() >= deadline
      ? answer
      : (underWay.get(name) ?? start(name, deadline, owner))
  }

  function start(name: string, deadline: number, owner: string): Promise<A | undefined> {
    const flight = lookUp(name, deadline, owner).finally(() => underWay.delete(name))
    underWay.set(name, flight)
    return flight
  }

  async function lookUp(name: string, deadline: number, owner: string): Promise<A | undefined> {
    const stored = await read(name)
    if (stored?.answer != null && stored.freshMs > 0) return serve('database', name, stored.answer, stored.freshMs)
    if (stored?.answer != null && stored.usableMs > 0) {
      refreshBehind(name, stored, owner)
      return serve('stale', name, stored.answer, Math.min(stored.usableMs, STALE_MEMORY_MS))
    }
    let served: Served = 'asked'
    for (;;) {
      const asked = await askUnderLease(name, { deadline, owner, previous: undefined })
      if (asked === 'out_of_time') break
      if (asked !== 'leased_elsewhere') return serve(served, name, asked.answer, asked.freshMs)
      served = 'waited'
      const other = await waitForOther(name, deadline)
      if (other?.answer != null && other.freshMs > 0) return serve(served, name, other.answer, other.freshMs)
      if (stopping || clock.now() >= deadline) break
    }
    count('out_of_time')
    return undefined
  }

  function serve(served: Served, name: string, answer: A, memoryMs: number): A {
    count(served)
    memory.set(name, answer, { ttl: memoryMs })
    return answer
  }

  async function askUnderLease(name: string, question: Omit<Question<A>, 'takeLease'>): Promise<Asked<A> | NotAsked> {
    const lease: Lease = { name }
    const takeLease = async () => {
      const taken = (await claim(name)) === true
      if (taken) hold(lease)
      return taken
    }
    try {
      const asked = await ask(name, { ...question, takeLease })
      if (typeof asked === 'object') keep({ name, ...asked })
      else if (held.has(lease)) await store.release([name])
      return asked
    } finally {
      held.delete(lease)
    }
  }

  /** The asker need not wait until its answer is stored; a lost one costs a question, not a result. */
  function keep(fact: NewFact<A>): void {
    const stored = save(fact)
      .catch((error) => log.warn({ err: error }, 'domain facts write failed'))
      .finally(() => saving.delete(stored))
    saving.add(stored)
  }

  function refreshBehind(name: string, previous: StoredFact<A>, owner: string): void {
    if (refreshing.has(name)) return
    const refresh = askUnderLease(name, { deadline: clock.now() + REFRESH_PATIENCE_MS, owner, previous })
      .then((asked) => {
        if (typeof asked === 'object') memory.set(name, asked.answer, { ttl: asked.freshMs })
      })
      .catch((error) => log.warn({ err: error }, 'domain facts refresh failed'))
      .finally(() => refreshing.delete(name))
    refreshing.set(name, refresh)
  }

  async function waitForOther(name: string, deadline: number): Promise<StoredFact<A> | undefined> {
    for (;;) {
      const stored = await read(name)
      if (!stored || stored.freshMs > 0 || stored.leasedMs <= 0 || stopping || clock.now() >= deadline) return stored
      await sleep(POLL_MS)
    }
  }

  function hold(lease: Lease): void {
    held.add(lease)
    renewal ??= setInterval(renewLeases, RENEW_MS)
  }

  function renewLeases(): void {
    if (held.size > 0) {
      const names = Array.from(held, ({ name }) => name)
      store.renew(names, LEASE_MS).catch((error) => log.warn({ err: error }, 'lease renewal failed'))
    } else {
      clearInterval(renewal)
      renewal = undefined
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    await Promise.allSettled([...underWay.values(), ...refreshing.values()])
    await Promise.all(saving)
    clearInterval(renewal)
    renewal = undefined
  }

  return { recall: (name) => memory.get(name), find, stop }
}

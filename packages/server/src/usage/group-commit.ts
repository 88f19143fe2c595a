// Many callers, one commit: rows handed in at about the same time are stored together.
import { AppError } from '../platform/http/problem.ts'

/** In doubt: the commit is over, but whether it was one is only known when the promise settles. */
export type StoreOutcome = 'stored' | { inDoubt: Promise<void> }

export type GroupCommit<Row> = {
  /** Resolves when the row is durable. Rejects when it is not, or when too many rows wait already. */
  add(row: Row): Promise<void>
}

export type GroupCommitOptions<Row> = {
  /** Stores all of the rows or, if it rejects, none of them. */
  store(rows: readonly Row[]): Promise<StoreOutcome>
  rowsMax: number
  /** Commits of fewer rows begin at least this long after one another; a row that comes after a pause does not wait. */
  delayMs: number
  /** Commits under way at the same time. */
  commitsMax: number
  /** Rows that may wait for their commit to begin; more are refused, so that the wait stays bounded. */
  waitingMax: number
}

type Member<Row> = { row: Row; resolve(): void; reject(error: unknown): void }

const RETRY_AFTER_SECONDS = 1

export function createGroupCommit<Row>(options: GroupCommitOptions<Row>): GroupCommit<Row> {
  const { store, rowsMax, delayMs, commitsMax, waitingMax } = options
  const waiting: Member<Row>[] = []
  let commits = 0
  let lastBeganAt = Number.NEGATIVE_INFINITY
  let unschedule: (() => void) | undefined

  function add(row: Row): Promise<void> {
    if (waiting.length >= waitingMax) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      if (waiting.length >= rowsMax) begin()
      else if (!unschedule) schedule()
    })
  }

  /** At the end of this turn of the event loop, when all requests that have arrived are handed in, or when it is due. */
  function schedule(): void {
    const dueInMs = lastBeganAt + delayMs - performance.now()
    if (dueInMs > 0) {
      const timer = setTimeout(begin, dueInMs)
      unschedule = () => clearTimeout(timer)
    } else {
      const immediate = setImmediate(begin)
      unschedule = () => clearImmediate(immediate)
    }
  }

  /** Without a free commit the rows wait for one to end. */
  function begin(): void {
    unschedule?.()
    unschedule = undefined
    if (commits >= commitsMax || waiting.length === 0) return
    commits++
    lastBeganAt = performance.now()
    void commit(waiting.splice(0, rowsMax))
  }

  async function commit(members: readonly Member<Row>[]): Promise<void> {
    try {
      const outcome = await store(members.map(({ row }) => row))
      if (outcome === 'stored') for (const member of members) member.resolve()
      // They wait on their own, so that no other request waits behind them.
      else for (const member of members) outcome.inDoubt.then(member.resolve, member.reject)
    } catch (error) {
      for (const member of members) member.reject(error)
    }
    commits--
    if (waiting.length >= rowsMax) begin()
    else if (waiting.length > 0 && !unschedule) schedule()
  }

  return { add }
}

function overloaded(): AppError {
  return new AppError('unavailable', 'Too many requests are waiting for the database.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

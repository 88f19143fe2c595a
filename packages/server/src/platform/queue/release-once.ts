import type pg from 'pg'

/**
 * graphile-worker 0.18 releases the connection on which it listens twice when it stops while LISTEN fails, and the pool throws at the second
 * time, where nobody catches it.
 */
export function releaseOnce(client: pg.PoolClient): void {
  const { release } = client
  let isReleased = false
  const guarded = (error?: Error | boolean) => {
    if (isReleased) return
    isReleased = true
    release.call(client, error)
    // The pool has put a function there that throws, or has given the connection to the next one who waited.
    if (!GUARDED.has(client.release)) client.release = guarded
  }
  GUARDED.add(guarded)
  client.release = guarded
}

const GUARDED = new WeakSet<pg.PoolClient['release']>()

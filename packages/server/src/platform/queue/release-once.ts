import type pg from 'pg'

/**
 * graphile-worker 0.18 releases the connection on which it listens twice when it stops while LISTEN fails, and the pool throws at the second
 * time, where no code catches it. The pool gives the connection a new `release` each time it is taken, right after it says so.
 */
export function releaseOnce(client: pg.PoolClient): void {
  let current: pg.PoolClient['release'] = () => undefined
  Object.defineProperty(client, 'release', {
    configurable: true,
    get: () => current,
    set(release: pg.PoolClient['release']) {
      let isReleased = false
      current = (error) => {
        if (isReleased) return
        isReleased = true
        release(error)
      }
    },
  })
}

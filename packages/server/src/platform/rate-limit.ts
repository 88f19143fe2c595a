import type { FastifyReply } from 'fastify'
import { AppError } from './problem.ts'

export type RateLimit = { name: string; limit: number; windowSeconds: number }

export type RateLimiter = {
  /** Counts one use by `who`, tells the client where it stands, and refuses it when the window is used up. */
  use(who: string, reply: FastifyReply): void
}

const TRACKED_MAX = 100_000

/**
 * Fixed windows, counted in this process, with the header fields of the IETF draft (RateLimit, RateLimit-Policy).
 * The memory is bounded: when too many callers are tracked, those whose window began first are forgotten.
 */
export function createRateLimiter(
  { name, limit, windowSeconds }: RateLimit,
  now: () => number = Date.now,
): RateLimiter {
  const windows = new Map<string, { count: number; endsAt: number }>()

  function windowOf(who: string): { count: number; endsAt: number } {
    const known = windows.get(who)
    if (known && known.endsAt > now()) return known
    windows.delete(who)
    if (windows.size >= TRACKED_MAX) windows.delete(windows.keys().next().value!)
    const fresh = { count: 0, endsAt: now() + windowSeconds * 1000 }
    windows.set(who, fresh)
    return fresh
  }

  return {
    use(who, reply) {
      const window = windowOf(who)
      window.count++
      const remaining = Math.max(0, limit - window.count)
      const resetSeconds = Math.ceil((window.endsAt - now()) / 1000)
      reply.header('ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`)
      reply.header('ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`)
      if (window.count > limit)
        throw new AppError('rate_limited', `At most ${limit} of these requests are allowed in ${windowSeconds} s.`, {
          retryAfterSeconds: resetSeconds,
        })
    },
  }
}

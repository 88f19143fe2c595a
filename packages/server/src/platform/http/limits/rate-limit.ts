import { createHmac } from 'node:crypto'
import type { RateLimit } from '@mailsift/contract'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../problem.ts'

export type RateLimiter = {
  /** Counts one use by `who`, tells the client where it stands, and refuses it when the window is used up. */
  use(who: string, reply: FastifyReply): Promise<void>
  /** The same for callers that are no HTTP clients. Returns when to try again; undefined while the window is not used up. */
  tryUse(who: string): Promise<{ retryAfterSeconds: number } | undefined>
}

export type CreateRateLimiter = (limit: RateLimit) => RateLimiter

/**
 * Fixed windows, counted in the database for all processes of a fleet, with the header fields of the IETF draft (RateLimit,
 * RateLimit-Policy). A caller who was refused is refused from memory until the window ends, and costs no query.
 */
export function createRateLimits({ pool, secret }: { pool: pg.Pool; secret: string }): CreateRateLimiter {
  return ({ name, limit, windowSeconds }) => {
    const counter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: limit,
      duration: windowSeconds,
      inMemoryBlockOnConsumed: limit + 1,
    })

    return {
      async use(who, reply) {
        const { isUsedUp, remainingPoints, msBeforeNext } = await count(counter, keyOf(secret, who))
        const resetSeconds = Math.ceil(msBeforeNext / 1000)
        reply.header('ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`)
        reply.header('ratelimit', `"${name}";r=${remainingPoints};t=${resetSeconds}`)
        if (isUsedUp)
          throw new AppError('rate_limited', `The limit is ${limit} requests in ${windowSeconds} s.`, {
            retryAfterSeconds: resetSeconds,
          })
      },
      async tryUse(who) {
        const { isUsedUp, msBeforeNext } = await count(counter, keyOf(secret, who))
        return isUsedUp ? { retryAfterSeconds: Math.ceil(msBeforeNext / 1000) } : undefined
      },
    }
  }
}

async function count(counter: RateLimiterPostgres, key: string) {
  try {
    const { remainingPoints, msBeforeNext } = await counter.consume(key)
    return { isUsedUp: false, remainingPoints, msBeforeNext }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { isUsedUp: true, remainingPoints: 0, msBeforeNext: refusal.msBeforeNext }
  }
}

/** A caller is an address or an account; the table must not tell which. */
function keyOf(secret: string, who: string): string {
  return createHmac('sha256', secret).update('rate limit\0').update(who).digest('base64url')
}

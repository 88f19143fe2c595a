// The distributed rate limit: the limits of a registry's host hold for the whole fleet, through one database row per host. A process
// acquires a lease there and releases it with the outcome of the request. The lease of a process that died expires.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { uuidv7 } from '../ids.ts'
import {
  FAILURES_UNTIL_PAUSE,
  FIRST_PAUSE_MS,
  type HostPause,
  type HostRate,
  LONGEST_PAUSE_MS,
  LONGEST_RETRY_AFTER_MS,
  type RateLimitOptions,
  type RequestOutcome,
} from './host-rate-limit.ts'

declare module '../database/database.ts' {
  interface Tables {
    host_limits: {
      host: string
      tokens: number
      tokens_at: Date
      leases: Record<string, string>
      paused_until: Date
      consecutive_failures: number
      consecutive_pauses: number
    }
  }
}

export type DistributedRateLimit = {
  /** The id of a lease, or how long the host is paused; undefined if the deadline leaves no time. */
  acquire(host: string, deadline: number, rate: HostRate): Promise<string | HostPause | undefined>
  release(host: string, lease: string, result: RequestOutcome): Promise<void>
}

/** Longer than any request to a registry takes. */
const LEASE_SECONDS = 20
const POLL_MS = 100

export function createDistributedRateLimit(
  { db, clock }: { db: Db; clock: Clock },
  options: Pick<RateLimitOptions, 'atOnce'> & {
    /** After which the lease of a process that died is free again. */
    leaseSeconds?: number
    longestRetryAfterMs?: number
  },
): DistributedRateLimit {
  const { atOnce, leaseSeconds = LEASE_SECONDS, longestRetryAfterMs = LONGEST_RETRY_AFTER_MS } = options

  /** One UPDATE: the row lock orders concurrent processes. */
  async function tryToAcquire(host: string, { perSecond, burst }: HostRate): Promise<string | undefined> {
    const lease = uuidv7()
    const { rows } = await sql`
      UPDATE host_limits SET
        tokens = least(${burst}::float8,
          tokens + extract(epoch FROM clock_timestamp() - tokens_at)::float8 * ${perSecond}::float8) - 1,
        tokens_at = clock_timestamp(),
        leases = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each_text(leases)
            WHERE value::timestamptz > clock_timestamp())
          || jsonb_build_object(${lease}::text, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
      WHERE host = ${host} AND paused_until <= clock_timestamp()
        AND least(${burst}::float8,
          tokens + extract(epoch FROM clock_timestamp() - tokens_at)::float8 * ${perSecond}::float8) >= 1
        AND (SELECT count(*) FROM jsonb_each_text(leases) WHERE value::timestamptz > clock_timestamp()) < ${atOnce}
      RETURNING host`.execute(db)
    return rows.length > 0 ? lease : undefined
  }

  async function readWait(host: string, { perSecond, burst }: HostRate): Promise<HostPause & { tokenMs: number }> {
    const { rows } = await sql<HostPause & { tokenMs: number }>`
      INSERT INTO host_limits (host, tokens) VALUES (${host}, ${burst})
      ON CONFLICT (host) DO UPDATE SET host = excluded.host
      RETURNING greatest(0, extract(epoch FROM greatest(host_limits.paused_until, 'epoch') - clock_timestamp()) * 1000)::float8 AS "pausedMs",
        consecutive_failures >= ${FAILURES_UNTIL_PAUSE} AS "isFailing",
        (greatest(0, 1 - least(${burst}::float8, host_limits.tokens
          + extract(epoch FROM clock_timestamp() - host_limits.tokens_at)::float8 * ${perSecond}::float8))
          * 1000 / ${perSecond})::float8 AS "tokenMs"`.execute(db)
    return rows[0]!
  }

  return {
    async acquire(host, deadline, rate) {
      for (;;) {
        const lease = await tryToAcquire(host, rate)
        if (lease !== undefined) return lease
        const { pausedMs, isFailing, tokenMs } = await readWait(host, rate)
        if (pausedMs > 0) return { pausedMs, isFailing }
        const now = clock.now()
        if (now >= deadline || now + tokenMs > deadline) return undefined
        // If a token is available, the host is new or other processes hold all leases.
        await sleep(Math.min(tokenMs > 0 ? Math.ceil(tokenMs) : POLL_MS, deadline - now))
      }
    },
    // A paused request has no lease. A pause saves up no tokens for its end.
    async release(host, lease, result) {
      if (result.outcome === 'ok')
        await sql`
          UPDATE host_limits SET leases = leases - ${lease}::text, consecutive_failures = 0, consecutive_pauses = 0
          WHERE host = ${host}`.execute(db)
      else if (result.outcome === 'unused')
        await sql`
          UPDATE host_limits SET leases = leases - ${lease}::text, tokens = tokens + 1
          WHERE host = ${host}`.execute(db)
      else if (result.outcome === 'failed')
        await sql`
          UPDATE host_limits SET leases = leases - ${lease}::text,
            consecutive_failures = least(consecutive_failures + 1, ${FAILURES_UNTIL_PAUSE}),
            (tokens, tokens_at, paused_until, consecutive_pauses) = (
              SELECT least(tokens, 1), pause_end, pause_end, consecutive_pauses + 1
              FROM greatest(paused_until, clock_timestamp() + interval '1 millisecond'
                * least(${LONGEST_PAUSE_MS}, ${FIRST_PAUSE_MS} * 2 ^ least(consecutive_pauses, 20))) AS pause_end
              WHERE consecutive_failures + 1 >= ${FAILURES_UNTIL_PAUSE}
              UNION ALL
              SELECT tokens, tokens_at, paused_until, consecutive_pauses
              WHERE consecutive_failures + 1 < ${FAILURES_UNTIL_PAUSE})
          WHERE host = ${host}`.execute(db)
      else if (result.outcome === 'slow_down') {
        const { retryAfterMs } = result
        const askedMs = retryAfterMs === null ? null : Math.min(longestRetryAfterMs, retryAfterMs)
        await sql`
          UPDATE host_limits SET leases = leases - ${lease}::text,
            (tokens, tokens_at, paused_until, consecutive_pauses) = (
              SELECT least(tokens, 1), pause_end, pause_end, consecutive_pauses + 1
              FROM greatest(paused_until, clock_timestamp() + interval '1 millisecond' * coalesce(${askedMs}::float8,
                least(${LONGEST_PAUSE_MS}, ${FIRST_PAUSE_MS} * 2 ^ least(consecutive_pauses, 20)))) AS pause_end)
          WHERE host = ${host}`.execute(db)
      }
    },
  }
}

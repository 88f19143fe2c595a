// The distributed rate limit: the limits of a registry's host hold for the whole fleet, through one database row per host. A process
// acquires a lease there and releases it with the outcome of the request. The lease of a process that died expires.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
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

declare module '../../platform/database/database.ts' {
  interface Tables {
    registry_hosts: {
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

/** Longer than any request takes. */
const LEASE_SECONDS = 20
const POLL_MS = 100

export function createDistributedRateLimit(
  { db, clock }: { db: Db; clock: Clock },
  { atOnce }: Pick<RateLimitOptions, 'atOnce'>,
): DistributedRateLimit {
  const availableAt = ({ perSecond, burst }: HostRate) => sql`least(${burst}::float8,
    tokens + extract(epoch FROM clock_timestamp() - tokens_at)::float8 * ${perSecond}::float8)`
  const held = sql`(SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each_text(leases)
    WHERE value::timestamptz > clock_timestamp())`

  /** One UPDATE: the row lock orders concurrent processes. */
  async function tryToAcquire(host: string, rate: HostRate): Promise<string | undefined> {
    const lease = uuidv7()
    const available = availableAt(rate)
    const { rows } = await sql`
      UPDATE registry_hosts SET tokens = ${available} - 1, tokens_at = clock_timestamp(),
        leases = ${held} || jsonb_build_object(${lease}::text, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
      WHERE host = ${host} AND paused_until <= clock_timestamp() AND ${available} >= 1
        AND (SELECT count(*) FROM jsonb_object_keys(${held})) < ${atOnce}
      RETURNING host`.execute(db)
    return rows.length > 0 ? lease : undefined
  }

  async function readWait(host: string, { perSecond, burst }: HostRate): Promise<HostPause & { tokenMs: number }> {
    const { rows } = await sql<HostPause & { tokenMs: number }>`
      INSERT INTO registry_hosts (host, tokens) VALUES (${host}, ${burst})
      ON CONFLICT (host) DO UPDATE SET host = excluded.host
      RETURNING greatest(0, extract(epoch FROM greatest(registry_hosts.paused_until, 'epoch') - clock_timestamp()) * 1000)::float8 AS "pausedMs",
        consecutive_failures >= ${FAILURES_UNTIL_PAUSE} AS "isFailing",
        (greatest(0, 1 - least(${burst}::float8, registry_hosts.tokens
          + extract(epoch FROM clock_timestamp() - registry_hosts.tokens_at)::float8 * ${perSecond}::float8))
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
    async release(host, lease, result) {
      const pause = pauseAfter(result)
      await sql`
        UPDATE registry_hosts SET leases = leases - ${lease}::text,
          -- A pause saves up no tokens for its end.
          tokens = CASE WHEN ${pause.when} THEN least(tokens, 1) ELSE tokens + ${result.outcome === 'unused' ? 1 : 0} END,
          tokens_at = CASE WHEN ${pause.when}
            THEN greatest(paused_until, clock_timestamp() + ${pause.ms} * interval '1 millisecond') ELSE tokens_at END,
          consecutive_failures = ${result.outcome === 'failed' ? sql`least(consecutive_failures + 1, ${FAILURES_UNTIL_PAUSE})` : result.outcome === 'ok' ? 0 : sql`consecutive_failures`},
          consecutive_pauses = ${result.outcome === 'ok' ? sql`0` : sql`consecutive_pauses + CASE WHEN ${pause.when} THEN 1 ELSE 0 END`},
          paused_until = CASE WHEN ${pause.when}
            THEN greatest(paused_until, clock_timestamp() + ${pause.ms} * interval '1 millisecond') ELSE paused_until END
        WHERE host = ${host}`.execute(db)
    },
  }
}

/** When a result makes the host pause, and for how many milliseconds, as SQL over its row. */
function pauseAfter(result: RequestOutcome) {
  const growing = sql`least(${LONGEST_PAUSE_MS}, ${FIRST_PAUSE_MS} * 2 ^ least(consecutive_pauses, 20))`
  if (result.outcome === 'slow_down')
    return {
      when: sql`true`,
      ms:
        result.retryAfterMs === null ? growing : sql`${Math.min(LONGEST_RETRY_AFTER_MS, result.retryAfterMs)}::float8`,
    }
  if (result.outcome === 'failed')
    return { when: sql`consecutive_failures + 1 >= ${FAILURES_UNTIL_PAUSE}`, ms: growing }
  return { when: sql`false`, ms: growing }
}

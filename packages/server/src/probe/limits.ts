// The limits of the whole fleet: conversations a day, and conversations with a mail server and with its provider. A server is its IP address: many host
// names can lead to one machine.
import { registrableDomain } from '@mailsift/engine'
import { sql } from 'kysely'
import { createDistributedRateLimit } from '../domains/facts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { CONVERSATION_MAX_MS } from './conversation.ts'

/** New senders are watched closely: the first day has so many conversations, each later day of use twice as many, */
const FIRST_DAY_COUNT = 50
/** and after a month without any it begins again. */
const REMEMBERED_DAYS = 30

/** One question every ten seconds is what a small mail server does not notice. */
const HOST = { atOnce: 1, rate: { perSecond: 0.1, burst: 2 } }
const PROVIDER = { atOnce: 2, rate: { perSecond: 0.5, burst: 4 } }
const REFUSED_FOR_MS = 24 * 60 * 60_000
const LEASE_SECONDS = Math.ceil(CONVERSATION_MAX_MS / 1_000) + 30
const WAIT_MS = 3_000

/** The next conversation of the day, counted; false if none is left. */
export async function takeFromBudget(tx: Tx | Db, dailyMax: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO probe_days AS today (day, used) VALUES ((now() AT TIME ZONE 'UTC')::date, 1)
    ON CONFLICT (day) DO UPDATE SET used = today.used + 1
      WHERE today.used < ${allowedToday(dailyMax)}
    RETURNING used`.execute(tx)
  return rows.length > 0
}

const allowedToday = (dailyMax: number) => sql<number>`least(${dailyMax}, ${FIRST_DAY_COUNT} * 2 ^ least(20, (
  SELECT count(*) FROM probe_days AS earlier
  WHERE earlier.used > 0 AND earlier.day < (now() AT TIME ZONE 'UTC')::date
    AND earlier.day >= (now() AT TIME ZONE 'UTC')::date - ${REMEMBERED_DAYS}::integer)))::integer`

export async function readBudget(db: Db, dailyMax: number): Promise<{ used: number; allowed: number }> {
  const { rows } = await sql<{ used: number; allowed: number }>`
    SELECT coalesce((SELECT used FROM probe_days WHERE day = (now() AT TIME ZONE 'UTC')::date), 0) AS used,
      ${allowedToday(dailyMax)} AS allowed`.execute(db)
  return rows[0]!
}

/** Conversations left today after one for every pending probe. */
export async function readLeft(db: Db, dailyMax: number): Promise<number> {
  const { used, allowed } = await readBudget(db, dailyMax)
  const { rows } = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM probes WHERE ended_at IS NULL`.execute(db)
  return Math.max(0, allowed - used - rows[0]!.count)
}

export type HostLimits = {
  /** A permit, or how long to wait before the next request for one. */
  acquire(server: { host: string; ip: string }): Promise<HostPermit | { waitMs: number; isRefused: boolean }>
}

type HostPermit = {
  /** refused: the host does not want this service, and it and its provider are left alone for a day. */
  release(result: 'answered' | 'failed' | 'refused' | 'unused'): Promise<void>
}

export function createHostLimits(deps: { db: Db; clock: Clock }): HostLimits {
  const options = { leaseSeconds: LEASE_SECONDS, longestRetryAfterMs: REFUSED_FOR_MS }
  const hosts = createDistributedRateLimit(deps, { ...options, atOnce: HOST.atOnce })
  const providers = createDistributedRateLimit(deps, { ...options, atOnce: PROVIDER.atOnce })
  const { clock } = deps

  return {
    async acquire({ host, ip }) {
      const provider = `smtp-provider:${registrableDomain(host) ?? host}`
      const hostKey = `smtp:${ip}`
      const ofProvider = await providers.acquire(provider, clock.now() + WAIT_MS, PROVIDER.rate)
      if (typeof ofProvider !== 'string') return pauseOf(ofProvider)
      const ofHost = await hosts.acquire(hostKey, clock.now() + WAIT_MS, HOST.rate)
      if (typeof ofHost !== 'string') {
        await providers.release(provider, ofProvider, { outcome: 'unused' })
        return pauseOf(ofHost)
      }
      return {
        async release(result) {
          const outcome =
            result === 'refused'
              ? ({ outcome: 'slow_down', retryAfterMs: REFUSED_FOR_MS } as const)
              : ({ outcome: result === 'answered' ? 'ok' : result } as const)
          await hosts.release(hostKey, ofHost, outcome)
          // One host that is away says nothing about the provider's others.
          await providers.release(provider, ofProvider, result === 'failed' ? { outcome: 'ok' } : outcome)
        },
      }
    },
  }
}

/** Longer than the limiter's pauses after failures. */
const REFUSED_FROM_MS = 60 * 60_000
const BUSY_MS = 60_000

function pauseOf(pause: { pausedMs: number } | undefined): { waitMs: number; isRefused: boolean } {
  if (!pause) return { waitMs: BUSY_MS, isRefused: false }
  return { waitMs: pause.pausedMs, isRefused: pause.pausedMs > REFUSED_FROM_MS }
}

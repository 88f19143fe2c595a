// The limits of a registry's host hold for the whole fleet, through one row of the database for each host: who asks takes a
// pass there, and gives it back with what came of the question. What a process lets through by its own gate waits here for the
// others. A process that dies leaves a pass that lapses.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import {
  FAILURES_UNTIL_PAUSE,
  FIRST_PAUSE_MS,
  type FleetPause,
  type GateOptions,
  type GateResult,
  LONGEST_PAUSE_MS,
  LONGEST_RETRY_AFTER_MS,
} from './host-rate-limit.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    registry_hosts: {
      host: string
      tokens: number
      tokens_at: Date
      leases: Record<string, string>
      paused_until: Date
      failures_in_row: number
      pauses_in_row: number
    }
  }
}

export type FleetPasses = {
  /** The id of a pass to be given back, or for how long the fleet pauses; undefined when there is no time until the deadline. */
  take(host: string, deadline: number): Promise<string | FleetPause | undefined>
  giveBack(host: string, pass: string, result: GateResult): Promise<void>
}

/** Longer than any question takes. */
const LEASE_SECONDS = 20
const POLL_MS = 100

export function createFleetPasses({ db, clock }: { db: Db; clock: Clock }, options: GateOptions): FleetPasses {
  const { atOnce, perSecond, burst } = options
  const available = sql`least(${burst}::float8,
    tokens + extract(epoch FROM clock_timestamp() - tokens_at)::float8 * ${perSecond}::float8)`
  const held = sql`(SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each_text(leases)
    WHERE value::timestamptz > clock_timestamp())`

  /** One update, which sees the row as the one before it left it. */
  async function tryToTake(host: string): Promise<string | undefined> {
    const pass = uuidv7()
    const { rows } = await sql`
      UPDATE registry_hosts SET tokens = ${available} - 1, tokens_at = clock_timestamp(),
        leases = ${held} || jsonb_build_object(${pass}::text, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
      WHERE host = ${host} AND paused_until <= clock_timestamp() AND ${available} >= 1
        AND (SELECT count(*) FROM jsonb_object_keys(${held})) < ${atOnce}
      RETURNING host`.execute(db)
    return rows.length > 0 ? pass : undefined
  }

  async function readWait(host: string): Promise<FleetPause & { tokenMs: number }> {
    const { rows } = await sql<FleetPause & { tokenMs: number }>`
      INSERT INTO registry_hosts (host, tokens) VALUES (${host}, ${burst})
      ON CONFLICT (host) DO UPDATE SET host = excluded.host
      RETURNING greatest(0, extract(epoch FROM greatest(registry_hosts.paused_until, 'epoch') - clock_timestamp()) * 1000)::float8 AS "pausedMs",
        failures_in_row >= ${FAILURES_UNTIL_PAUSE} AS "isFailing",
        (greatest(0, 1 - least(${burst}::float8, registry_hosts.tokens
          + extract(epoch FROM clock_timestamp() - registry_hosts.tokens_at)::float8 * ${perSecond}::float8))
          * 1000 / ${perSecond})::float8 AS "tokenMs"`.execute(db)
    return rows[0]!
  }

  return {
    async take(host, deadline) {
      for (;;) {
        const pass = await tryToTake(host)
        if (pass !== undefined) return pass
        const { pausedMs, isFailing, tokenMs } = await readWait(host)
        if (pausedMs > 0) return { pausedMs, isFailing }
        const now = clock.now()
        if (now >= deadline || now + tokenMs > deadline) return undefined
        // Without anything to wait for, the host is new, or its passes are taken by others.
        await sleep(Math.min(Math.max(tokenMs, POLL_MS), deadline - now))
      }
    },
    async giveBack(host, pass, result) {
      const pause = pauseAfter(result)
      await sql`
        UPDATE registry_hosts SET leases = leases - ${pass}::text,
          tokens = tokens + ${result.outcome === 'unused' ? 1 : 0},
          failures_in_row = ${result.outcome === 'failed' ? sql`least(failures_in_row + 1, ${FAILURES_UNTIL_PAUSE})` : result.outcome === 'ok' ? 0 : sql`failures_in_row`},
          pauses_in_row = ${result.outcome === 'ok' ? sql`0` : sql`pauses_in_row + CASE WHEN ${pause.when} THEN 1 ELSE 0 END`},
          paused_until = CASE WHEN ${pause.when}
            THEN greatest(paused_until, clock_timestamp() + ${pause.ms} * interval '1 millisecond') ELSE paused_until END
        WHERE host = ${host}`.execute(db)
    },
  }
}

/** When a result makes the host pause, and for how many milliseconds, as SQL over its row. */
function pauseAfter(result: GateResult) {
  const growing = sql`least(${LONGEST_PAUSE_MS}, ${FIRST_PAUSE_MS} * 2 ^ least(pauses_in_row, 20))`
  if (result.outcome === 'slow_down')
    return {
      when: sql`true`,
      ms:
        result.retryAfterMs === null ? growing : sql`${Math.min(LONGEST_RETRY_AFTER_MS, result.retryAfterMs)}::float8`,
    }
  if (result.outcome === 'failed') return { when: sql`failures_in_row + 1 >= ${FAILURES_UNTIL_PAUSE}`, ms: growing }
  return { when: sql`false`, ms: growing }
}

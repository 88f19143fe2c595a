// 2, 8, over time: counters and `updated_at` never go back, states change only along their edges, limits always hold.
import { setTimeout as sleep } from 'node:timers/promises'
import { GROUP_EDGES, type GroupStatus, JOB_EDGES, type JobStatus } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { checkCounts } from './accounts.ts'
import type { Violation } from './violation.ts'

type Seen = { id: string; kind: 'job' | 'group'; status: string; success: number; errors: number; updated_at: Date }
export type Watch = { stop(): Promise<Violation[]> }

/** Looks at everything unfinished again and again until it is stopped. A database that is away is waited for. */
export function watch(db: Db, everyMs: number): Watch {
  const last = new Map<string, Seen>()
  const found: Violation[] = []
  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { rows, beyondLimits } = await look(db).catch(() => ({ rows: [], beyondLimits: [] }))
      for (const now of rows) {
        const before = last.get(now.id)
        if (before) found.push(...compare(before, now))
        last.set(now.id, now)
      }
      found.push(...beyondLimits)
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await watching
      return found
    },
  }
}

async function look(db: Db): Promise<{ rows: Seen[]; beyondLimits: Violation[] }> {
  const { rows } = await sql<Seen>`
    SELECT id, 'job' AS kind, status, success, errors, updated_at FROM bulk_jobs
    UNION ALL SELECT id, 'group', status, coalesce(sums.success, 0)::int, coalesce(sums.errors, 0)::int, updated_at
    FROM bulk_groups LEFT JOIN (
      SELECT group_id, sum(success) AS success, sum(errors) AS errors FROM bulk_jobs GROUP BY group_id
    ) AS sums ON group_id = id`.execute(db)
  const beyondLimits: Violation[] = []
  for await (const violation of checkCounts(db)) beyondLimits.push(violation)
  return { rows, beyondLimits }
}

function* compare(before: Seen, now: Seen): Generator<Violation> {
  const subject = `${now.kind} ${now.id}`
  if (now.success < before.success || now.errors < before.errors)
    yield { invariant: 2, subject, what: 'a counter went back' }
  if (now.updated_at < before.updated_at) yield { invariant: 2, subject, what: 'updated_at went back' }
  if (!isReachable(now.kind, before.status, now.status))
    yield { invariant: 2, subject, what: `went from ${before.status} to ${now.status}` }
}

/** Between two looks a job may have taken several steps. */
function isReachable(kind: Seen['kind'], from: string, to: string): boolean {
  if (from === to) return true
  const edges = kind === 'job' ? JOB_EDGES[from as JobStatus] : GROUP_EDGES[from as GroupStatus]
  return edges.some((next) => isReachable(kind, next, to))
}

// Which task looks at which domain, and when.
//
//   enrichment.website {domain}   no named queue, because those make many slots wait for each other: site-lease.ts ensures that a site
//                               never gets two requests at once
//   enrichment.wikidata {domain}  one named queue for the whole fleet: Wikimedia asks for one request at a time
//
// The queue runs tasks by their date, oldest first. As with chunks of bulk jobs, fairness is a matter of dating them: each
// contact that its user already has waiting dates the next one later by a step. A user with one contact therefore waits for
// no other's thousands. All dates lie in the past by the same amount, because the queue does not start what lies ahead.
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { enqueue } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'enrichment.website': { domain: string }
    'enrichment.wikidata': { domain: string }
  }
}

export const WIKIDATA_TASK = 'enrichment.wikidata'
/** About what a site takes when it is slow. */
const STEP_SECONDS = 2
const HEAD_START_SECONDS = 3 * 3600
/** Behind every task that a customer waits for. */
const PRIORITY = 10

export type ScheduleOptions = {
  /** At once, unless given. */
  at?: Date
  /** Leaves a task that waits already where it is, instead of moving it to `at`. */
  keepWaiting?: boolean
}

/** One task per domain waits at most: a domain that is scheduled again while its task runs gets another one. */
export async function scheduleDomains(
  tx: Tx | Db,
  domains: Iterable<string>,
  { at, keepWaiting = false }: ScheduleOptions = {},
): Promise<void> {
  // Sorted, so that two who schedule the same domains do not wait for each other.
  const sorted = [...domains].sort()
  if (sorted.length === 0) return
  await sql`
    SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
      SELECT ('enrichment.website', json_build_object('domain', domain),
        NULL, ${at ?? null}::timestamptz, NULL,
        'enrichment.website:' || domain, ${PRIORITY}, NULL)::graphile_worker.job_spec
      FROM unnest(${sorted}::text[]) AS domain), ${keepWaiting})`.execute(tx)
}

export type WantedDomain = { domain: string; accountId: string }

/**
 * For new and changed contacts: each domain gets its position among those of all users. A task with a better position keeps it; adding
 * it again locks it until the transaction commits, so that it does not begin before the contacts are there.
 * Waiting tasks are counted once for each user, and a task found by its key: joins did both for each of a thousand domains.
 */
export async function scheduleFairly(tx: Tx, wanted: readonly WantedDomain[]): Promise<void> {
  const sorted = [...new Map(wanted.map((one) => [`${one.domain} ${one.accountId}`, one])).values()]
  if (sorted.length === 0) return
  await sql`
    WITH wanted AS (
      SELECT domain, "accountId", row_number() OVER (PARTITION BY "accountId" ORDER BY nth) AS position
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(sorted)}::json) AS (domain text, "accountId" uuid))
        WITH ORDINALITY AS one (domain, "accountId", nth)
    ), mine AS (SELECT "accountId", count(*) AS count FROM wanted GROUP BY "accountId"), waiting AS MATERIALIZED (
      SELECT "accountId", greatest(0, due.count - mine.count) AS count
      FROM mine, LATERAL (
        SELECT count(*) AS count FROM (
          SELECT FROM contacts WHERE account_id = "accountId" AND due_at IS NOT NULL LIMIT ${HEAD_START_SECONDS / STEP_SECONDS}
        ) AS found) AS due
    ), placed AS (
      SELECT domain, min(now() - make_interval(secs =>
        greatest(0, ${HEAD_START_SECONDS} - ${STEP_SECONDS}::float8 * (waiting.count + position - 1)))) AS run_at
      FROM wanted JOIN waiting USING ("accountId") GROUP BY domain
    )
    SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
      SELECT ('enrichment.website', json_build_object('domain', domain), NULL,
        least(placed.run_at, (
          SELECT run_at FROM graphile_worker.jobs WHERE key = 'enrichment.website:' || domain AND locked_at IS NULL
        )), NULL, 'enrichment.website:' || domain, ${PRIORITY}, NULL)::graphile_worker.job_spec
      FROM placed ORDER BY domain))`.execute(tx)
}

/** The new task keeps the place in the queue of the one before. */
export async function scheduleWikidata(db: Db, domain: string, place: Date): Promise<void> {
  const key = `${WIKIDATA_TASK}:${domain}`
  await enqueue(
    db,
    WIKIDATA_TASK,
    { domain },
    { queueName: WIKIDATA_TASK, jobKey: key, priority: PRIORITY, runAt: place },
  )
}

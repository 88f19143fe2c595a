// Which task looks at which domain, and in which lane.
//
//   contacts.website {domain}   two lanes: a site never gets two requests at once, and slots stay free for other work.
//                               Domains below one registrable domain share a lane, because their sites share hosts
//   contacts.wikidata {domain}  one lane in the whole fleet: Wikimedia wants one request after the other
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { enqueue } from '../../platform/queue.ts'

declare module '../../platform/queue.ts' {
  interface Tasks {
    'contacts.website': { domain: string }
    'contacts.wikidata': { domain: string }
  }
}

const WEBSITE_LANES = 2
/** Behind everything that somebody waits for. */
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
      SELECT ('contacts.website', json_build_object('domain', domain),
        'contacts.website.' || abs(hashtext(substring(domain FROM '(?:[^.]+[.])?[^.]+$')) % ${WEBSITE_LANES}::int), ${at ?? null}::timestamptz, NULL,
        'contacts.website:' || domain, ${PRIORITY}, NULL)::graphile_worker.job_spec
      FROM unnest(${sorted}::text[]) AS domain), ${keepWaiting})`.execute(tx)
}

export async function scheduleWikidata(db: Db, domain: string): Promise<void> {
  const name = 'contacts.wikidata'
  await enqueue(db, name, { domain }, { queueName: name, jobKey: `${name}:${domain}`, priority: PRIORITY })
}

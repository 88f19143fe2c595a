import type { InstallationStatus } from '@mailsift/contract'
import { sql } from 'kysely'
import { countUnfinished } from '../../bulk/bulk.ts'
import { readListStates } from '../../disposable-domains/disposable-domains.ts'
import { readWaiting } from '../../outbox/outbox.ts'
import type { Db } from '../../platform/database/database.ts'
import { listQuarantined } from '../../platform/queue/quarantine.ts'
import { countTasks } from '../../platform/queue/queue-metrics.ts'
import { countAlive } from '../../platform/queue/worker-watch.ts'
import { ownVersion } from '../../platform/version.ts'

/** The fleet as `admin status` shows it, without its disks and databases. */
export async function readInstallation(db: Db): Promise<InstallationStatus> {
  const [workers, counted, tasks, quarantined, unfinished, waiting, lists] = await Promise.all([
    countAlive(db),
    sql<{ accounts: number; people: number }>`
      SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM users) AS people`.execute(db),
    countTasks(db),
    listQuarantined(db),
    countUnfinished(db),
    readWaiting(db),
    readListStates(db),
  ])
  const { accounts, people } = counted.rows[0]!
  return {
    version: ownVersion(),
    at: new Date().toISOString(),
    workers,
    accounts,
    people,
    tasks,
    tasks_quarantined: quarantined.length,
    // A file is a group and its jobs; a list is a job without one.
    unfinished_lists: unfinished.reduce((sum, row) => sum + row.count, 0),
    undelivered_events: waiting.reduce((sum, row) => sum + row.count, 0),
    domain_lists: lists.map(({ taken_from: _, ...list }) => list),
  }
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { rootOf } from './eligible.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    site_leases: { root: Buffer; task_id: string; leased_until: Date }
  }
}

/** Longer than any visit takes. */
const LEASE_MINUTES = 10

/**
 * Runs the work while no other task visits the sites of this registrable domain, because its hosts may be the same; returns false
 * if another task does. A task that was killed, and runs again, still holds its lease.
 */
export async function withSiteLease(
  db: Db,
  domain: string,
  taskId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const root = createHash('sha256').update(rootOf(domain)).digest()
  const { rows } = await sql`
    INSERT INTO site_leases AS lease (root, task_id, leased_until)
    VALUES (${root}, ${taskId}::bigint, now() + make_interval(mins => ${LEASE_MINUTES}))
    ON CONFLICT (root) DO UPDATE SET task_id = excluded.task_id, leased_until = excluded.leased_until
    WHERE lease.leased_until < now() OR lease.task_id = excluded.task_id
    RETURNING root`.execute(db)
  if (rows.length === 0) return false
  try {
    await work()
  } finally {
    await sql`DELETE FROM site_leases WHERE root = ${root} AND task_id = ${taskId}::bigint`.execute(db)
  }
  return true
}

export async function deleteExpiredSiteLeases(db: Db): Promise<void> {
  await sql`DELETE FROM site_leases WHERE leased_until < now()`.execute(db)
}

import type { Db } from '../platform/database/database.ts'
import { measureByDatabase } from '../platform/metrics/database-gauge.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'

const NAME = 'last_backup'

export type LastBackup = { at: string; bytes: number }

/** For those who watch that backups are made. */
export async function rememberBackup(db: Db, last: LastBackup): Promise<void> {
  const value = JSON.stringify(last)
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function readLastBackup(db: Db): Promise<LastBackup | undefined> {
  const found = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  return found && (JSON.parse(found.value) as LastBackup)
}

export function measureBackups({ db, metrics }: { db: Db; metrics: Metrics }): void {
  measureByDatabase({
    metrics,
    name: 'mailsift_backup_age_seconds',
    help: 'Time since the last backup; infinite if there is none.',
    read: () => readLastBackup(db),
    figures: ageOf,
  })
}

function ageOf(last: LastBackup | undefined): number {
  return last ? (Date.now() - Date.parse(last.at)) / 1000 : Number.POSITIVE_INFINITY
}

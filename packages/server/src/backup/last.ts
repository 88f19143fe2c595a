import { Gauge } from 'prom-client'
import type { Db } from '../platform/database.ts'
import type { Metrics } from '../platform/metrics.ts'

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
  new Gauge({
    name: 'mailsift_backup_age_seconds',
    help: 'Time since the last backup was made; infinite when there is none. NaN when the database could not be asked.',
    registers: [metrics],
    async collect() {
      this.set(await readLastBackup(db).then(ageOf, () => Number.NaN))
    },
  })
}

function ageOf(last: LastBackup | undefined): number {
  return last ? (Date.now() - Date.parse(last.at)) / 1000 : Number.POSITIVE_INFINITY
}

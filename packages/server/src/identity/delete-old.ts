import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'
import { DEVICE_LIFE_DAYS } from './devices/devices.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'identity.delete-old': Record<string, never>
  }
}

export const identityCron: readonly CronEntry[] = [{ task: 'identity.delete-old', match: '17 * * * *' }]

/** Expired sessions, links, challenges and sign-ups, sign-ins that were not finished, and devices that were not used for long. */
export async function deleteOldSignIns(db: Db): Promise<void> {
  await sql`DELETE FROM sessions WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM sign_in_links WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM sign_in_attempts WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM used_logout_tokens WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM sign_ups WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM used_challenges WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM devices WHERE last_used_at < now() - make_interval(days => ${DEVICE_LIFE_DAYS})`.execute(db)
}

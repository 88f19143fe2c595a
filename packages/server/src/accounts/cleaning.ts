import { sql } from 'kysely'
import { DEVICE_LIFE_DAYS } from '../identity/devices/devices.ts'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'accounts.clean': Record<string, never>
  }
}

/** A token that cannot be used any more stays listed this long, to explain why a client stopped working. */
const DEAD_TOKEN_DAYS = 90

export const accountsCron: readonly CronEntry[] = [{ task: 'accounts.clean', match: '17 * * * *' }]

/** Removes expired sessions, links, sign-ins that were not finished and invitations, devices that were not used for long, tokens that ended long ago, and events that the audit trail no longer keeps. */
export async function cleanAccounts(db: Db): Promise<void> {
  await sql`DELETE FROM sessions WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM sign_in_links WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM sign_in_attempts WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM used_logout_tokens WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM sign_ups WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM used_challenges WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM devices WHERE last_used_at < now() - make_interval(days => ${DEVICE_LIFE_DAYS})`.execute(db)
  await sql`DELETE FROM invitations WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM api_tokens
    WHERE least(revoked_at, expires_at) < now() - make_interval(days => ${DEAD_TOKEN_DAYS})`.execute(db)
  // The trail's own trigger lets nothing younger go.
  await sql`DELETE FROM audit_events WHERE at < now() - interval '1 year'`.execute(db)
}

// Links that sign in once, or set a password once: 256 random bits behind the # of the link, where no server logs them.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashToken } from '../tokens/token-text.ts'

export type LinkPurpose = 'sign_in' | 'password_reset'

/** URL fragments that the console's page reads. */
const FRAGMENTS: Record<LinkPurpose, string> = { sign_in: 'sign-in', password_reset: 'reset' }

const SECRET_BYTES = 32
const LIFE_MINUTES: Record<LinkPurpose, number> = { sign_in: 60, password_reset: 24 * 60 }

/** The secret leaves this function and is kept nowhere. */
export async function makeLink(
  db: Db | Tx,
  personId: string,
  purpose: LinkPurpose,
  lifeMinutes = LIFE_MINUTES[purpose],
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO sign_in_links (sha256, person_id, purpose, expires_at)
    VALUES (${hashToken(secret)}, ${personId}, ${purpose}, now() + make_interval(mins => ${lifeMinutes}))
    RETURNING expires_at`.execute(db)
  return { secret, expiresAt: rows[0]!.expires_at }
}

export function linkTo(origin: string, purpose: LinkPurpose, secret: string): string {
  return `${origin}/#${FRAGMENTS[purpose]}=${secret}`
}

/** The person of the link; null if it is used, expired or unknown. Of two uses at once, one gets it. */
export async function useLink(tx: Tx, secret: string, purpose: LinkPurpose): Promise<string | null> {
  const { rows } = await sql<{ person_id: string; is_alive: boolean }>`
    DELETE FROM sign_in_links WHERE sha256 = ${hashToken(secret)} AND purpose = ${purpose}
    RETURNING person_id, expires_at > now() AS is_alive`.execute(tx)
  return rows[0]?.is_alive ? rows[0].person_id : null
}

/** Links were made for what the person could reach at that time. */
export async function endLinksOf(db: Db | Tx, personId: string): Promise<void> {
  await sql`DELETE FROM sign_in_links WHERE person_id = ${personId}`.execute(db)
}

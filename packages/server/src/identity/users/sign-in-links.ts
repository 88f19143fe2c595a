// Links that sign in once, or set a password once: 256 random bits behind the # of the link, where no server logs them.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'

export type LinkPurpose = 'sign_in' | 'password_reset' | 'confirm_address'

/** URL fragments that the console's page reads. */
const FRAGMENTS: Record<LinkPurpose, string> = {
  sign_in: 'sign-in',
  password_reset: 'reset',
  confirm_address: 'confirm',
}

const SECRET_BYTES = 32
const LIFE_MINUTES: Record<LinkPurpose, number> = {
  sign_in: 60,
  password_reset: 24 * 60,
  confirm_address: 24 * 60,
}

type NewLink = {
  purpose: LinkPurpose
  /** Whether using it proves the address: only a mail to the address has it, or the administration has made it. */
  confirms: boolean
  lifeMinutes?: number
}

/** The secret leaves this function and is kept nowhere. */
export async function makeLink(
  db: Db | Tx,
  userId: string,
  { purpose, confirms, lifeMinutes = LIFE_MINUTES[purpose] }: NewLink,
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO sign_in_links (sha256, user_id, purpose, confirms, expires_at)
    VALUES (${hashSecret(secret)}, ${userId}, ${purpose}, ${confirms}, now() + make_interval(mins => ${lifeMinutes}))
    RETURNING expires_at`.execute(db)
  return { secret, expiresAt: rows[0]!.expires_at }
}

export function linkTo(origin: string, purpose: LinkPurpose, secret: string): string {
  return `${origin}/#${FRAGMENTS[purpose]}=${secret}`
}

export type UsedLink = { userId: string; purpose: LinkPurpose; confirms: boolean }

/** Null if the link is used, expired or unknown. Of two uses at once, one gets it. */
export async function useLink(tx: Tx, secret: string, purposes: readonly LinkPurpose[]): Promise<UsedLink | null> {
  const { rows } = await sql<UsedLink & { isAlive: boolean }>`
    DELETE FROM sign_in_links WHERE sha256 = ${hashSecret(secret)} AND purpose = ANY(${purposes})
    RETURNING user_id AS "userId", purpose, confirms, expires_at > now() AS "isAlive"`.execute(tx)
  return rows[0]?.isAlive ? rows[0] : null
}

/** Links were made for what the person could reach at that time. */
export async function endLinksOf(db: Db | Tx, userId: string): Promise<void> {
  await sql`DELETE FROM sign_in_links WHERE user_id = ${userId}`.execute(db)
}

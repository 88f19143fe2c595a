// Sign-ups that wait for their confirmation: the account exists once the link in the mail is used. Only the hash of its secret is stored.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'

const SECRET_BYTES = 32
const LIFE_HOURS = 24

export async function makeSignUp(db: Db | Tx, email: string): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO sign_ups (sha256, email, expires_at)
    VALUES (${hashSecret(secret)}, ${email}, now() + make_interval(hours => ${LIFE_HOURS})) RETURNING expires_at`.execute(
    db,
  )
  return { secret, expiresAt: rows[0]!.expires_at }
}

export async function readSignUp(db: Db, secret: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM sign_ups WHERE sha256 = ${hashSecret(secret)} AND expires_at > now()`.execute(db)
  return rows[0]?.email
}

/** Spends the link: of two uses at once, one gets it. The other links of the address end with it. */
export async function spendSignUp(tx: Tx, secret: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    DELETE FROM sign_ups WHERE sha256 = ${hashSecret(secret)} AND expires_at > now() RETURNING email`.execute(tx)
  const email = rows[0]?.email
  if (email !== undefined) await sql`DELETE FROM sign_ups WHERE email = ${email}`.execute(tx)
  return email
}

export function signUpLink(origin: string, secret: string): string {
  return `${origin}/#sign-up=${secret}`
}

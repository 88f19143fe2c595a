// Sign-ins that a browser has begun and not finished: a visit to an identity provider, its result, a challenge for a passkey. Each is found
// by the hash of a secret, and used once, by the browser that began it: a link that somebody else sends is worth nothing.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'

type Contents = {
  /** On the way to a provider and back. */
  sso_visit: { provider: string; returnTo: string; invitation?: string | undefined }
  /** The outcome is encrypted (platform/sealed.ts). An invitation that the person followed is its hashes in hex, joined by a period. */
  sso_result: { provider: string; outcome: string; invitation?: string | undefined }
  passkey_registration: Record<string, never>
  passkey_sign_in: Record<string, never>
}
export type AttemptPurpose = keyof Contents

type Key<Purpose extends AttemptPurpose> = { purpose: Purpose; secret: string; browser: string }
export type Attempt<Purpose extends AttemptPurpose> = { sessionId: string | null; content: Contents[Purpose] }

const LIFE_MINUTES = 10

export async function recordAttempt<Purpose extends AttemptPurpose>(
  db: Db | Tx,
  { purpose, secret, browser }: Key<Purpose>,
  { sessionId, content }: Attempt<Purpose>,
): Promise<void> {
  await sql`
    INSERT INTO sign_in_attempts (sha256, purpose, browser_sha256, session_id, content, expires_at)
    VALUES (${hashSecret(secret)}, ${purpose}, ${hashSecret(browser)}, ${sessionId}, ${JSON.stringify(content)},
      now() + make_interval(mins => ${LIFE_MINUTES}))`.execute(db)
}

/** Without using it up. */
export async function readAttempt<Purpose extends AttemptPurpose>(
  db: Db | Tx,
  { purpose, secret, browser }: Key<Purpose>,
): Promise<Attempt<Purpose> | undefined> {
  const { rows } = await sql<Attempt<Purpose>>`
    SELECT session_id AS "sessionId", content FROM sign_in_attempts
    WHERE sha256 = ${hashSecret(secret)} AND purpose = ${purpose} AND browser_sha256 = ${hashSecret(browser)}
      AND expires_at > now()`.execute(db)
  return rows[0]
}

/** Uses it up: one of two uses at once gets it. Another browser does not. */
export async function spendAttempt<Purpose extends AttemptPurpose>(
  db: Db | Tx,
  { purpose, secret, browser }: Key<Purpose>,
): Promise<Attempt<Purpose> | undefined> {
  const { rows } = await sql<Attempt<Purpose>>`
    DELETE FROM sign_in_attempts
    WHERE sha256 = ${hashSecret(secret)} AND purpose = ${purpose} AND browser_sha256 = ${hashSecret(browser)}
      AND expires_at > now()
    RETURNING session_id AS "sessionId", content`.execute(db)
  return rows[0]
}

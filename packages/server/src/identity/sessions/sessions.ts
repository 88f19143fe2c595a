import { randomBytes } from 'node:crypto'
import type { Account, Role } from '@mailsift/contract'
import { sql } from 'kysely'
import { forgetCookie, type SessionCookie, setCookie } from '../../access/session-cookie.ts'
import { mayWorkIn } from '../../accounts/members/members.ts'
import { isActive } from '../../accounts/subscriptions/subscriptions.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { User } from '../users/users.ts'
import { readToken, signToken } from './session-token.ts'

export type NewSession = {
  sessionId: string
  userId: string
  account: Account
  bearerToken: string
  expiresAt: Date
  setCookie: string
}

type FoundSession = {
  sessionId: string
  accountId: string
  userId: string
  role: Role
  isOperator: boolean
  subscribed: boolean
  hasSecondFactor: boolean
  needsSecondFactor: boolean
}

type SessionOptions = {
  /** Left out, the account that the person used last. */
  accountId?: string | undefined
  /** Whether the person signed in with two factors at once: a passkey, or a provider that says so. */
  isMultiFactor?: boolean
}

export type Sessions = {
  start(db: Db | Tx, person: User, options?: SessionOptions): Promise<NewSession>
  /** The session of a cookie's value or a bearer token, or null. `setCookie` renews the browser's cookie, or clears one whose session ended. */
  find(credential: string): Promise<{ session: FoundSession | null; setCookie?: string }>
}

const TOKEN_BYTES = 24
const LIFE_DAYS = 7
const LIFE_SECONDS = LIFE_DAYS * 24 * 60 * 60
/** A session in use is renewed once a day, which costs one write. */
const RENEWED_AFTER_DAYS = 1

export function createSessions({ db, secrets, cookie }: { db: Db; secrets: Secrets; cookie: SessionCookie }): Sessions {
  const cookieFor = (token: string) => setCookie(cookie, signToken(token, secrets), LIFE_SECONDS)

  return {
    async start(db, person, { accountId, isMultiFactor = false } = {}) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const { rows } = await sql<{ id: string; account_id: string; expires_at: Date; created_at: Date }>`
        INSERT INTO sessions (id, user_id, account_id, sha256, expires_at, multi_factor)
        SELECT ${uuidv7()}, m.user_id, m.account_id, ${hashSecret(token)}, now() + make_interval(days => ${LIFE_DAYS}), ${isMultiFactor}
        FROM members m JOIN users ON users.id = m.user_id
        WHERE m.user_id = ${person.id} AND ${mayWorkIn(sql`m.account_id`)} AND (${accountId ?? null}::uuid IS NULL OR m.account_id = ${accountId ?? null})
        ORDER BY (
          SELECT max(last_used_at) FROM sessions s WHERE s.user_id = m.user_id AND s.account_id = m.account_id
        ) DESC NULLS LAST, m.created_at LIMIT 1
        RETURNING id, account_id, expires_at, (SELECT created_at FROM accounts WHERE accounts.id = account_id) AS created_at`.execute(
        db,
      )
      const row = rows[0]
      if (!row && !person.address_confirmed)
        throw new AppError(
          'address_unconfirmed',
          'Your address is not confirmed, and you no longer belong to the account that you joined with it. Set a new password by email to confirm it.',
        )
      if (!row) throw new AppError('unauthenticated', 'The account was just deleted.')
      const { email, name } = person
      return {
        sessionId: row.id,
        userId: person.id,
        account: { id: row.account_id, email, name, created_at: row.created_at.toISOString() },
        bearerToken: signToken(token, secrets),
        expiresAt: row.expires_at,
        setCookie: cookieFor(token),
      }
    },

    async find(credential) {
      const token = readToken(credential, secrets)
      if (token === undefined) return { session: null }
      const { rows } = await sql<FoundSession & { isDue: boolean }>`
        SELECT sessions.id AS "sessionId", m.account_id AS "accountId", m.user_id AS "userId", m.role,
          users.is_operator AND users.address_confirmed AS "isOperator", ${isActive} AS subscribed,
          users.totp_confirmed OR sessions.multi_factor AS "hasSecondFactor", accounts.second_factor_required AS "needsSecondFactor",
          sessions.expires_at < now() + make_interval(days => ${LIFE_DAYS - RENEWED_AFTER_DAYS}) AS "isDue"
        FROM sessions JOIN users ON users.id = sessions.user_id
        JOIN members m ON m.user_id = users.id AND m.account_id = sessions.account_id
          AND ${mayWorkIn(sql`m.account_id`)}
        JOIN accounts ON accounts.id = m.account_id
        LEFT JOIN subscriptions s ON s.account_id = m.account_id
        WHERE sessions.sha256 = ${hashSecret(token)} AND sessions.expires_at > now()`.execute(db)
      if (!rows[0]) return { session: null, setCookie: forgetCookie(cookie) }
      const { isDue, ...session } = rows[0]
      if (!isDue) return { session }
      await sql`
        UPDATE sessions SET expires_at = now() + make_interval(days => ${LIFE_DAYS}), last_used_at = now()
        WHERE id = ${session.sessionId}`.execute(db)
      return { session, setCookie: cookieFor(token) }
    },
  }
}

/** The session works in another account of its person from now on. False when the person does not belong to it. */
export async function switchSession(db: Db | Tx, sessionId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE sessions SET account_id = m.account_id FROM members m JOIN users ON users.id = m.user_id
    WHERE sessions.id = ${sessionId} AND ${mayWorkIn(sql`m.account_id`)} AND m.user_id = sessions.user_id AND m.account_id = ${accountId}
    RETURNING sessions.id`.execute(db)
  return rows.length > 0
}

/** Before a credential is added: the session may have ended since the request was admitted, because somebody else has proved the address. */
export async function requireSession(
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await sql`SELECT FROM sessions WHERE id = ${sessionId}`.execute(tx)
  if (rows.length === 0) throw new AppError('unauthenticated', 'The session has just ended.')
}

/** The same before a second factor is added or a passkey is removed: where a second factor is required, the password alone must not replace a passkey. */
export async function requireSessionWithPasskey(tx: Tx, session: { sessionId: string; userId: string }): Promise<void> {
  await requireSession(tx, session)
  const { rows } = await sql`
    SELECT FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id = ${session.sessionId} AND NOT (sessions.multi_factor OR users.totp_confirmed)
      AND EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = users.id)
      AND EXISTS (SELECT FROM members m JOIN accounts ON accounts.id = m.account_id WHERE m.user_id = users.id AND accounts.second_factor_required)`.execute(
    tx,
  )
  if (rows.length > 0)
    throw new AppError('second_factor_setup_required', 'You have a passkey. Sign in with it, then try again.')
}

/** A passkey that was just created has verified its person, as a sign-in with it would. */
export async function noteMultiFactor(tx: Tx, sessionId: string): Promise<void> {
  await sql`UPDATE sessions SET multi_factor = true WHERE id = ${sessionId}`.execute(tx)
}

/** Whether it had begun with two factors at once. */
export async function endSession(tx: Tx, sessionId: string): Promise<{ isMultiFactor: boolean }> {
  const { rows } = await sql<{ isMultiFactor: boolean }>`
    DELETE FROM sessions WHERE id = ${sessionId} RETURNING multi_factor AS "isMultiFactor"`.execute(tx)
  return { isMultiFactor: rows[0]?.isMultiFactor === true }
}

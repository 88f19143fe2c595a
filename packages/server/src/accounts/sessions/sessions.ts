import { randomBytes } from 'node:crypto'
import type { Account } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { forgetCookie, type SessionCookie, setCookie } from '../access/session-cookie.ts'
import { isActive } from '../subscriptions.ts'
import { hashToken } from '../tokens/token-text.ts'
import { type Person, toAccount } from '../users/people.ts'
import { readToken, signToken } from './session-token.ts'

export type NewSession = {
  sessionId: string
  account: Account
  bearerToken: string
  expiresAt: Date
  setCookie: string
}

type FoundSession = { sessionId: string; userId: string; subscribed: boolean }

export type Sessions = {
  start(db: Db | Tx, person: Person): Promise<NewSession>
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
    async start(db, person) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const { rows } = await sql<{ id: string; expires_at: Date }>`
        INSERT INTO sessions (id, person_id, sha256, expires_at)
        VALUES (${uuidv7()}, ${person.id}, ${hashToken(token)}, now() + make_interval(days => ${LIFE_DAYS}))
        RETURNING id, expires_at`.execute(db)
      return {
        sessionId: rows[0]!.id,
        account: toAccount(person),
        bearerToken: signToken(token, secrets),
        expiresAt: rows[0]!.expires_at,
        setCookie: cookieFor(token),
      }
    },

    async find(credential) {
      const token = readToken(credential, secrets)
      if (token === undefined) return { session: null }
      const { rows } = await sql<FoundSession & { isDue: boolean }>`
        SELECT sessions.id AS "sessionId", people.user_id AS "userId", ${isActive} AS subscribed,
          sessions.expires_at < now() + make_interval(days => ${LIFE_DAYS - RENEWED_AFTER_DAYS}) AS "isDue"
        FROM sessions JOIN people ON people.id = sessions.person_id
        LEFT JOIN subscriptions s ON s.user_id = people.user_id
        WHERE sessions.sha256 = ${hashToken(token)} AND sessions.expires_at > now()`.execute(db)
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

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await sql`DELETE FROM sessions WHERE id = ${sessionId}`.execute(tx)
}

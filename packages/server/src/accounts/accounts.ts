import type { Database } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { type AccountChanges, listenForAccountChanges } from './account-changes.ts'
import type { AccessDeps } from './caller.ts'
import { recordLastUsed } from './last-used.ts'
import { type Passwords, slowPasswords } from './passwords.ts'
import { sessionCookieFor } from './session-cookie.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { hasActiveSubscription } from './subscriptions.ts'
import { createTokenCache } from './token-cache.ts'
import { createTokenLimits } from './token-limits.ts'
import { lookUpToken } from './token-lookup.ts'

export type AccountsOptions = {
  database: Database
  log: Log
  secret: string
  /** Scheme, host and port under which browsers reach the service. */
  origin: string
  /** How long an answer about a token may be kept. */
  keepTokensForMs?: number
  passwords?: Passwords
}

export type Accounts = AccessDeps & { sessions: Sessions; passwords: Passwords; close(): Promise<void> }

/** Everything an API process needs to know its callers; to be closed before the database is. */
export function createAccounts({
  database,
  log,
  secret,
  origin,
  keepTokensForMs,
  passwords = slowPasswords,
}: AccountsOptions): Accounts {
  const { db, directUrl: url } = database
  const cookie = sessionCookieFor(origin)
  const lastUsed = recordLastUsed({ db, log })
  const tokens = createTokenCache({
    lookUp: (text) => lookUpToken(db, text),
    onFirstUseOfMinute: lastUsed.note,
    keepForMs: keepTokensForMs,
  })
  let changes: AccountChanges | undefined
  return {
    tokens,
    limits: createTokenLimits({ db }),
    sessions: createSessions({ db, log, secret, origin, cookie, passwords }),
    passwords,
    isSubscribed: (userId) => hasActiveSubscription(db, userId),
    cookie,
    origin,
    start() {
      changes = listenForAccountChanges(
        { url, log },
        {
          onListening: () => tokens.setTrusted(true),
          onLost: () => tokens.setTrusted(false),
          onChange: tokens.forgetUser,
        },
      )
    },
    async close() {
      await changes?.close()
      await lastUsed.close()
    },
  }
}

import { type Plans, readPlans } from '../accounts/plans/plans.ts'
import type { OidcProvider } from '../config/config.ts'
import { recordLastUsed } from '../credentials/tokens/last-used.ts'
import { createTokenCache } from '../credentials/tokens/token-cache.ts'
import { createTokenLimits } from '../credentials/tokens/token-limits.ts'
import { lookUpToken } from '../credentials/tokens/token-lookup.ts'
import { createPasskeys, type Passkeys } from '../identity/passkeys/ceremonies.ts'
import { createSessions, type Sessions } from '../identity/sessions/sessions.ts'
import { createSingleSignOn, type SingleSignOn } from '../identity/single-sign-on/single-sign-on.ts'
import { type Passwords, slowPasswords } from '../identity/users/passwords.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { createTrustedFetch, type TrustedFetch } from '../platform/outbound/trusted-fetch.ts'
import { readSecrets, type Secrets } from '../platform/secrets.ts'
import { type AccountChanges, listenForAccountChanges } from './account-changes.ts'
import { browserCookieFor } from './browser-cookie.ts'
import type { AccessDeps } from './caller.ts'
import { type SessionCookie, sessionCookieFor } from './session-cookie.ts'

export type AuthenticationOptions = {
  database: Database
  log: Log
  secret: string
  /** Scheme, host and port under which browsers reach the service. */
  origin: string
  /** How long an answer about a token may be kept. */
  keepTokensForMs?: number
  passwords?: Passwords
  plans?: Plans
  /** Something about this account's tokens or subscription changed. */
  onChange?(accountId: string): void
  /** Whether passwords sign in. */
  passwordSignIn?: boolean
  /** Identity providers, and how they are reached. */
  providers?: readonly OidcProvider[]
  fetch?: TrustedFetch
}

export type Authentication = AccessDeps & {
  sessions: Sessions
  passwords: Passwords
  plans: Plans
  secrets: Secrets
  passwordSignIn: boolean
  singleSignOn: SingleSignOn
  passkeys: Passkeys
  browserCookie: SessionCookie
  close(): Promise<void>
}

/** Everything an API process needs to know its callers; to be closed before the database is. */
export function createAuthentication({
  database,
  log,
  secret,
  origin,
  keepTokensForMs,
  passwords = slowPasswords,
  plans = readPlans(''),
  onChange,
  passwordSignIn = true,
  providers = [],
  fetch = createTrustedFetch(),
}: AuthenticationOptions): Authentication {
  const { db, directUrl: url } = database
  const cookie = sessionCookieFor(origin)
  const secrets = readSecrets(secret)
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
    sessions: createSessions({ db, secrets, cookie }),
    passwords,
    plans,
    secrets,
    cookie,
    origin,
    passwordSignIn,
    singleSignOn: createSingleSignOn({ db, log, secrets, origin, fetch, providers }),
    passkeys: createPasskeys({ db, origin }),
    browserCookie: browserCookieFor(origin),
    start() {
      changes = listenForAccountChanges(
        { url, log },
        {
          onListening: () => tokens.setTrusted(true),
          onLost: () => tokens.setTrusted(false),
          onChange(accountId) {
            tokens.forgetAccount(accountId)
            onChange?.(accountId)
          },
        },
      )
    },
    async close() {
      await changes?.close()
      await lastUsed.close()
    },
  }
}

// Loading better-auth costs a third of a second and 50 MB, so only sessions.ts imports this file, when first needed.
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '@mailsift/contract'
import { betterAuth } from 'better-auth'
import { bearer } from 'better-auth/plugins/bearer'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { readSecrets, versionOf } from '../../platform/secrets.ts'
import type { SessionCookie } from '../access/session-cookie.ts'
import type { Passwords } from '../users/passwords.ts'
import { startSession } from './start-session.ts'

export type BetterAuthOptions = {
  db: Db
  log: Log
  secret: string
  origin: string
  cookie: SessionCookie
  passwords: Passwords
}

const DAY_SECONDS = 24 * 60 * 60
/** better-auth counts UTF-16 units where the contract counts characters, and one character may be two units. */
const PASSWORD_MAX_UNITS = 2 * PASSWORD_MAX_CHARACTERS

export function createBetterAuth({ db, log, secret, origin, cookie, passwords }: BetterAuthOptions) {
  return betterAuth({
    appName: 'Mailsift',
    baseURL: origin,
    basePath: '/account',
    secrets: readSecrets(secret).map((value) => ({ version: versionOf(value), value })),
    database: { db, type: 'postgres', transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_CHARACTERS,
      maxPasswordLength: PASSWORD_MAX_UNITS,
      password: passwords,
    },
    // A session token read from the database is useless without the secret that signs it.
    plugins: [
      bearer({ requireSignature: true }),
      startSession(),
      twoFactor({
        issuer: 'Mailsift',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    session: {
      modelName: 'sessions',
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      database: { generateId: () => uuidv7(), validateSchema: false },
      useSecureCookies: false,
      cookies: { session_token: { name: cookie.name, attributes: cookie.attributes } },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its messages quote addresses; of an error only the code is kept.
    logger: {
      level: 'error',
      log: (_level, _message, ...details) =>
        log.error({ code: errorCode(details) }, 'accounts: a session operation failed'),
    },
  })
}

function errorCode(details: unknown[]): string | undefined {
  return details.map((detail) => (detail as { code?: string } | null)?.code).find((code) => typeof code === 'string')
}

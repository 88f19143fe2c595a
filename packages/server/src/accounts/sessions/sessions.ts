import type { Account } from '@mailsift/contract'
import { AppError } from '../../platform/http/problem.ts'
import { readSecrets } from '../../platform/secrets.ts'
import { spendCode } from '../users/second-factor.ts'
import { toAccount } from '../users/users.ts'
import type { BetterAuthOptions } from './better-auth.ts'
import { renewSignature } from './session-signature.ts'

type SessionsTable = { id: string; user_id: string; token: string; expires_at: Date; created_at: Date }

declare module '../../platform/database/database.ts' {
  interface Tables {
    sessions: SessionsTable
  }
}

export type NewSession = {
  sessionId: string
  account: Account
  bearerToken: string
  expiresAt: Date
  setCookie: string[]
}
type FoundSession = { sessionId: string; userId: string }
export type Presented = { kind: 'session' | 'bearer'; value: string }

export type Sessions = {
  signUp(input: { email: string; password: string; name: string }): Promise<NewSession>
  /** `code` is one of the authenticator app, or a backup code; required once the second factor is on. */
  signIn(input: { email: string; password: string; code?: string }): Promise<NewSession>
  /** A session for a user who was authenticated in another way; null when there is no such user. */
  startFor(userId: string): Promise<NewSession | null>
  setUpSecondFactor(presented: Presented, password: string): Promise<{ totpUri: string; backupCodes: string[] }>
  /** Both end the presented session and answer its successor. */
  confirmSecondFactor(presented: Presented, code: string): Promise<NewSession>
  disableSecondFactor(presented: Presented, password: string): Promise<NewSession>
  makeBackupCodes(presented: Presented, password: string): Promise<string[]>
  /** The session and its account, or null; `setCookie` renews the browser's cookie, or clears one whose session has ended. */
  find(presented: Presented): Promise<{ session: FoundSession | null; setCookie: string[] }>
}

/** Sign-up, sign-in and sessions by better-auth, which is loaded by the first request that needs it. */
export function createSessions(options: BetterAuthOptions): Sessions {
  const { db, cookie } = options
  const secrets = readSecrets(options.secret)
  let loading: Promise<ReturnType<typeof import('./better-auth.ts').createBetterAuth>> | undefined

  function betterAuth() {
    loading ??= import('./better-auth.ts').then(({ createBetterAuth }) => createBetterAuth(options))
    return loading
  }

  async function started({ headers, response }: StartedSession): Promise<NewSession> {
    const { id: sessionId, expires_at } = await db
      .selectFrom('sessions')
      .select(['id', 'expires_at'])
      .where('token', '=', response.token!)
      .executeTakeFirstOrThrow()
    const { id, email, name, createdAt } = response.user
    return {
      sessionId,
      account: toAccount({ id, email, name, created_at: createdAt }),
      bearerToken: headers.get('set-auth-token')!,
      expiresAt: expires_at,
      setCookie: sessionCookieOf(headers),
    }
  }

  /** Cookies of better-auth's own, such as those that serve two steps of one request, are not for the browser. */
  function sessionCookieOf(headers: Headers): string[] {
    return headers.getSetCookie().filter((line) => line.startsWith(`${cookie.name}=`))
  }

  function headersOf({ kind, value: presented }: Presented): Headers {
    const value = renewSignature(presented, secrets)
    return new Headers(kind === 'bearer' ? { authorization: `Bearer ${value}` } : { cookie: `${cookie.name}=${value}` })
  }

  /** The session behind a credential that was just made. */
  async function renewed(headers: Headers): Promise<NewSession> {
    const { api } = await betterAuth()
    const found = await api.getSession({
      headers: new Headers({
        cookie: sessionCookieOf(headers)
          .map((line) => line.split(';')[0])
          .join('; '),
      }),
    })
    if (!found) throw unavailable()
    return started({ headers, response: { token: found.session.token, user: found.user } })
  }

  /** The second step of a sign-in whose password was right. */
  async function proveSecondFactor(headers: Headers, code: string | undefined): Promise<NewSession> {
    if (code === undefined)
      throw new AppError(
        'second_factor_required',
        'Send the code of your authenticator app, or a backup code, as "code".',
      )
    const { api } = await betterAuth()
    const challenge = headers.getSetCookie().map((line) => line.split(';')[0]!)
    const step = {
      body: { code: code.trim() },
      headers: new Headers({ cookie: challenge.filter((pair) => !pair.startsWith(`${cookie.name}=`)).join('; ') }),
      returnHeaders: true,
    } as const
    const isFromApp = /^\d{6}$/.test(step.body.code)
    const proven = (isFromApp ? await api.verifyTOTP(step) : await api.verifyBackupCode(step)) as StartedSession
    if (!isFromApp || (await spendCode(db, proven.response.user.id, step.body.code))) return started(proven)
    await db.deleteFrom('sessions').where('token', '=', proven.response.token!).execute()
    throw WRONG_CODE()
  }

  async function exists(email: string): Promise<boolean> {
    const found = await db.selectFrom('users').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst()
    return found !== undefined
  }

  return {
    async signUp(body) {
      const { api } = await betterAuth()
      try {
        return await started(await api.signUpEmail({ body, returnHeaders: true }))
      } catch (error) {
        // Two sign-ups at once: the loser is told no more than that its user could not be made.
        if (codeOf(error) === 'FAILED_TO_CREATE_USER' && !(await exists(body.email))) throw unavailable()
        throw refusalOf(error, SIGN_UP_REFUSALS)
      }
    },
    async signIn(body) {
      const { api } = await betterAuth()
      try {
        const { code, ...credentials } = body
        const answer = await api.signInEmail({ body: credentials, returnHeaders: true })
        if ('twoFactorRedirect' in answer.response) return await proveSecondFactor(answer.headers, code)
        return await started(answer)
      } catch (error) {
        throw refusalOf(error, SIGN_IN_REFUSALS)
      }
    },
    async startFor(userId) {
      const { api } = await betterAuth()
      const { headers, response } = await api.startSession({ body: { userId }, returnHeaders: true })
      return response && started({ headers, response })
    },
    async setUpSecondFactor(presented, password) {
      const { api } = await betterAuth()
      try {
        const answer = await api.enableTwoFactor({ body: { password, method: 'totp' }, headers: headersOf(presented) })
        const { totpURI, backupCodes } = answer as { totpURI: string; backupCodes: string[] }
        return { totpUri: totpURI, backupCodes }
      } catch (error) {
        throw refusalOf(error, SECOND_FACTOR_REFUSALS)
      }
    },
    async confirmSecondFactor(presented, code) {
      const { api } = await betterAuth()
      const presentedHeaders = headersOf(presented)
      try {
        const current = await api.getSession({ headers: presentedHeaders })
        // Once it is on, to confirm it again would only tell which codes are right.
        if (current?.user.twoFactorEnabled) throw ALREADY_ON()
        const body = { code: code.trim() }
        const { headers, response } = await api.verifyTOTP({ body, headers: presentedHeaders, returnHeaders: true })
        await spendCode(db, response.user.id, body.code)
        return await renewed(headers)
      } catch (error) {
        throw refusalOf(error, SECOND_FACTOR_REFUSALS)
      }
    },
    async disableSecondFactor(presented, password) {
      const { api } = await betterAuth()
      try {
        const { headers } = await api.disableTwoFactor({
          body: { password },
          headers: headersOf(presented),
          returnHeaders: true,
        })
        return await renewed(headers)
      } catch (error) {
        throw refusalOf(error, SECOND_FACTOR_REFUSALS)
      }
    },
    async makeBackupCodes(presented, password) {
      const { api } = await betterAuth()
      try {
        const { backupCodes } = await api.generateBackupCodes({ body: { password }, headers: headersOf(presented) })
        return backupCodes
      } catch (error) {
        throw refusalOf(error, SECOND_FACTOR_REFUSALS)
      }
    },
    async find(presented) {
      const { api } = await betterAuth()
      try {
        const { headers: answered, response } = await api.getSession({
          headers: headersOf(presented),
          returnHeaders: true,
        })
        return {
          session: response && { sessionId: response.session.id, userId: response.user.id },
          setCookie: sessionCookieOf(answered),
        }
      } catch (error) {
        throw refusalOf(error, {})
      }
    },
  }
}

type StartedSession = {
  headers: Headers
  response: { token: string | null; user: { id: string; email: string; name: string; createdAt: Date } }
}

const WRONG = () => new AppError('invalid_credentials', 'E-mail address or password is wrong.')
const WRONG_CODE = () => new AppError('invalid_second_factor', 'The code is wrong, or was used before.')
const LOCKED_SECONDS = 900
const LOCKED = () =>
  new AppError('rate_limited', 'Too many wrong codes: the second factor is locked for a while.', {
    retryAfterSeconds: LOCKED_SECONDS,
  })
const ALREADY_ON = () =>
  new AppError('second_factor_enabled', 'The second factor is already on; switch it off to set up another.')
const NO_SECOND_FACTOR = () =>
  new AppError('not_found', 'No second factor is set up; begin with POST /account/second-factor.')
const MALFORMED = () => new AppError('invalid_email', 'This address cannot be used to sign in.')
const EXISTS = () => new AppError('account_exists', 'An account with this address exists. Sign in instead.')

type Refusals = Record<string, () => AppError>

/** An impossible address or password is answered like a wrong one: nothing of what is known shows. */
const SIGN_IN_REFUSALS: Refusals = {
  INVALID_EMAIL_OR_PASSWORD: WRONG,
  INVALID_EMAIL: WRONG,
  PASSWORD_TOO_LONG: WRONG,
  INVALID_CODE: WRONG_CODE,
  INVALID_BACKUP_CODE: WRONG_CODE,
  ACCOUNT_TEMPORARILY_LOCKED: LOCKED,
}

const SECOND_FACTOR_REFUSALS: Refusals = {
  INVALID_PASSWORD: () => new AppError('invalid_credentials', 'The password is wrong.'),
  INVALID_CODE: WRONG_CODE,
  TOTP_ALREADY_ENABLED: ALREADY_ON,
  TOTP_NOT_ENABLED: NO_SECOND_FACTOR,
  TWO_FACTOR_NOT_ENABLED: NO_SECOND_FACTOR,
}

const SIGN_UP_REFUSALS: Refusals = {
  // Our own schema has checked everything else by then.
  VALIDATION_ERROR: MALFORMED,
  INVALID_EMAIL: MALFORMED,
  USER_ALREADY_EXISTS: EXISTS,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: EXISTS,
  FAILED_TO_CREATE_USER: EXISTS,
}

/** better-auth reports a database it could not ask as its own failure, so an unexpected refusal is never a "no". */
function refusalOf(error: unknown, refusals: Refusals): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  return refusals[code]?.() ?? unavailable()
}

function codeOf(error: unknown): string | undefined {
  return (error as { body?: { code?: string } } | null)?.body?.code
}

function unavailable(): AppError {
  return new AppError('unavailable', 'Sessions cannot be checked at the moment.', { retryAfterSeconds: 2 })
}

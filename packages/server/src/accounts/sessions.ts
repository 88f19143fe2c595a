import type { Account } from '@mailsift/contract'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { AppError } from '../platform/problem.ts'
import type { SessionCookie } from './session-cookie.ts'
import { toAccount } from './users.ts'

type SessionsTable = { id: string; user_id: string; token: string; expires_at: Date; created_at: Date }

declare module '../platform/database.ts' {
  interface Tables {
    sessions: SessionsTable
  }
}

export type SessionsOptions = { db: Db; log: Log; secret: string; origin: string; cookie: SessionCookie }

export type NewSession = {
  sessionId: string
  account: Account
  bearerToken: string
  expiresAt: Date
  setCookie: string[]
}
export type FoundSession = { sessionId: string; userId: string }
export type Presented = { kind: 'session' | 'bearer'; value: string }

export type Sessions = {
  signUp(input: { email: string; password: string; name: string }): Promise<NewSession>
  signIn(input: { email: string; password: string }): Promise<NewSession>
  /** Whose session it is, or null; `setCookie` renews the browser's cookie, or takes back one that is over. */
  find(presented: Presented): Promise<{ session: FoundSession | null; setCookie: string[] }>
}

/** Sign-up, sign-in and sessions by better-auth, which is loaded by the first request that needs it. */
export function createSessions(options: SessionsOptions): Sessions {
  const { db, cookie } = options
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
      setCookie: headers.getSetCookie(),
    }
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
        return await started(await api.signInEmail({ body, returnHeaders: true }))
      } catch (error) {
        throw refusalOf(error, SIGN_IN_REFUSALS)
      }
    },
    async find({ kind, value }) {
      const { api } = await betterAuth()
      const headers = new Headers(
        kind === 'bearer' ? { authorization: `Bearer ${value}` } : { cookie: `${cookie.name}=${value}` },
      )
      try {
        const { headers: answered, response } = await api.getSession({ headers, returnHeaders: true })
        return {
          session: response && { sessionId: response.session.id, userId: response.user.id },
          setCookie: answered.getSetCookie(),
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

const WRONG = () =>
  new AppError('invalid_credentials', 'E-mail address or password is wrong.', {
    headers: { 'www-authenticate': 'Bearer realm="mailsift"' },
  })
const MALFORMED = () => new AppError('invalid_email', 'This address cannot be used to sign in.')
const EXISTS = () => new AppError('account_exists', 'An account with this address exists. Sign in instead.')

type Refusals = Record<string, () => AppError>

/** An impossible address or password is answered like a wrong one: nothing of what is known shows. */
const SIGN_IN_REFUSALS: Refusals = {
  INVALID_EMAIL_OR_PASSWORD: WRONG,
  INVALID_EMAIL: WRONG,
  PASSWORD_TOO_LONG: WRONG,
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

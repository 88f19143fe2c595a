import {
  type ErrorCode,
  SessionView,
  SIGN_INS_PER_ACCOUNT,
  SIGN_INS_PER_NETWORK,
  SignedIn,
  SignInBody,
} from '@mailsift/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Accounts } from '../access/authentication.ts'
import { browserOf } from '../access/browser-cookie.ts'
import { type Access, callerOf, memberOf } from '../access/caller.ts'
import { refuseOtherOrigin } from '../access/same-origin.ts'
import { forgetCookie } from '../access/session-cookie.ts'
import { registerInvitationRoutes } from '../accounts/members/invitation-routes.ts'
import { registerMemberRoutes } from '../accounts/members/member-routes.ts'
import { accountsOf } from '../accounts/members/members.ts'
import { registerRequiredSecondFactorRoute } from '../accounts/members/required-second-factor-route.ts'
import { findSubscription } from '../accounts/subscriptions/subscriptions.ts'
import { note, noteFailedSignIn } from '../audit/audit.ts'
import { registerAuditRoutes } from '../audit/routes.ts'
import { registerTokenRoutes } from '../credentials/tokens/routes.ts'
import type { Mail } from '../mail/mail.ts'
import { registerTestMailRoute } from '../mail/routes.ts'
import type { Db } from '../platform/database/database.ts'
import type { CreateRateLimiter } from '../platform/http/limits/rate-limit.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { clientNetworkOf } from '../platform/network.ts'
import { BODY_MAX_BYTES, requirePasswordSignIn, type SignInDeps } from './deps.ts'
import { createDevices } from './devices/devices.ts'
import { noteDevice } from './devices/note-device.ts'
import { registerPasskeyRoutes } from './passkeys/routes.ts'
import { registerSecondFactorRoutes } from './second-factor/routes.ts'
import { registerSessionRoutes } from './sessions/routes.ts'
import { endSession, type NewSession } from './sessions/sessions.ts'
import { signIn } from './sessions/sign-in.ts'
import { answerSignedIn } from './sessions/signed-in-response.ts'
import { registerSignUpRoutes, type SignUpSettings } from './sign-up/routes.ts'
import { providerOfSession } from './single-sign-on/identities.ts'
import { registerIdentityRoutes } from './single-sign-on/identity-routes.ts'
import { registerSingleSignOnRoutes } from './single-sign-on/routes.ts'
import { registerConfirmAddressRoutes } from './users/confirm-address-routes.ts'
import { registerNotificationRoutes } from './users/notification-routes.ts'
import { registerPasswordRoute } from './users/password-routes.ts'
import { registerResetLinkRoutes } from './users/reset-link-routes.ts'
import { registerSignInLinkRoutes } from './users/sign-in-link-routes.ts'

export type AccountRoutesOptions = {
  db: Db
  accounts: Accounts
  mail: Mail
  signUp: SignUpSettings
  createRateLimiter: CreateRateLimiter
}

const TAGS = ['Account']

/** The audit trail's word for a refused sign-in. */
const FAILED_BY: Partial<Record<ErrorCode, string>> = {
  invalid_credentials: 'password',
  invalid_second_factor: 'second_factor',
  passkey_refused: 'passkey',
}

/** A person who signed in, whatever their role, without a subscription: one must be able to get there to have one. */
const SIGNED_IN = {
  permission: 'write',
  subscription: false,
  kinds: ['session', 'bearer'],
  role: 'viewer',
} satisfies Access
const ADMIN = { ...SIGNED_IN, role: 'admin' } satisfies Access

type SessionRow = {
  email: string
  name: string
  has_password: boolean
  second_factor: boolean
  address_confirmed: boolean
  second_factor_required: boolean
  created_at: Date
  expires_at: Date
}

export function registerAccountRoutes(
  app: Http,
  { db, accounts, mail, signUp, createRateLimiter }: AccountRoutesOptions,
): void {
  const parts = { db, ...accounts }
  const devices = createDevices({ db, mail, cookie: accounts.cookie })
  const perNetwork = createRateLimiter(SIGN_INS_PER_NETWORK)
  const perAccount = createRateLimiter(SIGN_INS_PER_ACCOUNT)

  app.post(
    '/account/sign-in',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'signIn',
        summary: 'Sign in',
        description: 'Sets the session cookie and returns a bearer token for clients without cookies.',
        security: [],
        body: SignInBody,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(accounts.origin, request)
      requirePasswordSignIn(accounts)
      const email = request.body.email.trim()
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      // Counted whether or not the account exists.
      await perAccount.use(email.toLowerCase(), reply)
      const { password, code, passkey } = request.body
      const provePasskey =
        passkey && (() => accounts.passkeys.verifyAssertion(passkey, browserOf(accounts.browserCookie, request)))
      const session = await signIn(parts, { email, password, code, provePasskey }).catch(async (error) => {
        const detail = error instanceof AppError && FAILED_BY[error.code]
        if (detail) await noteFailedSignIn(db, { email, detail, ip: request.ip })
        throw error
      })
      await noteStart(request, session)
      await noteDevice(devices, request, reply, session)
      return answerSignedIn(reply, session)
    },
  )

  app.post(
    '/account/sign-out',
    {
      config: { access: { ...SIGNED_IN, beforeSecondFactor: true } },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends this session. Its cookie and bearer token stop working immediately.',
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { userId, credentialId } = callerOf(request)
      await db.transaction().execute(async (tx) => {
        await endSession(tx, credentialId)
        await note(tx, {
          action: 'sign_out',
          actor: 'account',
          accountId: userId,
          subjectId: credentialId,
          ip: request.ip,
          personId: memberOf(request).personId,
        })
      })
      return reply.header('set-cookie', forgetCookie(accounts.cookie)).code(204).send(null)
    },
  )

  app.get(
    '/account/session',
    {
      config: { access: { ...SIGNED_IN, permission: 'read', beforeSecondFactor: true } },
      schema: {
        tags: TAGS,
        operationId: 'getSession',
        summary: 'Get the current session',
        description:
          'Returns the signed-in person, the account, its subscription and the other accounts of the person, or 401 without a valid session.',
        response: { 200: SessionView },
      },
    },
    async (request) => {
      const { userId, credentialId } = callerOf(request)
      const member = memberOf(request)
      const [{ rows }, subscription, choices, began] = await Promise.all([
        sql<SessionRow>`
          SELECT p.email, p.name, p.password_hash IS NOT NULL AS has_password, p.totp_confirmed AS second_factor,
            p.address_confirmed, users.second_factor_required, users.created_at, sessions.expires_at
          FROM sessions JOIN people p ON p.id = sessions.person_id, users
          WHERE sessions.id = ${credentialId} AND users.id = ${userId}`.execute(db),
        findSubscription(db, userId),
        accountsOf(db, member.personId),
        providerOfSession(db, credentialId),
      ])
      const row = rows[0]
      if (!row) throw new AppError('unauthenticated', 'The session has just ended.')
      const { email, name, created_at, expires_at, has_password, second_factor, address_confirmed } = row
      return {
        account: { id: userId, email, name, created_at: created_at.toISOString() },
        subscription,
        expires_at: expires_at.toISOString(),
        has_password,
        address_confirmed,
        second_factor,
        second_factor_required: row.second_factor_required,
        second_factor_missing: member.lacksSecondFactor,
        password_sign_in: accounts.passwordSignIn,
        provider: began ? accounts.singleSignOn.describe(began.provider) : null,
        person_id: member.personId,
        role: member.role,
        operator: member.isOperator,
        accounts: choices,
      }
    },
  )

  const deps: SignInDeps = { db, accounts, access: SIGNED_IN, perNetwork, perAccount, devices, mail }
  registerPasswordRoute(app, deps)
  registerSecondFactorRoutes(app, deps)
  registerRequiredSecondFactorRoute(app, deps)
  registerSignInLinkRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerSingleSignOnRoutes(app, { ...deps, createRateLimiter })
  registerIdentityRoutes(app, deps)
  registerPasskeyRoutes(app, deps)
  registerMemberRoutes(app, deps)
  registerInvitationRoutes(app, { ...deps, createRateLimiter, normalize: signUp.normalize })
  registerResetLinkRoutes(app, { ...deps, createRateLimiter })
  registerConfirmAddressRoutes(app, { ...deps, createRateLimiter })
  registerSignUpRoutes(app, { ...deps, signUp, createRateLimiter })
  registerNotificationRoutes(app, deps)
  registerTestMailRoute(app, { ...deps, createRateLimiter })
  registerTokenRoutes(app, { db, access: ADMIN, createRateLimiter })
  registerAuditRoutes(app, { db, access: { ...ADMIN, permission: 'read' } })

  /** Before the answer: a session that the trail does not know is never handed out. */
  async function noteStart({ ip }: FastifyRequest, { account, sessionId, personId }: NewSession): Promise<void> {
    await note(db, { action: 'sign_in', actor: 'account', accountId: account.id, subjectId: sessionId, ip, personId })
  }
}

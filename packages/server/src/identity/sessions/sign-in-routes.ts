import { type ErrorCode, SessionView, SignedIn, SignInBody } from '@mailsift/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { browserOf } from '../../access/browser-cookie.ts'
import { callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { refuseOtherOrigin } from '../../access/same-origin.ts'
import { forgetCookie } from '../../access/session-cookie.ts'
import { accountsOf } from '../../accounts/members/members.ts'
import { findSubscription } from '../../accounts/subscriptions/subscriptions.ts'
import { note, noteFailedSignIn } from '../../audit/audit.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { BODY_MAX_BYTES, requirePasswordSignIn, type SignInDeps } from '../deps.ts'
import { noteDevice } from '../devices/note-device.ts'
import { providerOfSession } from '../single-sign-on/identities.ts'
import { endSession, type NewSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { answerSignedIn } from './signed-in-response.ts'

const TAGS = ['Account']

/** The audit trail's word for a refused sign-in. */
const FAILED_BY: Partial<Record<ErrorCode, string>> = {
  invalid_credentials: 'password',
  invalid_second_factor: 'second_factor',
  passkey_refused: 'passkey',
}

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

/** Signing in with a password, out, and what a page asks first: who is signed in. */
export function registerSignInRoutes(
  app: Http,
  { db, authentication, perNetwork, perAccount, devices }: SignInDeps,
): void {
  const parts = { db, ...authentication }

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
      refuseOtherOrigin(authentication.origin, request)
      requirePasswordSignIn(authentication)
      const email = request.body.email.trim()
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      // Counted whether or not the account exists.
      await perAccount.use(email.toLowerCase(), reply)
      const { password, code, passkey } = request.body
      const provePasskey =
        passkey &&
        (() => authentication.passkeys.verifyAssertion(passkey, browserOf(authentication.browserCookie, request)))
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
      const { accountId, credentialId } = callerOf(request)
      await db.transaction().execute(async (tx) => {
        await endSession(tx, credentialId)
        await note(tx, {
          action: 'sign_out',
          actor: 'account',
          accountId,
          subjectId: credentialId,
          ip: request.ip,
          userId: memberOf(request).userId,
        })
      })
      return reply.header('set-cookie', forgetCookie(authentication.cookie)).code(204).send(null)
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
      const { accountId, credentialId } = callerOf(request)
      const member = memberOf(request)
      const [{ rows }, subscription, choices, began] = await Promise.all([
        sql<SessionRow>`
          SELECT p.email, p.name, p.password_hash IS NOT NULL AS has_password, p.totp_confirmed AS second_factor,
            p.address_confirmed, accounts.second_factor_required, accounts.created_at, sessions.expires_at
          FROM sessions JOIN users p ON p.id = sessions.user_id, accounts
          WHERE sessions.id = ${credentialId} AND accounts.id = ${accountId}`.execute(db),
        findSubscription(db, accountId),
        accountsOf(db, member.userId),
        providerOfSession(db, credentialId),
      ])
      const row = rows[0]
      if (!row) throw new AppError('unauthenticated', 'The session has just ended.')
      const { email, name, created_at, expires_at, has_password, second_factor, address_confirmed } = row
      return {
        account: { id: accountId, email, name, created_at: created_at.toISOString() },
        subscription,
        expires_at: expires_at.toISOString(),
        has_password,
        address_confirmed,
        second_factor,
        second_factor_required: row.second_factor_required,
        second_factor_missing: member.lacksSecondFactor,
        password_sign_in: authentication.passwordSignIn,
        provider: began ? authentication.singleSignOn.describe(began.provider) : null,
        person_id: member.userId,
        role: member.role,
        operator: member.isOperator,
        accounts: choices,
      }
    },
  )

  /** Before the answer: a session that the trail does not know is never handed out. */
  async function noteStart({ ip }: FastifyRequest, { account, sessionId, userId }: NewSession): Promise<void> {
    await note(db, { action: 'sign_in', actor: 'account', accountId: account.id, subjectId: sessionId, ip, userId })
  }
}

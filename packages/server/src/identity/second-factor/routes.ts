import type { AuditAction } from '@mailsift/contract'
import { BackupCodes, ConfirmSecondFactorBody, PasswordBody, SecondFactorSetup, SignedIn } from '@mailsift/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { note } from '../../audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../deps.ts'
import { reportCredential } from '../devices/report-credential.ts'
import { endSession, type NewSession, requireSession, requireSessionWithPasskey } from '../sessions/sessions.ts'
import { answerSignedIn } from '../sessions/signed-in-response.ts'
import { isPasswordOf } from '../users/passwords.ts'
import { findUser, type User } from '../users/users.ts'
import { confirmSecondFactor, makeBackupCodes, removeSecondFactor, setUpSecondFactor } from './second-factor.ts'

const TAGS = ['Second factor']

/** Codes of an authenticator app (RFC 6238), and backup codes for the day it is lost. */
export function registerSecondFactorRoutes(app: Http, { db, authentication, perAccount, mail }: SignInDeps): void {
  const { sessions, passwords, secrets } = authentication
  const config = { access: { ...SIGNED_IN, beforeSecondFactor: true } } as const

  app.post(
    '/account/second-factor',
    {
      config,
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'setUpSecondFactor',
        summary: 'Start to set up two-factor authentication',
        description: 'Two-factor authentication is on once you confirm it with a code. Until then you can start again.',
        body: PasswordBody,
        response: { 200: SecondFactorSetup },
      },
    },
    async (request, reply) => {
      const person = await personOf(request, reply)
      await requirePassword(person, request.body.password)
      const { totpUri, backupCodes } = await setUpSecondFactor(db, secrets, person)
      return { totp_uri: totpUri, backup_codes: backupCodes }
    },
  )

  app.post(
    '/account/second-factor/confirm',
    {
      config,
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'confirmSecondFactor',
        summary: 'Turn on two-factor authentication',
        description: 'Ends the current session and returns a new one.',
        body: ConfirmSecondFactorBody,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const person = await personOf(request, reply)
      const session = await db.transaction().execute(async (tx) => {
        await requireSessionWithPasskey(tx, sessionOf(request))
        await confirmSecondFactor(tx, secrets, person, request.body.code)
        const session = await renewSession(tx, request, person, 'second_factor_enabled')
        const { sessionId: id } = session
        await reportCredential(tx, mail, request, { id, email: person.email, credential: { kind: 'second_factor' } })
        return session
      })
      return answerSignedIn(reply, session)
    },
  )

  app.post(
    '/account/second-factor/disable',
    {
      config,
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'disableSecondFactor',
        summary: 'Turn off two-factor authentication',
        description: 'Ends the current session and returns a new one.',
        body: PasswordBody,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const person = await personOf(request, reply)
      await requirePassword(person, request.body.password)
      const session = await db.transaction().execute(async (tx) => {
        await requireSession(tx, sessionOf(request))
        await removeSecondFactor(tx, person.id)
        return renewSession(tx, request, person, 'second_factor_disabled')
      })
      return answerSignedIn(reply, session)
    },
  )

  app.post(
    '/account/second-factor/backup-codes',
    {
      config,
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'makeBackupCodes',
        summary: 'Create new backup codes',
        description: 'The old codes stop working.',
        body: PasswordBody,
        response: { 200: BackupCodes },
      },
    },
    async (request, reply) => {
      const person = await personOf(request, reply)
      // Without a second factor there is nothing for the password to guard, and 404 says what to do.
      if (person.totp_confirmed) await requirePassword(person, request.body.password)
      const codes = await db.transaction().execute(async (tx) => {
        await requireSession(tx, sessionOf(request))
        await noteChange(tx, request, 'backup_codes_made')
        return makeBackupCodes(tx, secrets, person)
      })
      return { backup_codes: codes }
    },
  )

  const sessionOf = (request: FastifyRequest) => ({
    userId: memberOf(request).userId,
    sessionId: callerOf(request).credentialId,
  })

  /** Counts the attempt: each of these routes takes a password or a code. */
  async function personOf(request: FastifyRequest, reply: FastifyReply): Promise<User> {
    const { userId } = memberOf(request)
    await perAccount.use(userId, reply)
    const person = await findUser(db, userId)
    if (!person) throw new AppError('unauthenticated', 'The account was just deleted.')
    return person
  }

  async function requirePassword(person: User, password: string): Promise<void> {
    if (!(await isPasswordOf(person, password, passwords)))
      throw new AppError('invalid_credentials', 'The password is wrong.')
  }

  /** A session that began with fewer proofs than are needed now, or with more, ends. */
  async function renewSession(tx: Tx, request: FastifyRequest, person: User, action: AuditAction): Promise<NewSession> {
    const { isMultiFactor } = await endSession(tx, callerOf(request).credentialId)
    const session = await sessions.start(tx, person, { accountId: callerOf(request).accountId, isMultiFactor })
    await noteChange(tx, request, action, session.sessionId)
    return session
  }

  async function noteChange(tx: Tx, request: FastifyRequest, action: AuditAction, subjectId?: string): Promise<void> {
    const { userId } = memberOf(request)
    await note(tx, {
      action,
      actor: 'account',
      accountId: callerOf(request).accountId,
      subjectId,
      ip: request.ip,
      userId,
    })
  }
}

import type { AuditAction } from '@mailsift/contract'
import { BackupCodes, ConfirmSecondFactorBody, PasswordBody, SecondFactorSetup, SignedIn } from '@mailsift/contract'
import type { FastifyRequest } from 'fastify'
import type { Http } from '../../platform/http/server.ts'
import { readCredential } from '../access/credential.ts'
import { note } from '../audit/trail.ts'
import { callerOf } from '../caller.ts'
import type { Presented } from '../sessions/sessions.ts'
import { BODY_MAX_BYTES, type SignInDeps } from './deps.ts'
import { answerSignedIn } from './signed-in-response.ts'

const TAGS = ['Second factor']

/** Codes of an authenticator app (RFC 6238), and backup codes for the day it is lost. */
export function registerSecondFactorRoutes(app: Http, { db, accounts, access, perAccount }: SignInDeps): void {
  const { sessions, cookie } = accounts
  const config = { access }

  app.post(
    '/account/second-factor',
    {
      config,
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'setUpSecondFactor',
        summary: 'Begin to set up the second factor',
        description: 'It is on once it has been confirmed by a code. Until then it can be begun again.',
        body: PasswordBody,
        response: { 200: SecondFactorSetup },
      },
    },
    async (request, reply) => {
      await perAccount.use(callerOf(request).userId, reply)
      const { totpUri, backupCodes } = await sessions.setUpSecondFactor(presented(request), request.body.password)
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
        summary: 'Switch the second factor on',
        description: 'Answers a new session in place of the one that asked, which ends.',
        body: ConfirmSecondFactorBody,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      await perAccount.use(callerOf(request).userId, reply)
      const session = await sessions.confirmSecondFactor(presented(request), request.body.code)
      await noted(request, 'second_factor_enabled', session.sessionId)
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
        summary: 'Switch the second factor off',
        description: 'Answers a new session in place of the one that asked, which ends.',
        body: PasswordBody,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      await perAccount.use(callerOf(request).userId, reply)
      const session = await sessions.disableSecondFactor(presented(request), request.body.password)
      await noted(request, 'second_factor_disabled', session.sessionId)
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
        summary: 'Make new backup codes',
        description: 'The old ones stop working.',
        body: PasswordBody,
        response: { 200: BackupCodes },
      },
    },
    async (request, reply) => {
      await perAccount.use(callerOf(request).userId, reply)
      const codes = await sessions.makeBackupCodes(presented(request), request.body.password)
      await noted(request, 'backup_codes_made')
      return { backup_codes: codes }
    },
  )

  /** The guard has let only sessions and bearers through. */
  function presented({ headers }: FastifyRequest): Presented {
    return readCredential(headers, cookie.name) as Presented
  }

  async function noted(request: FastifyRequest, action: AuditAction, subjectId?: string): Promise<void> {
    await note(db, { action, actor: 'account', accountId: callerOf(request).userId, subjectId, ip: request.ip })
  }
}

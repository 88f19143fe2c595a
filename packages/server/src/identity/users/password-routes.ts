import { ChangePasswordBody } from '@mailsift/contract'
import { Type } from 'typebox'
import { callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { setPassword } from '../../accounts/accounts.ts'
import { asAccount } from '../../audit/audit.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { BODY_MAX_BYTES, requirePasswordSignIn, type SignInDeps } from '../deps.ts'
import { requireSession } from '../sessions/sessions.ts'
import { refuseGuessablePassword } from './password-rules.ts'
import { isPasswordOf } from './passwords.ts'
import { findUser } from './users.ts'

export function registerPasswordRoute(app: Http, { db, authentication, perAccount }: SignInDeps): void {
  app.post(
    '/account/password',
    {
      config: { access: { ...SIGNED_IN, beforeSecondFactor: true } },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: ['Account'],
        operationId: 'changePassword',
        summary: 'Change the password',
        description: 'Ends all other sessions of the account. An account without a password sets its first one.',
        body: ChangePasswordBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      requirePasswordSignIn(authentication)
      const { credentialId } = callerOf(request)
      const { userId } = memberOf(request)
      const { current_password = '', new_password } = request.body
      await perAccount.use(userId, reply)
      const person = await findUser(db, userId)
      if (!person) throw new AppError('unauthenticated', 'The account was just deleted.')
      const isFirst = person.password_hash === null && current_password === ''
      if (!isFirst && !(await isPasswordOf(person, current_password, authentication.passwords)))
        throw new AppError('invalid_credentials', 'The current password is wrong.')
      await refuseGuessablePassword(new_password, person.email)
      const passwordHash = await authentication.passwords.hash(new_password)
      await asAccount(db, request, async (tx) => {
        await requireSession(tx, { userId, sessionId: credentialId })
        await setPassword(tx, userId, passwordHash, { exceptSession: credentialId })
      })
      return reply.code(204).send(null)
    },
  )
}

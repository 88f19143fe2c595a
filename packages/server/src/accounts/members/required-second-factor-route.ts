import { RequireSecondFactorBody } from '@mailsift/contract'
import { Type } from 'typebox'
import { callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { asAccount } from '../../audit/audit.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../../identity/deps.ts'
import { requireSecondFactor } from '../../identity/second-factor/second-factor.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'

export function registerRequiredSecondFactorRoute(app: Http, { db }: SignInDeps): void {
  app.put(
    '/account/second-factor/required',
    {
      config: { access: { ...SIGNED_IN, role: 'owner' } },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: ['Second factor'],
        operationId: 'requireSecondFactor',
        summary: 'Require two-factor authentication of all members',
        description:
          'Takes effect immediately: a member without a second factor can only set one up. A passkey counts, and an identity provider that reports several factors. API tokens keep working. Owners can require it once they have a second factor themselves.',
        body: RequireSecondFactorBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { required } = request.body
      if (required && !memberOf(request).hasSecondFactor)
        throw new AppError(
          'second_factor_setup_required',
          'Turn on two-factor authentication for yourself first, or sign in with a passkey.',
        )
      await asAccount(db, request, (tx) => requireSecondFactor(tx, accountId, required))
      return reply.code(204).send(null)
    },
  )
}

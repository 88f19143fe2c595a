import { TEST_MAILS_PER_ACCOUNT, TestMailBody } from '@mailsift/contract'
import { Type } from 'typebox'
import { callerOf, memberOf, SIGNED_IN } from '../access/caller.ts'
import { canSignIn, findUser } from '../identity/identity.ts'
import type { Db } from '../platform/database/database.ts'
import type { CreateRateLimiter } from '../platform/http/limits/rate-limit.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import type { Mail } from './mail.ts'

const BODY_MAX_BYTES = 16 * 1024

type Deps = { db: Db; mail: Mail; createRateLimiter: CreateRateLimiter }

/** Sent at once, not by the queue, so that the operator sees what the mail server says. */
export function registerMailRoutes(app: Http, { db, mail, createRateLimiter }: Deps): void {
  const sent = createRateLimiter(TEST_MAILS_PER_ACCOUNT)
  app.post(
    '/account/test-mail',
    {
      config: { access: { ...SIGNED_IN, operator: true } },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: ['Account'],
        operationId: 'sendTestMail',
        summary: 'Send a test email',
        description: 'Only for operators of the installation. Others get 404.',
        body: TestMailBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { userId } = memberOf(request)
      const to = request.body.to?.trim() ?? (await findUser(db, userId))?.email ?? ''
      if (!canSignIn(to) || to.endsWith('.internal'))
        throw new AppError('invalid_email', 'The test email needs an address such as ann@contoso.com.')
      await sent.use(accountId, reply)
      if (!mail.isConfigured)
        throw new AppError('mail_not_configured', 'Set SMTP_URL and MAIL_FROM, and restart the service.')
      const delivery = await mail.sendNow(to, 'test', {})
      if (delivery.outcome !== 'sent')
        throw new AppError(
          'mail_failed',
          `The mail server failed (${delivery.code})${delivery.reply ? `: ${delivery.reply}` : ''}.`,
        )
      return reply.code(204).send(null)
    },
  )
}

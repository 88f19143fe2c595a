import { Notifications } from '@mailsift/contract'
import { sql } from 'kysely'
import { memberOf, SIGNED_IN } from '../../access/caller.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../deps.ts'

const TAGS = ['Account']

/** Which mails a person wants. Those about access to the account cannot be turned off. */
export function registerNotificationRoutes(app: Http, { db }: SignInDeps): void {
  app.get(
    '/account/notifications',
    {
      config: { access: { ...SIGNED_IN, permission: 'read' } },
      schema: {
        tags: TAGS,
        operationId: 'getNotifications',
        summary: 'Get the email notices of the person',
        description: 'Returns which notices the signed-in person gets by email, in every account.',
        response: { 200: Notifications },
      },
    },
    async (request) => {
      const { rows } = await sql<{ list_completed: boolean }>`
        SELECT notify_list_completed AS list_completed FROM users WHERE id = ${memberOf(request).userId}`.execute(db)
      if (!rows[0]) throw new AppError('unauthenticated', 'The account was just deleted.')
      return rows[0]
    },
  )

  app.patch(
    '/account/notifications',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'setNotifications',
        summary: 'Choose the email notices of the person',
        description: 'Without `SMTP_URL`, no notices are sent.',
        body: Notifications,
        response: { 200: Notifications },
      },
    },
    async (request) => {
      const { list_completed } = request.body
      await sql`UPDATE users SET notify_list_completed = ${list_completed} WHERE id = ${memberOf(request).userId}`.execute(
        db,
      )
      return { list_completed }
    },
  )
}

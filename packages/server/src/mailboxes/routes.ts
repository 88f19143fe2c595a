// Routes by which an account looks mailboxes up, and records its own knowledge of them.
import { KnownMailboxList, LookUpMailboxesBody, SetMailboxBody } from '@mailsift/contract'
import { Type } from 'typebox'
import { type Access, callerOf } from '../access/caller.ts'
import type { Db } from '../platform/database/database.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { followMailboxes } from '../suppressions/follow.ts'
import { type HashDeps, hashToStore } from './hash.ts'
import { lookUpMailboxes } from './lookup.ts'
import { recordEvidence } from './record.ts'

export const MAILBOX_READER = { permission: 'read', subscription: false, scope: 'validate' } satisfies Access
const WRITE = { permission: 'write', subscription: false, scope: 'contacts' } satisfies Access
const TAGS = ['Bounces']

export function registerMailboxRoutes(app: Http, deps: HashDeps & { db: Db }): void {
  app.post(
    '/account/mailboxes/lookup',
    {
      config: { access: MAILBOX_READER },
      schema: {
        tags: TAGS,
        operationId: 'lookUpMailboxes',
        summary: 'Look up what you know about mailboxes',
        description:
          'Returns what bounces, deliveries and your suppression list say about up to 10,000 addresses. Addresses about which nothing is known are left out. It is free.',
        body: LookUpMailboxesBody,
        response: { 200: KnownMailboxList },
      },
    },
    async (request) => ({ items: await lookUpMailboxes(deps, callerOf(request).accountId, request.body.emails) }),
  )

  app.post(
    '/account/mailboxes',
    {
      config: { access: WRITE, feature: null },
      schema: {
        tags: TAGS,
        operationId: 'setMailbox',
        summary: 'Record that a mailbox works, or that it does not exist',
        description:
          '`exists` clears earlier bounces of the address and removes it from the suppression list if only a bounce put it there.',
        body: SetMailboxBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { email: address, mailbox } = request.body
      const { accountId } = callerOf(request)
      if (hashToStore(deps, address) === undefined) throw new AppError('invalid_email', 'This is not an email address.')
      const said = mailbox === 'exists' ? 'works' : 'no_such_mailbox'
      await deps.db.transaction().execute(async (tx) => {
        await recordEvidence(deps, tx, accountId, [
          { address, class: said, source: 'manual', origin: 'person', happenedAt: new Date() },
        ])
        await followMailboxes(deps, tx, accountId, [address], 'person')
      })
      return reply.code(204).send(null)
    },
  )
}

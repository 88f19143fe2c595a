import { CONFIRMATION_MAILS_PER_PERSON, ConfirmAddressBody } from '@mailsift/contract'
import { Type } from 'typebox'
import { memberOf, SIGNED_IN } from '../../access/caller.ts'
import { asAccount } from '../../audit/audit.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../deps.ts'
import { confirmAddress } from './confirmed-address.ts'
import { linkTo, makeLink, useLink } from './sign-in-links.ts'
import { findUser } from './users.ts'

const TAGS = ['Account']

/** For a person who joined by a link alone. Somebody who is not signed in uses the mailed link to set a new password (sign-in-link-routes.ts). */
export function registerConfirmAddressRoutes(
  app: Http,
  { db, authentication, perNetwork, mail, createRateLimiter }: SignInDeps,
): void {
  const mailed = createRateLimiter(CONFIRMATION_MAILS_PER_PERSON)

  app.post(
    '/account/address/confirmation-mail',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'mailConfirmation',
        summary: 'Send a link that confirms your address',
        description:
          'The link works once and expires after a day. Nothing is sent if the address is confirmed already.',
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { userId } = memberOf(request)
      await mailed.use(userId, reply)
      await asAccount(db, request, async (tx) => {
        const person = await findUser(tx, userId)
        if (!person) throw new AppError('unauthenticated', 'The account was just deleted.')
        if (person.address_confirmed) return
        if (!mail.canReach(person.email))
          throw new AppError(
            'mail_not_configured',
            'This service cannot send email. Ask the operator to confirm your address.',
          )
        const { secret, expiresAt } = await makeLink(tx, userId, { purpose: 'confirm_address', confirms: true })
        await mail.queue(tx, {
          key: `confirm ${secret}`,
          to: person.email,
          template: 'confirm_address',
          values: { link: linkTo(authentication.origin, 'confirm_address', secret), expiresAt },
          until: expiresAt,
        })
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/account/address/confirm',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'confirmAddress',
        summary: 'Confirm your address',
        description:
          'Takes the secret of a mailed link of the signed-in person, who keeps everything that they have set up. Without a session, the same secret sets a new password with POST /account/password-reset.',
        body: ConfirmAddressBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { userId } = memberOf(request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      await asAccount(db, request, async (tx) => {
        const link = await useLink(tx, request.body.secret, ['confirm_address'])
        if (!link)
          throw new AppError('link_invalid', 'The link was used, has expired or is not valid. Request a new one.')
        // The transaction is undone, so that the link still works for its own person.
        if (link.userId !== userId)
          throw new AppError('link_invalid', 'This link is for another person. Sign out, and open it again.')
        await confirmAddress(tx, userId)
      })
      return reply.code(204).send(null)
    },
  )
}

import {
  MemberParams,
  MemberResetLink,
  RESET_LINKS_PER_ACCOUNT,
  RESETS_PER_ADDRESS,
  RequestResetBody,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { ADMIN, callerOf, memberOf } from '../../access/caller.ts'
import { refuseOtherOrigin } from '../../access/same-origin.ts'
import { requireResettable } from '../../accounts/members/members.ts'
import { asAccount } from '../../audit/audit.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { BODY_MAX_BYTES, requirePasswordSignIn, type SignInDeps } from '../deps.ts'
import { requestResetMail } from './reset-mail.ts'
import { linkTo, makeLink } from './sign-in-links.ts'

/** Where the links of /account/password-reset come from: by mail for the person, by an admin for another member. */
export function registerResetLinkRoutes(app: Http, deps: SignInDeps): void {
  const { db, authentication, perNetwork, mail, createRateLimiter } = deps
  const perAddress = createRateLimiter(RESETS_PER_ADDRESS)
  const made = createRateLimiter(RESET_LINKS_PER_ACCOUNT)

  app.post(
    '/account/password-reset-request',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: ['Account'],
        operationId: 'requestPasswordReset',
        summary: 'Request a link to set a new password',
        description:
          'Sends the link by email if a person with this address exists. The response is the same either way. The link works once and expires after an hour.',
        security: [],
        body: RequestResetBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      requirePasswordSignIn(authentication)
      const email = request.body.email.trim().toLowerCase()
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      // Counted whether or not the person exists.
      await perAddress.use(email, reply)
      if (!mail.isConfigured)
        throw new AppError(
          'mail_not_configured',
          'This service cannot send email. Ask an owner or admin of your account, or the operator, for a link to set a new password.',
        )
      await requestResetMail(db, authentication.secrets, email)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/account/members/:personId/reset-link',
    {
      config: { access: ADMIN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: ['Members'],
        operationId: 'makeMemberResetLink',
        summary: 'Create a link to set a new password for a member',
        description:
          'Sends the link to the member by email. If the service cannot send email, the link is returned, only once; pass it on yourself. Only owners can do this for an owner. For people who belong to other accounts, too, and for operators, only the command line can.',
        params: MemberParams,
        response: { 201: MemberResetLink },
      },
    },
    async (request, reply) => {
      requirePasswordSignIn(authentication)
      const { accountId } = callerOf(request)
      const { personId: userId } = request.params
      await made.use(accountId, reply)
      const { link, expiresAt } = await asAccount(db, request, async (tx) => {
        const { email, isUnconfirmed } = await requireResettable(tx, accountId, userId, memberOf(request))
        // Without mail the link is shown to the admin, and proves nothing.
        const confirms = mail.canReach(email)
        const { secret, expiresAt } = await makeLink(tx, userId, { purpose: 'password_reset', confirms })
        const link = linkTo(authentication.origin, 'password_reset', secret)
        await mail.queue(tx, {
          key: `reset ${secret}`,
          to: email,
          template: 'password_reset',
          values: { link, expiresAt, isUnconfirmed },
          until: expiresAt,
        })
        return { link: confirms ? null : link, expiresAt }
      })
      return reply.code(201).send({ link, expires_at: expiresAt.toISOString() })
    },
  )
}

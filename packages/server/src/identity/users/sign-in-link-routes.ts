import { ResetPasswordBody, SignedIn, SignInLinkBody } from '@mailsift/contract'
import { Type } from 'typebox'
import { refuseOtherOrigin } from '../../access/same-origin.ts'
import { setPassword } from '../../accounts/accounts.ts'
import { accountsOf } from '../../accounts/members/members.ts'
import { asAccount, note } from '../../audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { BODY_MAX_BYTES, requirePasswordSignIn, type SignInDeps } from '../deps.ts'
import { noteDevice } from '../devices/note-device.ts'
import { answerSignedIn } from '../sessions/signed-in-response.ts'
import { confirmAddressAnew } from './confirmed-address.ts'
import { refuseGuessablePassword } from './password-rules.ts'
import { type LinkPurpose, useLink } from './sign-in-links.ts'
import { findUser, type User } from './users.ts'

const TAGS = ['Account']

/** Exchanges a link of the administration for a session or a new password. The secret comes in the body: a path or query would be logged. */
export function registerSignInLinkRoutes(app: Http, { db, authentication, perNetwork, devices }: SignInDeps): void {
  app.post(
    '/account/sign-in-link',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'signInByLink',
        summary: 'Sign in with a link',
        description: 'A sign-in link works once and expires after an hour.',
        security: [],
        body: SignInLinkBody,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      const { ip } = request
      const session = await asAccount(db, request, async (tx) => {
        const { person } = await spend(tx, request.body.secret, ['sign_in'])
        const started = await authentication.sessions.start(tx, person)
        await noteUse(tx, 'sign_in', { accountId: started.account.id, userId: person.id, ip })
        await note(tx, {
          action: 'sign_in',
          actor: 'account',
          accountId: started.account.id,
          detail: 'link',
          subjectId: started.sessionId,
          ip,
          userId: person.id,
        })
        return started
      })
      await noteDevice(devices, request, reply, session)
      return answerSignedIn(reply, session)
    },
  )

  app.post(
    '/account/password-reset',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'resetPassword',
        summary: 'Set a password with a link',
        description:
          'A reset link works once and expires after a day. It ends all sessions of the person. If the link was mailed and the address was not confirmed, the address is confirmed, and passkeys, linked identities and the second factor of the person are removed.',
        security: [],
        body: ResetPasswordBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      requirePasswordSignIn(authentication)
      const { secret, new_password } = request.body
      const passwordHash = await authentication.passwords.hash(new_password)
      // A refused password takes the use of the link back: both are one transaction.
      await asAccount(db, request, async (tx) => {
        const { person, purpose } = await spend(tx, secret, ['password_reset', 'confirm_address'])
        const { id, email } = person
        await refuseGuessablePassword(new_password, email)
        for (const { id: accountId } of await accountsOf(tx, id))
          await noteUse(tx, purpose, { accountId, userId: id, ip: request.ip })
        await setPassword(tx, id, passwordHash)
      })
      return reply.code(204).send(null)
    },
  )
}

async function spend(
  tx: Tx,
  secret: string,
  purposes: readonly LinkPurpose[],
): Promise<{ person: User; purpose: LinkPurpose }> {
  const link = await useLink(tx, secret, purposes)
  const person = link && (await findUser(tx, link.userId))
  if (!person) throw invalidLink()
  if (!link.confirms) return { person, purpose: link.purpose }
  await confirmAddressAnew(tx, person)
  return { person: { ...person, address_confirmed: true }, purpose: link.purpose }
}

async function noteUse(
  tx: Tx,
  purpose: LinkPurpose,
  by: { accountId: string; userId: string; ip: string },
): Promise<void> {
  await note(tx, { action: 'link_used', actor: 'account', detail: purpose, ...by })
}

function invalidLink(): AppError {
  return new AppError('link_invalid', 'The link was used, has expired or is not valid. Request a new one.')
}

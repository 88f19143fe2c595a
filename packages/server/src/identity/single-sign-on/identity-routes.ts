import {
  BeginLinkBody,
  CONSOLE_PATHS,
  IdentityList,
  IdentityParams,
  LinkIdentityBody,
  Redirect,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { browserOf, knownBrowser } from '../../access/browser-cookie.ts'
import { callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { note } from '../../audit/audit.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../deps.ts'
import { reportCredential } from '../devices/report-credential.ts'
import { requireSessionWithPasskey } from '../sessions/sessions.ts'
import { confirmAddress } from '../users/confirmed-address.ts'
import { isPasswordOf } from '../users/passwords.ts'
import { findUser } from '../users/users.ts'
import { linkIdentity, listIdentities, unlinkIdentity } from './identities.ts'

const TAGS = ['Single sign-on']

/** The identities that a person signs in with. Linking one needs a session: an address alone never does. */
export function registerLinkedIdentityRoutes(app: Http, { db, authentication, perAccount, mail }: SignInDeps): void {
  const { singleSignOn, browserCookie } = authentication

  app.get(
    '/account/identities',
    {
      config: { access: { ...SIGNED_IN, permission: 'read' } },
      schema: {
        tags: TAGS,
        operationId: 'listIdentities',
        summary: 'List linked identities',
        description: 'Returns the identities that the person can sign in with, oldest first.',
        response: { 200: IdentityList },
      },
    },
    async (request) => {
      const identities = await listIdentities(db, memberOf(request).userId)
      return {
        items: identities.map(({ id, provider, created_at, last_used_at }) => ({
          id,
          provider: singleSignOn.describe(provider),
          linked_at: created_at.toISOString(),
          last_used_at: last_used_at?.toISOString() ?? null,
        })),
      }
    },
  )

  app.post(
    '/account/identities/begin',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'beginLink',
        summary: 'Start to link an identity',
        description:
          'Sets a cookie and returns the page of the identity provider. The provider sends the browser back to the settings with `#sso-link=` and a ticket.',
        body: BeginLinkBody,
        response: { 200: Redirect },
      },
    },
    async (request, reply) => {
      const { provider, password = '' } = request.body
      const { userId } = memberOf(request)
      singleSignOn.find(provider)
      await perAccount.use(userId, reply)
      const person = await findUser(db, userId)
      // A stranger at an open session must not get a second way in.
      const needsPassword = person?.password_hash && authentication.passwordSignIn
      if (needsPassword && !(await isPasswordOf(person, password, authentication.passwords)))
        throw new AppError('invalid_credentials', 'The password is wrong.')
      const from = { returnTo: CONSOLE_PATHS.settings, sessionId: callerOf(request).credentialId }
      const browser = knownBrowser(browserCookie, request, reply)
      return { redirect_to: await singleSignOn.begin(provider, { ...from, browser }) }
    },
  )

  app.post(
    '/account/identities',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'linkIdentity',
        summary: 'Link an identity',
        description:
          'Takes a ticket that this session started to link, or one whose verified address is the address of the signed-in person.',
        body: LinkIdentityBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId, credentialId } = callerOf(request)
      const { userId } = memberOf(request)
      await perAccount.use(userId, reply)
      const { ticket } = request.body
      const browser = browserOf(browserCookie, request)
      const { provider, identity, sessionId } = await singleSignOn.read(db, ticket, browser)
      await db.transaction().execute(async (tx) => {
        await requireSessionWithPasskey(tx, { userId, sessionId: credentialId })
        const person = await findUser(tx, userId)
        const provesAddress = identity.emailVerified && identity.email === person?.email
        if (!person || !(sessionId === null ? provesAddress : sessionId === credentialId))
          throw new AppError(
            'link_invalid',
            'This identity belongs to another address or was started by another session.',
          )
        await singleSignOn.spend(tx, ticket, browser)
        const { id, isNew } = await linkIdentity(tx, { ...identity, provider: provider.config.id, userId })
        const by = { actor: 'account', accountId, ip: request.ip, userId } as const
        if (provesAddress) await confirmAddress(tx, userId)
        if (!isNew) return
        await note(tx, { action: 'identity_linked', subjectId: id, detail: provider.config.id, ...by })
        const credential = { kind: 'identity', provider: provider.config.name } as const
        await reportCredential(tx, mail, request, { id, email: person.email, credential })
      })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/account/identities/:identityId',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'unlinkIdentity',
        summary: 'Unlink an identity',
        description: 'It can no longer sign in, and the other sessions that began with it end.',
        params: IdentityParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId, credentialId } = callerOf(request)
      const { userId } = memberOf(request)
      const identityId = request.params.identityId.toLowerCase()
      const isGone = await db.transaction().execute(async (tx) => {
        if (!(await unlinkIdentity(tx, { userId, identityId, exceptSession: credentialId }))) return false
        const by = { actor: 'account', accountId, ip: request.ip, userId } as const
        await note(tx, { action: 'identity_unlinked', subjectId: identityId, ...by })
        return true
      })
      if (!isGone) throw new AppError('not_found', 'The identity does not exist.')
      return reply.code(204).send(null)
    },
  )
}

import {
  BeginSingleSignOnBody,
  FinishSingleSignOnBody,
  LOGOUT_TOKENS_PER_NETWORK,
  Redirect,
  SignedIn,
  SignedOut,
  SignInOptions,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { browserOf, knownBrowser } from '../../access/browser-cookie.ts'
import { callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { refuseOtherOrigin } from '../../access/same-origin.ts'
import { forgetCookie } from '../../access/session-cookie.ts'
import { asAccount, note, noteFailedSignIn } from '../../audit/audit.ts'
import { readFormBody } from '../../platform/http/body/body.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../deps.ts'
import { noteDevice } from '../devices/note-device.ts'
import { reportCredential } from '../devices/report-credential.ts'
import { proveSecondFactor } from '../second-factor/second-factor.ts'
import { endSession } from '../sessions/sessions.ts'
import { answerSignedIn } from '../sessions/signed-in-response.ts'
import { findUser } from '../users/users.ts'
import { admit } from './admission.ts'
import { findIdentity, noteSession, providerOfSession } from './identities.ts'
import { readReturnPath } from './return-path.ts'

const TAGS = ['Single sign-on']
const PROVIDER = Type.Object({ provider: Type.String() })
const NAMED_SESSION = Type.Object({ iss: Type.String(), sid: Type.String({ minLength: 1 }) })

/** Signing in at an identity provider (OpenID Connect). Providers call three of these themselves; they are not part of the API. */
export function registerSingleSignOnRoutes(
  app: Http,
  { db, authentication, perNetwork, devices, mail, createRateLimiter }: SignInDeps,
): void {
  const logoutTokens = createRateLimiter(LOGOUT_TOKENS_PER_NETWORK)
  const { singleSignOn, browserCookie, origin, secrets } = authentication

  app.get(
    '/account/sign-in-options',
    {
      config: { access: 'public' },
      schema: {
        tags: TAGS,
        operationId: 'listSignInOptions',
        summary: 'List the ways to sign in',
        description: 'Returns what a sign-in page of this installation offers.',
        security: [],
        response: { 200: SignInOptions },
      },
    },
    () => ({
      password: authentication.passwordSignIn,
      passkeys: authentication.passkeys.areOffered,
      providers: singleSignOn.providers.map(({ config: { id, name } }) => ({ id, name })),
    }),
  )

  app.post(
    '/account/single-sign-on/begin',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'beginSingleSignOn',
        summary: 'Start single sign-on',
        description:
          'Sets a cookie and returns the page of the identity provider. The provider sends the browser back to `return_to` with `#sso=` and a ticket, which works once, in the same browser, for ten minutes. With an invitation, the person joins its account.',
        security: [],
        body: BeginSingleSignOnBody,
        response: { 200: Redirect },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      const { provider, return_to, invitation } = request.body
      const returnTo = readReturnPath(origin, return_to)
      singleSignOn.find(provider)
      const browser = knownBrowser(browserCookie, request, reply)
      return { redirect_to: await singleSignOn.begin(provider, { browser, returnTo, sessionId: null, invitation }) }
    },
  )

  app.get(
    '/account/single-sign-on/:provider/callback',
    // A HEAD request must not use up the state.
    { config: { access: 'public' }, exposeHeadRoute: false, schema: { hide: true, params: PROVIDER } },
    async (request, reply) => {
      const query = request.raw.url!.split('?')[1] ?? ''
      const path = await singleSignOn.return(request.params.provider, query, browserOf(browserCookie, request))
      return reply.redirect(`${origin}${path}`, 303)
    },
  )

  app.post(
    '/account/single-sign-on',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'finishSingleSignOn',
        summary: 'Finish single sign-on',
        description:
          'Exchanges the ticket for a session. `confirmation_required` means that the verified address belongs to an account: sign in to it, then link the identity with the same ticket.',
        security: [],
        body: FinishSingleSignOnBody,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      const { ticket, code } = request.body
      const { ip } = request
      const browser = browserOf(browserCookie, request)
      const session = await finish().catch(async (error) => {
        const isRefused = error instanceof AppError && FAILURES.includes(error.code)
        if (isRefused) await noteFailedSignIn(db, { email: '', detail: 'single_sign_on', ip })
        throw error
      })
      await noteDevice(devices, request, reply, session)
      return answerSignedIn(reply, session)

      async function finish() {
        const { provider, identity, sessionId, invitation } = await singleSignOn.read(db, ticket, browser)
        if (sessionId !== null)
          throw new AppError('link_invalid', 'This ticket links an identity. It does not sign in.')
        const linked = await findIdentity(db, identity)
        const known = linked && (await findUser(db, linked.userId))
        if (known?.totp_confirmed) await proveSecondFactor(db, secrets, known, code)
        return asAccount(db, request, async (tx) => {
          const arrival = { plans: authentication.plans, provider: provider.config, identity, invitation }
          const { person, identityId, isNew, accountId } = await admit(tx, arrival)
          await singleSignOn.spend(tx, ticket, browser)
          const started = await authentication.sessions.start(tx, person, {
            accountId,
            isMultiFactor: identity.isMultiFactor,
          })
          const idToken = seal(identity.idToken, secrets)
          await noteSession(tx, { sessionId: started.sessionId, identityId, sid: identity.sid, idToken })
          const by = { actor: 'account', accountId: started.account.id, ip, userId: person.id } as const
          if (isNew) {
            await note(tx, { action: 'identity_linked', subjectId: identityId, detail: provider.config.id, ...by })
            const credential = { kind: 'identity', provider: provider.config.name } as const
            await reportCredential(tx, mail, request, { id: identityId, email: person.email, credential })
          }
          await note(tx, { action: 'sign_in', subjectId: started.sessionId, detail: 'single_sign_on', ...by })
          return started
        })
      }
    },
  )

  app.post(
    '/account/single-sign-on/sign-out',
    {
      config: { access: { ...SIGNED_IN, beforeSecondFactor: true } },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'signOutAtProvider',
        summary: 'Sign out here and at the identity provider',
        description: 'Ends this session, and returns the page that ends the session at its identity provider.',
        response: { 200: SignedOut },
      },
    },
    async (request, reply) => {
      const { accountId, credentialId } = callerOf(request)
      const began = await providerOfSession(db, credentialId)
      const provider = singleSignOn.providers.find(({ config }) => config.id === began?.provider)
      const idToken = began?.idToken ? unseal(began.idToken, secrets) : null
      // The session here ends also when the provider cannot be reached.
      const url = provider ? await provider.signOutUrl(idToken).catch(() => null) : null
      await db.transaction().execute(async (tx) => {
        await endSession(tx, credentialId)
        const { userId } = memberOf(request)
        const by = { actor: 'account', accountId, ip: request.ip, userId } as const
        await note(tx, { action: 'sign_out', subjectId: credentialId, ...by })
      })
      return reply.header('set-cookie', forgetCookie(authentication.cookie)).send({ redirect_to: url })
    },
  )

  // An iframe of the provider's page sends this. It works without the cookie, which browsers keep from pages of others.
  app.get(
    '/account/single-sign-on/:provider/frontchannel-logout',
    {
      config: { access: 'public' },
      exposeHeadRoute: false,
      schema: { hide: true, params: PROVIDER, querystring: NAMED_SESSION },
    },
    async (request, reply) => {
      await logoutTokens.use(clientNetworkOf(request.ip), reply)
      const { iss: issuer, sid } = request.query
      await singleSignOn.endNamedSession(request.params.provider, { issuer, sid })
      return reply.header('cache-control', 'no-store').code(200).send()
    },
  )

  app.register(async (scope) => {
    // Only here: elsewhere a form of another page would be read as a request.
    scope.addContentTypeParser('application/x-www-form-urlencoded', readFormBody)
    scope.post(
      '/account/single-sign-on/:provider/backchannel-logout',
      { config: { access: 'public' }, bodyLimit: BODY_MAX_BYTES, schema: { hide: true, params: PROVIDER } },
      async (request, reply) => {
        await logoutTokens.use(clientNetworkOf(request.ip), reply)
        const { logout_token } = (request.body ?? {}) as { logout_token?: unknown }
        if (typeof logout_token !== 'string') throw new AppError('invalid_request', 'Send the logout_token as a form.')
        const { provider } = request.params as { provider: string }
        await singleSignOn.endSessions(provider, logout_token)
        return reply.code(200).send()
      },
    )
  })
}

/** Refusals that the audit trail notes. */
const FAILURES: readonly string[] = ['single_sign_on_refused', 'invalid_second_factor']

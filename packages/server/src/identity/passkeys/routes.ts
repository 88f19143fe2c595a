import {
  BeginPasskeyBody,
  PASSKEYS_MAX_COUNT,
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyCreation,
  PasskeyList,
  PasskeyParams,
  RegisterPasskeyBody,
  RenamePasskeyBody,
  SignedIn,
} from '@mailsift/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { browserOf, knownBrowser } from '../../access/browser-cookie.ts'
import { callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { refuseOtherOrigin } from '../../access/same-origin.ts'
import { asAccount, note, noteFailedSignIn } from '../../audit/audit.ts'
import { refuseControlCharacters } from '../../platform/http/names.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../deps.ts'
import { noteDevice } from '../devices/note-device.ts'
import { reportCredential } from '../devices/report-credential.ts'
import { noteMultiFactor, requireSessionWithPasskey } from '../sessions/sessions.ts'
import { answerSignedIn } from '../sessions/signed-in-response.ts'
import { isPasswordOf } from '../users/passwords.ts'
import { findUser } from '../users/users.ts'
import { handleOf } from './ceremonies.ts'
import { addPasskey, credentialsOf, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'

const TAGS = ['Passkeys']

/** Passkeys sign in without a password. Their device verifies the person, so that one is two factors at once. */
export function registerPasskeyRoutes(
  app: Http,
  { db, authentication, perNetwork, perAccount, devices, mail }: SignInDeps,
): void {
  const { passkeys, browserCookie, origin } = authentication

  app.post(
    '/account/passkeys/challenge',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'challengePasskey',
        summary: 'Start to sign in with a passkey',
        description: 'Sets a cookie and returns a challenge for navigator.credentials.get.',
        security: [],
        response: { 200: PasskeyChallenge },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      return passkeys.challenge(knownBrowser(browserCookie, request, reply), null)
    },
  )

  app.post(
    '/account/passkeys/sign-in',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'signInByPasskey',
        summary: 'Sign in with a passkey',
        description: 'The device must have verified the person, by a PIN or a fingerprint. No code is requested.',
        security: [],
        body: PasskeyAssertion,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      const { ip } = request
      const signIn = async () => {
        const { userId, use } = await passkeys.verifyAssertion(request.body, browserOf(browserCookie, request))
        return asAccount(db, request, async (tx) => {
          await use(tx)
          const person = await findUser(tx, userId)
          if (!person) throw new AppError('unauthenticated', 'The account was just deleted.')
          const started = await authentication.sessions.start(tx, person, { isMultiFactor: true })
          const by = { actor: 'account', accountId: started.account.id, ip, userId } as const
          await note(tx, { action: 'sign_in', subjectId: started.sessionId, detail: 'passkey', ...by })
          return started
        })
      }
      const session = await signIn().catch(async (error) => {
        if (error instanceof AppError && error.code === 'passkey_refused')
          await noteFailedSignIn(db, { email: '', detail: 'passkey', ip })
        throw error
      })
      await noteDevice(devices, request, reply, session)
      return answerSignedIn(reply, session)
    },
  )

  app.get(
    '/account/passkeys',
    {
      config: { access: { ...SIGNED_IN, permission: 'read', beforeSecondFactor: true } },
      schema: {
        tags: TAGS,
        operationId: 'listPasskeys',
        summary: 'List passkeys',
        description: 'Returns the passkeys of the person, oldest first.',
        response: { 200: PasskeyList },
      },
    },
    async (request) => ({ items: await listPasskeys(db, memberOf(request).userId) }),
  )

  app.post(
    '/account/passkeys/begin',
    {
      config: { access: { ...SIGNED_IN, beforeSecondFactor: true } },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'beginPasskey',
        summary: 'Start to add a passkey',
        description: 'Sets a cookie and returns a challenge for navigator.credentials.create.',
        body: BeginPasskeyBody,
        response: { 200: PasskeyCreation },
      },
    },
    async (request, reply) => {
      const { userId } = memberOf(request)
      await perAccount.use(userId, reply)
      const person = await findUser(db, userId)
      if (!person) throw new AppError('unauthenticated', 'The account was just deleted.')
      // A stranger at an open session must not get a second way in.
      const needsPassword = person.password_hash && authentication.passwordSignIn
      if (needsPassword && !(await isPasswordOf(person, request.body.password ?? '', authentication.passwords)))
        throw new AppError('invalid_credentials', 'The password is wrong.')
      const exclude = await credentialsOf(db, userId)
      if (exclude.length >= PASSKEYS_MAX_COUNT)
        throw new AppError('passkey_refused', `You have ${PASSKEYS_MAX_COUNT} passkeys. Remove one first.`)
      const browser = knownBrowser(browserCookie, request, reply)
      const challenge = await passkeys.challenge(browser, callerOf(request).credentialId)
      return { ...challenge, user_id: handleOf(userId), user_name: person.email, exclude }
    },
  )

  app.post(
    '/account/passkeys',
    {
      config: { access: { ...SIGNED_IN, beforeSecondFactor: true } },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description:
          'Stores the public key of a passkey that was created for the challenge of this session, which then counts as one with two-factor authentication.',
        body: RegisterPasskeyBody,
        response: { 201: Passkey },
      },
    },
    async (request, reply) => {
      const { userId } = memberOf(request)
      await perAccount.use(userId, reply)
      refuseControlCharacters('/body/name', request.body.name)
      const from = { browser: browserOf(browserCookie, request), sessionId: callerOf(request).credentialId }
      const verified = await passkeys.verifyRegistration(request.body, from)
      const added = await db.transaction().execute(async (tx) => {
        await requireSessionWithPasskey(tx, { userId, sessionId: from.sessionId })
        const passkey = await addPasskey(tx, { ...verified, userId })
        if (!passkey) throw new AppError('passkey_refused', 'This passkey is already in use.')
        await noteMultiFactor(tx, from.sessionId)
        await noteChange(tx, request, 'passkey_added', passkey.id)
        const { email } = (await findUser(tx, userId))!
        await reportCredential(tx, mail, request, { id: passkey.id, email, credential: { kind: 'passkey' } })
        return passkey
      })
      return reply.code(201).send(added)
    },
  )

  app.patch(
    '/account/passkeys/:passkeyId',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'renamePasskey',
        summary: 'Rename a passkey',
        description: 'The name is shown to the person alone.',
        params: PasskeyParams,
        body: RenamePasskeyBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { name } = request.body
      refuseControlCharacters('/body/name', name)
      const passkeyId = request.params.passkeyId.toLowerCase()
      const { userId } = memberOf(request)
      const isDone = await db.transaction().execute((tx) => renamePasskey(tx, { userId, passkeyId, name }))
      if (!isDone) throw noPasskey()
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/account/passkeys/:passkeyId',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        description: 'It can no longer sign in. Sessions stay until they are ended.',
        params: PasskeyParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const passkeyId = request.params.passkeyId.toLowerCase()
      const isDone = await db.transaction().execute(async (tx) => {
        const { userId } = memberOf(request)
        await requireSessionWithPasskey(tx, { userId, sessionId: callerOf(request).credentialId })
        if (!(await removePasskey(tx, userId, passkeyId))) return false
        await noteChange(tx, request, 'passkey_removed', passkeyId)
        return true
      })
      if (!isDone) throw noPasskey()
      return reply.code(204).send(null)
    },
  )
}

async function noteChange(
  tx: Parameters<typeof note>[0],
  request: FastifyRequest,
  action: 'passkey_added' | 'passkey_removed',
  subjectId: string,
): Promise<void> {
  const { userId } = memberOf(request)
  const by = { actor: 'account', accountId: callerOf(request).accountId, ip: request.ip, userId } as const
  await note(tx, { action, subjectId, ...by })
}

function noPasskey(): AppError {
  return new AppError('not_found', 'The passkey does not exist.')
}

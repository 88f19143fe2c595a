import {
  ConfirmSignUpBody,
  PendingSignUp,
  ProofChallenge,
  SIGN_UPS_PER_ADDRESS,
  SIGN_UPS_PER_NETWORK,
  SignedIn,
  SignUpBody,
  type SignUpMode,
  SignUpOptions,
  SignUpSecretBody,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { refuseOtherOrigin } from '../../access/same-origin.ts'
import { SELF_HOSTED, setSubscription } from '../../accounts/subscriptions/subscriptions.ts'
import { asAccount, note } from '../../audit/audit.ts'
import { refuseControlCharacters } from '../../platform/http/names.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { BODY_MAX_BYTES, requirePasswordSignIn, type SignInDeps } from '../deps.ts'
import { noteDevice } from '../devices/note-device.ts'
import { answerSignedIn } from '../sessions/signed-in-response.ts'
import { refuseGuessablePassword } from '../users/password-rules.ts'
import { createUserWithAccount } from '../users/users.ts'
import type { CheckAddress } from './check-address.ts'
import { makeChallenge, useProof } from './proof-of-work.ts'
import { requestSignUpMail } from './sign-up-mail.ts'
import { readSignUp, spendSignUp } from './sign-ups.ts'

export type SignUpSettings = {
  mode: SignUpMode
  /** For mode `domain`. */
  domains: readonly string[]
  /** The plan of new accounts; empty for none. */
  plan: string
  proofBits: number
  checkAddress: CheckAddress
  /** The mailbox of an address, whatever its spelling. */
  normalize(email: string): string
}

type SignUpDeps = SignInDeps & { signUp: SignUpSettings }

const TAGS = ['Account']

export function registerSignUpRoutes(
  app: Http,
  { db, authentication, perNetwork, devices, signUp, createRateLimiter }: SignUpDeps,
): void {
  const { mode, domains, plan, proofBits, checkAddress } = signUp
  const signUps = createRateLimiter(SIGN_UPS_PER_NETWORK)
  const perAddress = createRateLimiter(SIGN_UPS_PER_ADDRESS)
  const isOpen = mode === 'open' || mode === 'domain'

  app.get(
    '/account/sign-up',
    {
      config: { access: 'public' },
      schema: {
        tags: TAGS,
        operationId: 'getSignUpOptions',
        summary: 'Get who can sign up',
        description: 'Whether visitors can create accounts, and with which addresses.',
        security: [],
        response: { 200: SignUpOptions },
      },
    },
    async () => ({ mode, domains: mode === 'domain' ? [...domains] : [] }),
  )

  app.post(
    '/account/sign-up/challenge',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'getSignUpChallenge',
        summary: 'Get the challenge of a sign-up',
        description:
          'A proof of work: find a whole number whose key begins with `bits` zero bits. The key is PBKDF2-SHA256 of the decimal number, with the challenge as salt and `iterations` iterations. A challenge works once, within ten minutes.',
        security: [],
        response: { 200: ProofChallenge },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      requireOpen()
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      return makeChallenge(authentication.secrets, proofBits)
    },
  )

  app.post(
    '/account/sign-up',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'signUp',
        summary: 'Request an account',
        description:
          'Sends an email with a link that creates the account. The response is the same if the address has an account already. Addresses that are not safe for a sign-up are refused with the reason. Available with `SIGN_UP=open` or `SIGN_UP=domain`.',
        security: [],
        body: SignUpBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      requireOpen()
      requirePasswordSignIn(authentication)
      await signUps.use(clientNetworkOf(request.ip), reply)
      const email = request.body.email.trim().toLowerCase()
      const { challenge, number } = request.body
      if (!(await useProof({ db, secrets: authentication.secrets, bits: proofBits }, { challenge, number })))
        throw new AppError('proof_refused', 'The proof of work is wrong, was used or has expired. Get a new challenge.')
      await checkAddress(email)
      await perAddress.use(signUp.normalize(email), reply)
      await requestSignUpMail(db, authentication.secrets, email)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/account/sign-up/read',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'readSignUp',
        summary: 'Read a sign-up link',
        description: 'Returns the address that the link confirms.',
        security: [],
        body: SignUpSecretBody,
        response: { 200: PendingSignUp },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      const email = mode === 'closed' ? undefined : await readSignUp(db, request.body.secret)
      if (email === undefined) throw invalidLink()
      return { email }
    },
  )

  app.post(
    '/account/sign-up/confirm',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'confirmSignUp',
        summary: 'Create an account and sign in',
        description: 'A sign-up link works once and expires after a day.',
        security: [],
        body: ConfirmSignUpBody,
        response: { 201: SignedIn },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      requirePasswordSignIn(authentication)
      const { secret, password, name = '' } = request.body
      refuseControlCharacters('/body/name', name)
      const known = mode === 'closed' ? undefined : await readSignUp(db, secret)
      if (known === undefined) throw invalidLink()
      await refuseGuessablePassword(password, known)
      const passwordHash = await authentication.passwords.hash(password)
      // A crash leaves the link unused, or the account with its session and its event.
      const session = await asAccount(db, request, async (tx) => {
        const email = await spendSignUp(tx, secret)
        if (email === undefined) throw invalidLink()
        const person = await createUserWithAccount(tx, { email, name, passwordHash })
        const { accountId } = person
        if (plan !== '') await setSubscription(tx, accountId, { ...SELF_HOSTED, plan })
        const started = await authentication.sessions.start(tx, person, { accountId })
        const by = { actor: 'account', accountId, ip: request.ip, userId: person.id } as const
        await note(tx, { action: 'sign_up', subjectId: started.sessionId, ...by })
        return started
      })
      await noteDevice(devices, request, reply, session)
      return answerSignedIn(reply.code(201), session)
    },
  )

  function requireOpen(): void {
    if (!isOpen) throw new AppError('sign_up_closed', 'Ask the owner of this instance for an account.')
  }
}

function invalidLink(): AppError {
  return new AppError('link_invalid', 'The link was used, has expired or is not valid. Sign up again.')
}

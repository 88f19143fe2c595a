// The two ceremonies of WebAuthn: registering a passkey, and signing in with one. Each answers a challenge that is used once, by the browser
// that requested it. @simplewebauthn/server verifies.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { PasskeyAssertion, PasskeyChallenge, RegisterPasskeyBody } from '@mailsift/contract'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { once } from '../../platform/shared-value.ts'
import { recordAttempt, spendAttempt } from '../sessions/sign-in-attempts.ts'
import { findPasskey, type NewPasskey, notePasskeyUse } from './passkeys.ts'

export type Passkeys = {
  /** Browsers offer passkeys to names over https, and to localhost. */
  areOffered: boolean
  /** A challenge for this browser; for a registration, of this session alone. */
  challenge(browser: string, sessionId: string | null): Promise<PasskeyChallenge>
  verifyRegistration(
    body: RegisterPasskeyBody,
    from: { browser: string | undefined; sessionId: string },
  ): Promise<Omit<NewPasskey, 'userId'>>
  /** The person of the passkey, who was verified by their device: a PIN, a fingerprint. `use` spends it in the caller's transaction. */
  verifyAssertion(
    assertion: PasskeyAssertion,
    browser: string | undefined,
  ): Promise<{ userId: string; use(tx: Tx): Promise<void> }>
}

const CHALLENGE_BYTES = 32

const loadVerifier = once(() => import('@simplewebauthn/server'))

export function createPasskeys({ db, origin }: { db: Db; origin: string }): Passkeys {
  const { hostname: rpId, origin: expectedOrigin, protocol } = new URL(origin)

  /** The challenge that the browser has signed, if it was made for this browser and not used yet. */
  async function spendChallenge(
    purpose: 'passkey_registration' | 'passkey_sign_in',
    clientData: string,
    browser: string | undefined,
  ): Promise<{ challenge: string; sessionId: string | null }> {
    const challenge = challengeOf(clientData)
    const attempt = browser && challenge && (await spendAttempt(db, { purpose, secret: challenge, browser }))
    if (!attempt || !challenge) throw refused('The request for the passkey has expired. Try again.')
    return { challenge, sessionId: attempt.sessionId }
  }

  return {
    areOffered: isIP(rpId.replace(/^\[(.*)\]$/, '$1')) === 0 && (protocol === 'https:' || rpId === 'localhost'),

    async challenge(browser, sessionId) {
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
      const purpose = sessionId === null ? 'passkey_sign_in' : 'passkey_registration'
      await recordAttempt(db, { purpose, secret: challenge, browser }, { sessionId, content: {} })
      return { challenge, rp_id: rpId }
    },

    async verifyRegistration({ id, client_data, attestation, transports, name }, { browser, sessionId }) {
      const begun = await spendChallenge('passkey_registration', client_data, browser)
      if (begun.sessionId !== sessionId) throw refused('Another session has started to add this passkey.')
      const { verifyRegistrationResponse } = await loadVerifier()
      const verified = await verifyRegistrationResponse({
        response: {
          ...publicKey(id),
          response: { clientDataJSON: client_data, attestationObject: attestation },
        },
        expectedChallenge: begun.challenge,
        expectedOrigin,
        expectedRPID: rpId,
        requireUserVerification: true,
      }).catch(() => undefined)
      if (!verified?.verified) throw refused('The passkey could not be verified.')
      const { credential, credentialBackedUp: backedUp } = verified.registrationInfo
      const { id: credentialId, publicKey: key, counter } = credential
      return { name, credentialId, publicKey: key, counter, transports, backedUp }
    },

    async verifyAssertion({ id, client_data, authenticator_data, signature, user_handle }, browser) {
      const { challenge } = await spendChallenge('passkey_sign_in', client_data, browser)
      const stored = await findPasskey(db, id)
      // The same words for an unknown passkey and a wrong answer.
      if (!stored || user_handle !== handleOf(stored.user_id)) throw refused(NOT_ACCEPTED)
      const { verifyAuthenticationResponse } = await loadVerifier()
      const verified = await verifyAuthenticationResponse({
        response: {
          ...publicKey(id),
          response: {
            clientDataJSON: client_data,
            authenticatorData: authenticator_data,
            signature,
            userHandle: user_handle,
          },
        },
        expectedChallenge: challenge,
        expectedOrigin,
        expectedRPID: rpId,
        credential: { id, publicKey: new Uint8Array(stored.public_key), counter: stored.counter },
        requireUserVerification: true,
      }).catch(() => undefined)
      if (!verified?.verified) throw refused(NOT_ACCEPTED)
      const { newCounter: counter, credentialBackedUp: backedUp } = verified.authenticationInfo
      return {
        userId: stored.user_id,
        async use(tx) {
          if (!(await notePasskeyUse(tx, stored.id, { counter, backedUp }))) throw refused(NOT_ACCEPTED)
        },
      }
    },
  }
}

const NOT_ACCEPTED = 'This passkey is not known here, or it was not accepted. Sign in another way.'

/** The handle that an authenticator stores with a passkey: the id of the person, which says nothing about them. */
export function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

function publicKey(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
}

function challengeOf(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}

function refused(detail: string): AppError {
  return new AppError('passkey_refused', detail)
}

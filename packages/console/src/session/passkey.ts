// Passkeys in the browser (WebAuthn). The device verifies the person; the service verifies the assertion.
import type { PasskeyAssertion, RegisterPasskeyBody } from '@mailsift/sdk'
import { mailsift } from '../api/client.ts'
import { passkeys as t } from '../texts/session.ts'

const PROVE = { userVerification: 'required', residentKey: 'required', requireResidentKey: true } as const
/** COSE ids of ES256, EdDSA and RS256; every authenticator supports one of them. */
const ALGORITHMS = [-7, -8, -257].map((alg) => ({ type: 'public-key' as const, alg }))

/** Browsers support it only on secure pages. */
export const hasPasskeys = 'PublicKeyCredential' in globalThis

/** Signs a challenge of the service with a passkey that the person chooses. */
export async function provePasskey(): Promise<PasskeyAssertion> {
  const { challenge, rp_id } = await mailsift.account.passkeys.challenge()
  const publicKey = { challenge: fromBase64(challenge), rpId: rp_id, userVerification: 'required' as const }
  const credential = await ask(() => navigator.credentials.get({ publicKey }))
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    id: toBase64(credential.rawId),
    client_data: toBase64(response.clientDataJSON),
    authenticator_data: toBase64(response.authenticatorData),
    signature: toBase64(response.signature),
    user_handle: toBase64(response.userHandle ?? new ArrayBuffer()),
  }
}

export async function createPasskey(name: string, password: string | undefined): Promise<RegisterPasskeyBody> {
  const begun = await mailsift.account.passkeys.begin(password === undefined ? {} : { password })
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: fromBase64(begun.challenge),
    rp: { id: begun.rp_id, name: 'Mailsift' },
    user: { id: fromBase64(begun.user_id), name: begun.user_name, displayName: begun.user_name },
    pubKeyCredParams: ALGORITHMS,
    authenticatorSelection: PROVE,
    excludeCredentials: begun.exclude.map((id) => ({ type: 'public-key', id: fromBase64(id) })),
    attestation: 'none',
  }
  const credential = await ask(() => navigator.credentials.create({ publicKey }))
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    name,
    id: toBase64(credential.rawId),
    client_data: toBase64(response.clientDataJSON),
    attestation: toBase64(response.attestationObject),
    transports: response.getTransports(),
  }
}

async function ask(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await request()
    if (credential) return credential as PublicKeyCredential
  } catch (error) {
    if ((error as DOMException).name === 'InvalidStateError') throw new Error(t.exists)
  }
  // Browsers do not reveal whether the person canceled or has no passkey.
  throw new Error(t.canceled)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))
}

function toBase64(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

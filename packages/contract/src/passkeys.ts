import { type Static, Type } from 'typebox'
import { Uuid, UuidInput } from './ids.ts'
import { PASSKEY_NAME_MAX_CHARACTERS, PASSKEYS_MAX_COUNT } from './limits.ts'
import { dateTime, nullable, strict } from './schema.ts'

const name = Type.String({ minLength: 1, maxLength: PASSKEY_NAME_MAX_CHARACTERS })
const base64url = (description: string) =>
  Type.String({ pattern: '^[\\w-]*$', description: `${description} (base64url)` })

export const Passkey = strict({
  id: Uuid,
  name,
  backed_up: Type.Boolean({ description: 'Whether it is synchronized between devices.' }),
  created_at: dateTime(),
  last_used_at: nullable(dateTime()),
})
export type Passkey = Static<typeof Passkey>

export const PasskeyList = strict({ items: Type.Array(Passkey) })
export type PasskeyList = Static<typeof PasskeyList>

export const PasskeyParams = strict({ passkeyId: UuidInput })

export const BeginPasskeyBody = strict({
  password: Type.Optional(Type.String({ description: 'Required if the person has a password.' })),
})
export type BeginPasskeyBody = Static<typeof BeginPasskeyBody>

/** The options of `navigator.credentials.create`. */
export const PasskeyCreation = strict({
  challenge: base64url('Works once, in this session, for ten minutes.'),
  rp_id: Type.String(),
  user_id: base64url('Handle of the person, without meaning.'),
  user_name: Type.String(),
  exclude: Type.Array(base64url('Credentials that the person has already.'), { maxItems: PASSKEYS_MAX_COUNT }),
})
export type PasskeyCreation = Static<typeof PasskeyCreation>

export const RegisterPasskeyBody = strict({
  name,
  id: base64url('Id of the credential.'),
  client_data: base64url('clientDataJSON.'),
  attestation: base64url('attestationObject.'),
  transports: Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 }),
})
export type RegisterPasskeyBody = Static<typeof RegisterPasskeyBody>

export const RenamePasskeyBody = strict({ name })
export type RenamePasskeyBody = Static<typeof RenamePasskeyBody>

/** The options of `navigator.credentials.get`. */
export const PasskeyChallenge = strict({
  challenge: base64url('Works once, in this browser, for ten minutes.'),
  rp_id: Type.String(),
})
export type PasskeyChallenge = Static<typeof PasskeyChallenge>

export const PasskeyAssertion = strict({
  id: base64url('Id of the credential.'),
  client_data: base64url('clientDataJSON.'),
  authenticator_data: base64url('authenticatorData.'),
  signature: base64url('Signature.'),
  user_handle: base64url('userHandle.'),
})
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

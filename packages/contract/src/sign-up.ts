import { type Static, Type } from 'typebox'
import { ACCOUNT_NAME_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts'
import { oneOf, strict } from './schema.ts'

/** Who can create an account: no one, people with a link from the operator, addresses at some domains, or everyone. */
export const SIGN_UP_MODES = ['closed', 'invitation', 'domain', 'open'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

export const SignUpOptions = strict({
  mode: oneOf(SIGN_UP_MODES, { description: 'As the operator set it (`SIGN_UP`).' }),
  domains: Type.Array(Type.String(), { description: 'Of the addresses that can sign up, if the mode is `domain`.' }),
})
export type SignUpOptions = Static<typeof SignUpOptions>

/** About a second of one processor: 128 tries of 10,000 iterations on average. */
export const PROOF_BITS = 7
export const PROOF_ITERATIONS = 10_000

export const ProofChallenge = strict({
  challenge: Type.String(),
  iterations: Type.Integer({ minimum: 1, description: 'Iterations of PBKDF2.' }),
  bits: Type.Integer({ minimum: 1, description: 'Zero bits at the beginning of the key.' }),
})
export type ProofChallenge = Static<typeof ProofChallenge>

export const SignUpBody = strict({
  email: Type.String(),
  challenge: Type.String({ description: 'From getSignUpChallenge. It works once.' }),
  number: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The number that solves it.' }),
})
export type SignUpBody = Static<typeof SignUpBody>

const secret = Type.String({ description: 'The part of the sign-up link after #sign-up=.' })

export const SignUpSecretBody = strict({ secret })
export type SignUpSecretBody = Static<typeof SignUpSecretBody>

export const PendingSignUp = strict({ email: Type.String({ description: 'The address that the link confirms.' }) })
export type PendingSignUp = Static<typeof PendingSignUp>

export const ConfirmSignUpBody = strict({
  secret,
  password: Type.String({ minLength: PASSWORD_MIN_CHARACTERS, maxLength: PASSWORD_MAX_CHARACTERS }),
  name: Type.Optional(Type.String({ maxLength: ACCOUNT_NAME_MAX_CHARACTERS })),
})
export type ConfirmSignUpBody = Static<typeof ConfirmSignUpBody>

import { type Static, Type } from 'typebox'
import { Uuid, UuidInput } from './ids.ts'
import { RETURN_PATH_MAX_CHARACTERS } from './limits.ts'
import { dateTime, nullable, strict } from './schema.ts'

export const SignInProvider = strict({
  id: Type.String({ description: 'The id of the provider in the configuration of the installation.' }),
  name: Type.String(),
})
export type SignInProvider = Static<typeof SignInProvider>

/** The ways to sign in that the installation offers. */
export const SignInOptions = strict({
  password: Type.Boolean({ description: 'Whether people can sign in with a password.' }),
  passkeys: Type.Boolean({
    description: 'Whether browsers offer passkeys for this installation: over https, under a name.',
  }),
  providers: Type.Array(SignInProvider, { description: 'Identity providers for single sign-on.' }),
})
export type SignInOptions = Static<typeof SignInOptions>

export const BeginSingleSignOnBody = strict({
  provider: Type.String(),
  return_to: Type.Optional(
    Type.String({
      maxLength: RETURN_PATH_MAX_CHARACTERS,
      description: 'Path of this service to return to, such as /contacts. Default: /.',
    }),
  ),
  invitation: Type.Optional(
    Type.String({ description: 'Accepts this invitation, too: the part of its link after #invitation=.' }),
  ),
})
export type BeginSingleSignOnBody = Static<typeof BeginSingleSignOnBody>

/** The next URL for the browser. */
export const Redirect = strict({ redirect_to: Type.String({ format: 'uri' }) })
export type Redirect = Static<typeof Redirect>

const ticket = Type.String({ description: 'The part of the return address after #sso= or #sso-link=.' })

export const FinishSingleSignOnBody = strict({
  ticket,
  code: Type.Optional(
    Type.String({
      description: 'Code from the authenticator app, or a backup code. Required if two-factor authentication is on.',
    }),
  ),
})
export type FinishSingleSignOnBody = Static<typeof FinishSingleSignOnBody>

/** Where to sign out at the provider, after the session here has ended. */
export const SignedOut = strict({
  redirect_to: nullable(Type.String({ format: 'uri', description: 'Null if the provider offers no such page.' })),
})
export type SignedOut = Static<typeof SignedOut>

export const Identity = strict({
  id: Uuid,
  provider: SignInProvider,
  linked_at: dateTime(),
  last_used_at: nullable(dateTime()),
})
export type Identity = Static<typeof Identity>

export const IdentityList = strict({ items: Type.Array(Identity) })
export type IdentityList = Static<typeof IdentityList>

export const IdentityParams = strict({ identityId: UuidInput })

export const BeginLinkBody = strict({
  provider: Type.String(),
  password: Type.Optional(Type.String({ description: 'Required if the person has a password.' })),
})
export type BeginLinkBody = Static<typeof BeginLinkBody>

export const LinkIdentityBody = strict({ ticket })
export type LinkIdentityBody = Static<typeof LinkIdentityBody>

import { type Static, Type } from 'typebox'
import { Uuid, UuidInput } from './ids.ts'
import { ACCOUNT_NAME_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts'
import { Role } from './roles.ts'
import { dateTime, emailAddress, nullable, strict } from './schema.ts'

export const Member = strict({
  person_id: Uuid,
  email: emailAddress(),
  name: Type.String({ description: 'Empty when none was given.' }),
  role: Role,
  joined_at: dateTime(),
  address_confirmed: Type.Boolean({
    description:
      'Whether the person has proved that the address is theirs. Without it, they can work in no other account.',
  }),
  second_factor: Type.Boolean({ description: 'Whether signing in requires a code.' }),
  tokens: Type.Integer({ description: 'Usable API tokens that this member created.' }),
  you: Type.Boolean({ description: 'Whether this is the signed-in person.' }),
})
export type Member = Static<typeof Member>

export const MemberList = strict({ items: Type.Array(Member) })
export type MemberList = Static<typeof MemberList>

export const MemberParams = strict({ personId: UuidInput })

export const ChangeRoleBody = strict({ role: Role })
export type ChangeRoleBody = Static<typeof ChangeRoleBody>

export const MemberResetLink = strict({
  link: nullable(Type.String({ description: 'Returned only once. Null if it is sent to the member by email.' })),
  expires_at: dateTime(),
})
export type MemberResetLink = Static<typeof MemberResetLink>

export const RemoveMemberQuery = strict({
  revoke_tokens: Type.Optional(
    Type.Integer({
      enum: [0, 1],
      default: 0,
      description: 'With 1, also revoke the API tokens that the member created.',
    }),
  ),
})

export const RenameAccountBody = strict({
  name: Type.String({
    minLength: 1,
    maxLength: ACCOUNT_NAME_MAX_CHARACTERS,
    description: 'Shown to people who belong to several accounts, and in invitations.',
  }),
})
export type RenameAccountBody = Static<typeof RenameAccountBody>

export const SwitchAccountBody = strict({ account_id: UuidInput })
export type SwitchAccountBody = Static<typeof SwitchAccountBody>

export const Invitation = strict({
  id: Uuid,
  role: Role,
  email: nullable(Type.String({ description: 'Only this address can accept. Null: anyone with the link can.' })),
  invited_by: nullable(Type.String({ description: 'Address of the member who created it.' })),
  created_at: dateTime(),
  expires_at: dateTime(),
})
export type Invitation = Static<typeof Invitation>

export const InvitationList = strict({ items: Type.Array(Invitation) })
export type InvitationList = Static<typeof InvitationList>

export const InvitationParams = strict({ invitationId: UuidInput })

export const InviteBody = strict({
  role: Role,
  email: Type.Optional(Type.String({ description: 'Only this address can accept the invitation.' })),
})
export type InviteBody = Static<typeof InviteBody>

/** `link` is returned only this once: only the hash of its secret is stored. */
export const MadeInvitation = strict({
  link: Type.String(),
  invitation: Invitation,
  mailed: Type.Boolean({ description: 'Whether the link is also sent to the address by email.' }),
})
export type MadeInvitation = Static<typeof MadeInvitation>

const secret = Type.String({ description: 'The part of the invitation link after #invitation=.' })

export const InvitationSecretBody = strict({ secret })
export type InvitationSecretBody = Static<typeof InvitationSecretBody>

export const OpenInvitation = strict({
  account_name: Type.String(),
  role: Role,
  email: nullable(Type.String({ description: 'Only this address can accept. Null: anyone with the link can.' })),
  invited_by: nullable(Type.String()),
  expires_at: dateTime(),
})
export type OpenInvitation = Static<typeof OpenInvitation>

export const JoinBody = strict({
  secret,
  email: Type.String(),
  password: Type.String({ minLength: PASSWORD_MIN_CHARACTERS, maxLength: PASSWORD_MAX_CHARACTERS }),
  name: Type.Optional(Type.String({ maxLength: ACCOUNT_NAME_MAX_CHARACTERS })),
})
export type JoinBody = Static<typeof JoinBody>

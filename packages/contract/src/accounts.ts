import { type Static, Type } from 'typebox'
import { Uuid } from './ids.ts'
import {
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  TOKEN_NAME_MAX_CHARACTERS,
  TOKEN_NAME_MIN_CHARACTERS,
  TOKEN_NETWORKS_MAX_COUNT,
  TOKEN_OVERLAP_DEFAULT_SECONDS,
  TOKEN_OVERLAP_MAX_SECONDS,
  TOKEN_REQUESTS_MAX_COUNT,
  TOKEN_WINDOW_MAX_SECONDS,
} from './limits.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { Role } from './roles.ts'
import { dateTime, emailAddress, nullable, oneOf, strict } from './schema.ts'
import { SignInProvider } from './single-sign-on.ts'

const newPassword = Type.String({ minLength: PASSWORD_MIN_CHARACTERS, maxLength: PASSWORD_MAX_CHARACTERS })

/** No bounds on credentials that are only compared: an impossible password is a wrong one. */
export const SignInBody = strict({
  email: Type.String(),
  password: Type.String(),
  code: Type.Optional(
    Type.String({
      description: 'Code from the authenticator app, or a backup code. Required if two-factor authentication is on.',
    }),
  ),
  passkey: Type.Optional({ ...PasskeyAssertion, description: 'A passkey of the person, in place of the code.' }),
})
export type SignInBody = Static<typeof SignInBody>

export const Account = strict({
  id: Type.String(),
  email: emailAddress(),
  name: Type.String({ description: 'Empty when none was given.' }),
  created_at: dateTime(),
})
export type Account = Static<typeof Account>

/** The response of sign-up and sign-in. The cookie is also set; the token is for `Authorization: Bearer`. */
export const SignedIn = strict({
  account: Account,
  bearer_token: Type.String(),
  expires_at: dateTime('When the session ends.'),
})
export type SignedIn = Static<typeof SignedIn>

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'canceled'] as const
export const SubscriptionStatus = oneOf(SUBSCRIPTION_STATUSES)
export type SubscriptionStatus = Static<typeof SubscriptionStatus>

export const Subscription = strict({
  plan: Type.String(),
  status: SubscriptionStatus,
  period_end: nullable(dateTime('Null if the plan does not end.')),
  active: Type.Boolean({ description: 'The status is active and the period has not ended.' }),
})
export type Subscription = Static<typeof Subscription>

/** An account that the person can switch to. */
export const AccountChoice = strict({
  id: Uuid,
  name: Type.String({ description: 'The name of the account, or the address of its first owner.' }),
  role: Role,
})
export type AccountChoice = Static<typeof AccountChoice>

/** The account and the session of the caller. */
export const SessionView = strict({
  account: Account,
  subscription: nullable(Subscription),
  expires_at: dateTime('When the session ends.'),
  has_password: Type.Boolean({
    description: 'Without a password, the account signs in with links from the administrator.',
  }),
  address_confirmed: Type.Boolean({
    description:
      'Whether the person has proved that the address is theirs. Without it, they can work in no other account.',
  }),
  second_factor: Type.Boolean({ description: 'Whether signing in requires a code.' }),
  second_factor_required: Type.Boolean({
    description: 'Whether the account requires two-factor authentication of its members.',
  }),
  second_factor_missing: Type.Boolean({
    description: 'Whether it is required, and this session has none. Until then, the person can only set it up.',
  }),
  password_sign_in: Type.Boolean({ description: 'Whether people of this installation can sign in with a password.' }),
  provider: nullable({
    ...SignInProvider,
    description: 'The identity provider of this session. Null: it began another way.',
  }),
  person_id: Uuid,
  role: Role,
  operator: Type.Boolean({ description: 'Whether the person can use the admin area of the installation.' }),
  accounts: Type.Array(AccountChoice, { description: 'All accounts of the person.' }),
})
export type SessionView = Static<typeof SessionView>

export const Session = strict({
  id: Uuid,
  created_at: dateTime(),
  last_used_at: dateTime('To the day.'),
  expires_at: dateTime(),
  network: nullable(Type.String({ description: 'Network of the sign-in: an IPv4 address or an IPv6 /64.' })),
  current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
})
export type Session = Static<typeof Session>

export const SessionList = strict({ items: Type.Array(Session) })
export type SessionList = Static<typeof SessionList>

export const ChangePasswordBody = strict({
  current_password: Type.Optional(Type.String({ description: 'Required if the account has a password.' })),
  new_password: newPassword,
})
export type ChangePasswordBody = Static<typeof ChangePasswordBody>

const linkSecret = Type.String({ description: 'The part of the link after #.' })

export const SignInLinkBody = strict({ secret: linkSecret })
export type SignInLinkBody = Static<typeof SignInLinkBody>

export const ConfirmAddressBody = strict({ secret: linkSecret })
export type ConfirmAddressBody = Static<typeof ConfirmAddressBody>

export const ResetPasswordBody = strict({ secret: linkSecret, new_password: newPassword })
export type ResetPasswordBody = Static<typeof ResetPasswordBody>

export const RequestResetBody = strict({ email: Type.String() })
export type RequestResetBody = Static<typeof RequestResetBody>

/** Notices that a person can turn on. Mails about access to the account are always sent. */
export const Notifications = strict({
  list_completed: Type.Boolean({ description: 'When a list that took at least five minutes is done. Default: false.' }),
})
export type Notifications = Static<typeof Notifications>

export const TestMailBody = strict({
  to: Type.Optional(Type.String({ description: 'Address to send it to. Default: your own.' })),
})
export type TestMailBody = Static<typeof TestMailBody>

/** Changes to credentials require the password again. */
export const PasswordBody = strict({ password: Type.String() })
export type PasswordBody = Static<typeof PasswordBody>

export const BackupCodes = strict({
  backup_codes: Type.Array(Type.String(), { description: 'Each code signs in once. Returned only once.' }),
})
export type BackupCodes = Static<typeof BackupCodes>

export const SecondFactorSetup = strict({
  totp_uri: Type.String({ description: 'For the authenticator app (otpauth:), as a link or a QR code.' }),
  ...BackupCodes.properties,
})
export type SecondFactorSetup = Static<typeof SecondFactorSetup>

export const ConfirmSecondFactorBody = strict({
  code: Type.String({ description: 'Code from the authenticator app.' }),
})
export type ConfirmSecondFactorBody = Static<typeof ConfirmSecondFactorBody>

export const RequireSecondFactorBody = strict({ required: Type.Boolean() })
export type RequireSecondFactorBody = Static<typeof RequireSecondFactorBody>

export const TOKEN_PERMISSIONS = ['read', 'write'] as const
export const TokenPermission = oneOf(TOKEN_PERMISSIONS)
export type TokenPermission = Static<typeof TokenPermission>

/** The scopes of a token issued without explicit ones. */
export const DEFAULT_TOKEN_SCOPES = ['validate', 'bulk', 'contacts'] as const
/** `audit` must be named: it shows addresses of members and the networks that they use. */
export const TOKEN_SCOPES = [...DEFAULT_TOKEN_SCOPES, 'audit'] as const
export const TokenScope = oneOf(TOKEN_SCOPES)
export type TokenScope = Static<typeof TokenScope>

export const TokenLimit = strict({
  requests: Type.Integer({ minimum: 1, maximum: TOKEN_REQUESTS_MAX_COUNT }),
  window_seconds: Type.Integer({ minimum: 1, maximum: TOKEN_WINDOW_MAX_SECONDS }),
})
export type TokenLimit = Static<typeof TokenLimit>

const scopes = Type.Array(TokenScope, { minItems: 1, maxItems: TOKEN_SCOPES.length, uniqueItems: true })
const networks = Type.Array(Type.String(), {
  maxItems: TOKEN_NETWORKS_MAX_COUNT,
  description: 'IP addresses and ranges (192.0.2.0/24, 2001:db8::/32) that can use the token. Empty: anywhere.',
})

const tokenName = Type.String({ minLength: TOKEN_NAME_MIN_CHARACTERS, maxLength: TOKEN_NAME_MAX_CHARACTERS })

export const IssueTokenBody = strict({
  name: tokenName,
  permission: TokenPermission,
  expires_at: Type.Optional(dateTime('Without it, the token works until it is revoked.')),
  scopes: Type.Optional(scopes),
  networks: Type.Optional(networks),
  limit: Type.Optional(TokenLimit),
})
export type IssueTokenBody = Static<typeof IssueTokenBody>

/** Omitted fields are unchanged. */
export const UpdateTokenBody = strict({
  name: Type.Optional(tokenName),
  scopes: Type.Optional(scopes),
  networks: Type.Optional(networks),
  limit: Type.Optional(nullable(TokenLimit)),
})
export type UpdateTokenBody = Static<typeof UpdateTokenBody>

export const RollOverTokenBody = strict({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: TOKEN_OVERLAP_MAX_SECONDS,
      default: TOKEN_OVERLAP_DEFAULT_SECONDS,
      description: 'How long the old token remains valid.',
    }),
  ),
})
export type RollOverTokenBody = Static<typeof RollOverTokenBody>

export const ApiToken = strict({
  id: Uuid,
  name: tokenName,
  permission: TokenPermission,
  created_by: nullable(
    Type.String({ description: 'Address of the member who created it. Null: the administrator, or a former member.' }),
  ),
  scopes,
  networks,
  limit: nullable(TokenLimit),
  last4: Type.String({ description: 'The last four characters, to tell tokens apart.' }),
  created_at: dateTime(),
  expires_at: nullable(dateTime()),
  last_used_at: nullable(dateTime('To the minute.')),
  revoked_at: nullable(dateTime()),
  replaced_by: nullable(Type.String({ format: 'uuid', description: 'Id of the token that replaces it.' })),
})
export type ApiToken = Static<typeof ApiToken>

/** `token` is returned only this once: only its hash is stored. */
export const IssuedToken = strict({ token: Type.String(), api_token: ApiToken })
export type IssuedToken = Static<typeof IssuedToken>

export const ApiTokenList = strict({ items: Type.Array(ApiToken) })
export type ApiTokenList = Static<typeof ApiTokenList>

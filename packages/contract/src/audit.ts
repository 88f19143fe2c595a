import { type Static, Type } from 'typebox'
import { Uuid, UuidInput } from './ids.ts'
import { pageOf } from './paging.ts'
import { dateTime, nullable, oneOf, strict } from './schema.ts'

/** The events of the audit trail. */
export const AUDIT_ACTIONS = [
  'account_created',
  'account_deleted',
  'sign_up',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'all_sessions_ended',
  'password_set',
  'address_confirmed',
  'credentials_removed',
  'link_made',
  'link_used',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_requirement_set',
  'backup_codes_made',
  'identity_linked',
  'identity_unlinked',
  'passkey_added',
  'passkey_removed',
  'token_issued',
  'token_revoked',
  'token_changed',
  'token_rolled_over',
  'site_key_made',
  'site_key_revoked',
  'member_added',
  'member_removed',
  'role_changed',
  'invitation_made',
  'invitation_revoked',
  'account_renamed',
  'contacts_deleted',
  'contacts_exported',
  'policy_saved',
  'policy_deleted',
  'list_entries_added',
  'list_entry_deleted',
  'list_stopped',
  'list_probed',
  'list_deleted',
  'bounce_source_made',
  'bounce_source_removed',
  'bounce_source_rotated',
  'bounce_source_key_replaced',
  'suppressions_added',
  'suppression_removed',
  'suppressions_exported',
  'contact_saving_set',
  'subscription_set',
  'quota_warning',
  'privacy_exported',
  'privacy_deleted',
  'operator_granted',
  'operator_revoked',
  'operator_viewed',
  'task_retried',
  'task_discarded',
  'probes_allowed',
  'probes_disallowed',
  'bounces_undone',
  'burst_applied',
  'burst_discarded',
] as const
export const AuditAction = oneOf(AUDIT_ACTIONS)
export type AuditAction = Static<typeof AuditAction>

export const AUDIT_ACTORS = ['account', 'administration', 'service', 'database'] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]

/** An event of an account. It stores no address, name or token: a person's address is read from their account. */
export const AuditEvent = strict({
  id: Uuid,
  at: dateTime(),
  action: AuditAction,
  actor: oneOf(AUDIT_ACTORS, {
    description: 'Who did it: the account, the administrator, the service, or a direct change in the database.',
  }),
  person: nullable(
    Type.String({ description: 'Address of the person who did it. Null if no person did, or the person is gone.' }),
  ),
  subject_id: nullable(Type.String({ format: 'uuid', description: 'Id of the affected token, session or member.' })),
  detail: nullable(
    Type.String({
      description: 'More detail, such as a permission, a subscription status or the reason for a failed sign-in.',
    }),
  ),
  network: nullable(Type.String({ description: 'Network of the request: an IPv4 address or an IPv6 /64.' })),
})
export type AuditEvent = Static<typeof AuditEvent>

const EXPORT_MAX_COUNT = 1000
const EXPORT_DEFAULT_COUNT = 100

export const AuditExportQuery = Type.Unsafe<{ after?: string; limit: number }>(
  strict({
    after: Type.Optional(UuidInput),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: EXPORT_MAX_COUNT,
        default: EXPORT_DEFAULT_COUNT,
        description: 'Number of events in a response, at most.',
      }),
    ),
  }),
)

export const AuditTrail = pageOf(AuditEvent)
export type AuditTrail = Static<typeof AuditTrail>

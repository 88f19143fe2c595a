// An account's knowledge about mailboxes, from bounces, deliveries, probes and people. Outside of /v1, whose results do
// not depend on it.
import { type Static, Type } from 'typebox'
import { count, dateTime, nullable, oneOf, oneOfOrNull, strict } from './schema.ts'

export const MAILBOX_STATES = ['exists', 'does_not_exist', 'catch_all', 'unknown'] as const
export type MailboxState = (typeof MAILBOX_STATES)[number]

export const EVIDENCE_SOURCES = ['bounce', 'delivery', 'probe', 'manual'] as const
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number]

/** The reasons that affect the state of a mailbox. Blocks, temporary failures and complaints do not. */
export const MAILBOX_REASONS = [
  'no_such_mailbox',
  'domain_gone',
  'mailbox_full',
  'delivered',
  'accepted',
  'catch_all',
  'works',
] as const
export type MailboxReason = (typeof MAILBOX_REASONS)[number]

export const MailboxEvidence = strict({
  reason: oneOf(MAILBOX_REASONS, {
    description:
      '`no_such_mailbox`, `domain_gone`, `mailbox_full`: a bounce or probe said so. `delivered`: a message was delivered. `accepted`, `catch_all`: a probe. `works`: a person said so.',
  }),
  source: oneOf(EVIDENCE_SOURCES),
  status_code: nullable(Type.String({ description: 'Enhanced status code (RFC 3463), such as 5.1.1.' })),
  reply: nullable(
    Type.String({
      description: 'Words of the mail server, 500 characters at most; addresses are replaced by `<address>`.',
    }),
  ),
  at: dateTime('When it happened.'),
  age_days: count('Whole days since then.'),
})
export type MailboxEvidence = Static<typeof MailboxEvidence>

export const SUPPRESSION_REASONS = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Whether the mailbox exists and may be mailed, as far as this account knows. */
export const mailboxFields = {
  mailbox: oneOf(MAILBOX_STATES, {
    description: 'Whether the mailbox exists, according to the newest evidence of your account.',
  }),
  mailbox_evidence: nullable(MailboxEvidence),
  suppressed: oneOfOrNull(SUPPRESSION_REASONS, 'Why the address is on your suppression list; null if it is not.'),
}

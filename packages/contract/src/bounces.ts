// Reports about mail: how an account submits them, what it knows from them, and which addresses it must not mail.
// Outside of /v1.
import { type Static, Type } from 'typebox'
import { mailboxFields, SUPPRESSION_REASONS, type SuppressionReason } from './evidence.ts'
import { Uuid, UuidInput } from './ids.ts'
import {
  JSON_LIST_MAX_COUNT,
  REPORTED_EVENTS_MAX_COUNT,
  TAKE_DEFAULT_COUNT,
  TAKE_MAX_COUNT,
  TAKE_MIN_COUNT,
  TOKEN_NAME_MAX_CHARACTERS,
  TOKEN_NAME_MIN_CHARACTERS,
} from './limits.ts'
import { count, dateTime, nullable, oneOf, oneOfOrNull, strict } from './schema.ts'
import { InsightReason } from './validation.ts'

const emails = Type.Array(Type.String({ maxLength: 400 }), { minItems: 1, maxItems: JSON_LIST_MAX_COUNT })

/** Reports by class: the first three are about the mailbox, the next four are not. */
export const ReportCounts = strict({
  no_such_mailbox: count(),
  mailbox_full: count(),
  domain_gone: count(),
  blocked: count('Blocked, or refused by a policy: says nothing about the mailbox.'),
  sender_fault: count(
    'Your own address, domain or DNS was refused: says nothing about the mailbox, but needs your attention.',
  ),
  temporary: count('Temporary failures: say nothing about the mailbox.'),
  unclear: count('Failures that no rule explains: have no effect.'),
  complaint: count(),
  unsubscribe: count(),
  delivered: count(),
})
export type ReportCounts = Static<typeof ReportCounts>

export const AcceptedReports = strict({
  messages: count('Messages or events that were read.'),
  unread: count('Those of them that report nothing.'),
  ignored: count('Those of them that name more than 100 recipients or could not be read in time: they have no effect.'),
  accepted: count('Reports that are new to the account.'),
  held: count('Those that have no effect until you decide: they look like a fault on your side.'),
  reports: ReportCounts,
})
export type AcceptedReports = Static<typeof AcceptedReports>

export const ReportedEvent = strict({
  email: Type.String({ maxLength: 400 }),
  event: oneOf(['bounce', 'complaint', 'unsubscribe', 'delivery']),
  status_code: Type.Optional(
    Type.String({ pattern: '^[245]\\.\\d{1,3}\\.\\d{1,3}$', description: 'Enhanced status code (RFC 3463).' }),
  ),
  reply: Type.Optional(Type.String({ maxLength: 4_096, description: 'What the mail server replied.' })),
  at: Type.Optional(dateTime('When it happened. Default: now.')),
  id: Type.Optional(Type.String({ maxLength: 998, description: 'Id of the message or event: each counts once.' })),
})
export type ReportedEvent = Static<typeof ReportedEvent>

export const ReportEventsBody = strict({
  items: Type.Array(ReportedEvent, { minItems: 1, maxItems: REPORTED_EVENTS_MAX_COUNT }),
})
export type ReportEventsBody = Static<typeof ReportEventsBody>

export const LookUpMailboxesBody = strict({ emails })

export const KnownMailbox = strict({
  email: Type.String({ description: 'As it was sent.' }),
  ...mailboxFields,
  reasons: Type.Array(InsightReason, { description: 'Why not to send to it, most severe first.' }),
})
export type KnownMailbox = Static<typeof KnownMailbox>

export const KnownMailboxList = strict({
  items: Type.Array(KnownMailbox, { description: 'The addresses about which the account knows something.' }),
})
export type KnownMailboxList = Static<typeof KnownMailboxList>

export const SetMailboxBody = strict({
  email: Type.String({ maxLength: 400 }),
  mailbox: oneOf(['exists', 'does_not_exist'], { description: '`exists` clears earlier bounces.' }),
})

export const BOUNCE_SOURCE_KINDS = ['mail', 'imap', 'ses', 'postmark', 'sendgrid', 'mailgun', 'postal'] as const
export type BounceSourceKind = (typeof BOUNCE_SOURCE_KINDS)[number]

/** IMAP over TLS (RFC 8314): the only port that is dialed. */
export const PICK_UP_PORT = 993
/** Why the mailbox of a source could not be read. */
export const PICK_UP_PROBLEMS = ['unreachable', 'certificate', 'sign_in', 'folder', 'interrupted', 'password'] as const
export type PickUpProblem = (typeof PICK_UP_PROBLEMS)[number]

const imapText = { minLength: 1, maxLength: 255 }

export const PickUpMailbox = strict({
  host: Type.String({ ...imapText, description: `Name of the IMAP server, queried on port ${PICK_UP_PORT}.` }),
  user: Type.String(imapText),
  folder: Type.String({ ...imapText, description: 'The folder with the bounces, such as `INBOX`.' }),
  delete_read: Type.Boolean({ description: 'Delete messages that were read. Otherwise they are marked as read.' }),
})
export type PickUpMailbox = Static<typeof PickUpMailbox>

const key = { minLength: 1, maxLength: 8_192 }

export const ReplaceSourceKeyBody = strict({
  key: Type.String({ ...key, description: 'The new key of the provider, or the new password of the mailbox.' }),
})
export type ReplaceSourceKeyBody = Static<typeof ReplaceSourceKeyBody>

const name = Type.String({ minLength: TOKEN_NAME_MIN_CHARACTERS, maxLength: TOKEN_NAME_MAX_CHARACTERS })

export const MakeBounceSourceBody = strict({
  kind: oneOf(BOUNCE_SOURCE_KINDS),
  name,
  key: Type.Optional(
    Type.String({
      ...key,
      description:
        'Verifies signatures. Required for `ses` (certificate of Amazon SNS, PEM), `sendgrid` (public key), `mailgun` (signing key) and `postal` (public key). Required for `imap`: the password. Optional for `mail`: signs the VERP tags of return paths, at least 16 characters.',
    }),
  ),
  topic: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'Required for `ses`: ARN of the topic that may report.' }),
  ),
  mailbox: Type.Optional(PickUpMailbox),
})
export type MakeBounceSourceBody = Static<typeof MakeBounceSourceBody>

export const BounceSource = strict({
  id: Uuid,
  kind: oneOf(BOUNCE_SOURCE_KINDS),
  name,
  created_at: dateTime(),
  last_report_at: nullable(dateTime()),
  confirmation_url: nullable(
    Type.String({ description: 'Open it to confirm the subscription of Amazon SNS; null if none is waiting.' }),
  ),
  ignored_count: count('Mails that named more than 100 recipients or could not be read in time: they had no effect.'),
  ignored_at: nullable(dateTime('The last of them.')),
  mailbox: nullable(PickUpMailbox),
  picked_up_at: nullable(dateTime('When the mailbox was last read to its end.')),
  problem: oneOfOrNull(
    PICK_UP_PROBLEMS,
    'Why the mailbox was not read the last time. `sign_in` three times in a row stops the source until its password is replaced. `interrupted`: the connection was lost; the rest is read next time. `password`: it is encrypted under a secret that the service no longer has; replace it.',
  ),
})
export type BounceSource = Static<typeof BounceSource>

export const MadeBounceSource = strict({
  source: BounceSource,
  url: Type.String({ description: 'Secret URL for the reports. Shown only once.' }),
  address: nullable(
    Type.String({ description: 'Secret address for bounces. Shown only once; null if the mail listener is off.' }),
  ),
})
export type MadeBounceSource = Static<typeof MadeBounceSource>

export const BounceSourceList = strict({ items: Type.Array(BounceSource) })
export type BounceSourceList = Static<typeof BounceSourceList>

export const BounceSourceParams = strict({ sourceId: UuidInput })

/** Why an address is suppressed. */
export const SuppressionEvidence = strict({
  origin: oneOfOrNull(
    ['source', 'upload', 'events', 'person'],
    'How it came in: from a bounce source, by upload, as JSON, or entered by a person. Null if that is not known.',
  ),
  source_id: nullable(Uuid),
  source_name: nullable(Type.String({ description: 'Null if the source was removed.' })),
  status_code: nullable(Type.String({ description: 'Enhanced status code (RFC 3463), such as 5.1.1.' })),
  reply: nullable(
    Type.String({
      description: 'Words of the mail server, 500 characters at most; addresses are replaced by `<address>`.',
    }),
  ),
  at: dateTime('When it happened.'),
})
export type SuppressionEvidence = Static<typeof SuppressionEvidence>

export const Suppression = strict({
  email: nullable(Type.String({ description: 'Null if the address was deleted: only its hash is left.' })),
  reason: oneOf(SUPPRESSION_REASONS),
  suppressed_at: dateTime(),
  expires_at: nullable(dateTime('When a bounce ages out; null for all others.')),
  evidence: SuppressionEvidence,
})
export type Suppression = Static<typeof Suppression>

export type SuppressionSearch = {
  reason?: SuppressionReason
  email?: string
  cursor?: string
  take: number
}

/** The type that a handler gets, after defaults. */
export const SuppressionQuery = Type.Unsafe<SuppressionSearch>(
  strict({
    reason: Type.Optional(oneOf(SUPPRESSION_REASONS, { description: 'Only these.' })),
    email: Type.Optional(Type.String({ maxLength: 400, description: 'Only this address, in any spelling.' })),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: '`next_cursor` of the previous page.' })),
    take: Type.Optional(
      Type.Integer({
        minimum: TAKE_MIN_COUNT,
        maximum: TAKE_MAX_COUNT,
        default: TAKE_DEFAULT_COUNT,
        description: 'Number of addresses per page.',
      }),
    ),
  }),
)

export const SuppressionPage = strict({
  items: Type.Array(Suppression),
  next_cursor: nullable(Type.String({ description: 'Null on the last page.' })),
})
export type SuppressionPage = Static<typeof SuppressionPage>

export const AddSuppressionsBody = strict({
  emails,
  reason: Type.Optional(oneOf(['complaint', 'unsubscribe', 'manual'], { description: 'Default: manual.' })),
})
export type AddSuppressionsBody = Static<typeof AddSuppressionsBody>

export const AddedSuppressions = strict({
  added: count('Addresses that are new on the list, or have a stronger reason now.'),
  malformed: count('Texts that are no address.'),
})
export type AddedSuppressions = Static<typeof AddedSuppressions>

export const RemoveSuppressionQuery = strict({
  email: Type.String({ maxLength: 400, description: 'The address to remove, in any spelling.' }),
})

export const SUPPRESSION_FORMATS = ['csv', 'listmonk', 'mailchimp', 'ses'] as const
export type SuppressionFormat = (typeof SUPPRESSION_FORMATS)[number]

export const ExportSuppressionsQuery = Type.Unsafe<{ format: SuppressionFormat }>(
  strict({
    format: Type.Optional(
      oneOf(SUPPRESSION_FORMATS, { default: 'csv', description: 'The program that imports the file.' }),
    ),
  }),
)

export const BOUNCE_BURST_STATES = ['held', 'applied', 'discarded'] as const

/**
 * Many bounces with the same text from many mail operators within an hour: more likely a fault of the sender than that
 * many missing mailboxes.
 */
export const BounceBurst = strict({
  id: Uuid,
  state: oneOf(BOUNCE_BURST_STATES, {
    description: '`held`: without effect until you decide. `applied`: its bounces count. `discarded`: they never do.',
  }),
  reply: Type.String({ description: 'Words of the mail servers; addresses are replaced by `<address>`.' }),
  reports: count('Bounces in it.'),
  domains: count('Domains of their recipients.'),
  operators: count('Operators of the mail hosts of these domains.'),
  first_at: dateTime('When the first of them happened.'),
  last_at: dateTime('When the last of them happened.'),
  held_at: dateTime(),
  decided_at: nullable(dateTime()),
  discarded_at: nullable(dateTime('When it is discarded without a decision; null once it is decided.')),
})
export type BounceBurst = Static<typeof BounceBurst>

export const BounceBurstList = strict({ items: Type.Array(BounceBurst) })
export type BounceBurstList = Static<typeof BounceBurstList>

export const BounceBurstParams = strict({ burstId: UuidInput })

export const DecideBounceBurstBody = strict({ decision: oneOf(['apply', 'discard']) })
export type DecideBounceBurstBody = Static<typeof DecideBounceBurstBody>

export const UndoBouncesBody = strict({
  source_id: Type.Optional(UuidInput),
  origin: Type.Optional(oneOf(['upload', 'events'], { description: 'Bounces that were uploaded, or sent as JSON.' })),
  since: Type.Optional(dateTime('Bounces that came in at this time or later.')),
  until: Type.Optional(dateTime('Bounces that came in before this time.')),
})
export type UndoBouncesBody = Static<typeof UndoBouncesBody>

export const UndoneBounces = strict({
  bounces: count('Bounces that have no effect any more.'),
  suppressions: count('Addresses that are no longer suppressed.'),
})
export type UndoneBounces = Static<typeof UndoneBounces>

export const BounceUndo = strict({
  at: dateTime(),
  bounces: count('Bounces that were undone then.'),
})
export type BounceUndo = Static<typeof BounceUndo>

export const BounceUndoList = strict({ items: Type.Array(BounceUndo) })
export type BounceUndoList = Static<typeof BounceUndoList>

// The classes of evidence: their meaning, and for how long each counts.
import type { MailboxReason, MailboxState } from '@mailsift/contract'

/** The last four say nothing about the mailbox; a complaint is about the mail. */
export type EvidenceClass = MailboxReason | 'complaint' | 'blocked' | 'sender_fault' | 'temporary' | 'unclear'

const DAY_MS = 86_400_000

/** The same for all that decides: newer evidence must not be removed before the older evidence that it replaced. */
export const EVIDENCE_KEPT_DAYS = 180

type Effect = {
  mailbox: Exclude<MailboxState, 'unknown'>
  /** At most EVIDENCE_KEPT_DAYS. */
  days: number
}

/** A mailbox that is full exists. Domains and full mailboxes recover sooner than an address is given out again. */
export const EFFECTS: Readonly<Record<MailboxReason, Effect>> = {
  no_such_mailbox: { mailbox: 'does_not_exist', days: 180 },
  domain_gone: { mailbox: 'does_not_exist', days: 90 },
  mailbox_full: { mailbox: 'exists', days: 14 },
  delivered: { mailbox: 'exists', days: 90 },
  accepted: { mailbox: 'exists', days: 30 },
  catch_all: { mailbox: 'catch_all', days: 30 },
  works: { mailbox: 'exists', days: 180 },
}

export const isDecisive = (kind: EvidenceClass): kind is MailboxReason => kind in EFFECTS

export function effectEnds(kind: EvidenceClass, happenedAt: Date): Date {
  const days = isDecisive(kind) ? EFFECTS[kind].days : 0
  return new Date(happenedAt.getTime() + days * DAY_MS)
}

// The report that a mail makes about its recipients. This folder reads bytes of strangers: it has no state, no clock and no I/O, and takes linear time.

export type FailureClass =
  /** The mailbox does not exist. */
  | 'no_such_mailbox'
  /** It exists no longer for mail: its operator turned it off. */
  | 'disabled'
  | 'domain_gone'
  | 'mailbox_full'
  /** The mail, its sender or a policy: nothing about the mailbox. */
  | 'blocked'
  /** The sender's own address, domain or DNS. */
  | 'sender_fault'
  | 'temporary'
  | 'unclear'

export type ReportClass = FailureClass | 'delivered' | 'complaint' | 'unsubscribe'

/** By which form the report was found. */
type ReportKind = 'delivery_status' | 'feedback' | 'notice' | 'event' | 'unsubscribe'

export type Report = {
  /** Exactly as the report writes it. */
  recipient: string
  class: ReportClass
  /** RFC 3463, as the server sent it. */
  status: string | undefined
  /** The server's words. */
  reply: string
  /** The server that speaks, where the report names it. */
  host: string | undefined
  kind: ReportKind
  happenedAt: Date | undefined
}

/** A report about more recipients than this has no effect: no server of one message writes it. */
export const RECIPIENTS_MAX_COUNT = 100

export type MailReading = {
  /** Identifies the mail, so that it counts once. */
  id: string
  reports: Report[]
  /** Names more recipients than RECIPIENTS_MAX_COUNT; then there are no reports. */
  hasTooMany: boolean
}

export type Parts = {
  headers: ReadonlyMap<string, string>
  /** The report's text for people. */
  notice: string
  /** `message/delivery-status`. */
  status: string | undefined
  /** `message/feedback-report`. */
  feedback: string | undefined
  /** The message that it is about, or its headers. */
  original: string
}

// A report as it is accepted, whatever it was read from.
import type { EvidenceClass } from '../../mailboxes/classes.ts'
import type * as Read from '../reports/report.ts'

export type ReportClass = EvidenceClass | 'unsubscribe'

export type Report = {
  address: string
  class: ReportClass
  /** As the server sent it. */
  statusCode?: string | undefined
  /** The server's words. */
  reply?: string | undefined
  /** The server that spoke, where the report names it. */
  host?: string | undefined
  /** Without it, the time at which it is accepted. */
  happenedAt?: Date | undefined
  /** The id of the message or event. */
  id: string
}

/** A mailbox that its operator turned off counts as one that does not exist. */
export const storedClass = (said: Read.ReportClass): ReportClass => (said === 'disabled' ? 'no_such_mailbox' : said)

/** `id` is that of the mail or event. */
export function toReport({ recipient, class: said, status, reply, host, happenedAt }: Read.Report, id: string): Report {
  return { address: recipient, class: storedClass(said), statusCode: status, reply, host, happenedAt, id }
}

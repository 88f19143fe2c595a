// The content of a report, and the parts of its mail.
import type { EvidenceClass } from '../classes.ts'

export type Reported = {
  address: string
  class: EvidenceClass | 'unsubscribe'
  statusCode: string | undefined
  happenedAt: Date | undefined
}

export type Parts = {
  headers: ReadonlyMap<string, string>
  /** The report's text for people. */
  notice: string
  /** `message/delivery-status`. */
  status: string | undefined
  /** `message/feedback-report`. */
  feedback: string | undefined
  /** The headers of the message that it is about, where it has them. */
  original: string
}

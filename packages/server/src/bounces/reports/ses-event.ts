// A bounce, complaint or delivery as Amazon SES describes it, in a webhook or in the mail that SNS makes of it.
import { classify } from './classify.ts'
import type { FailureClass, Report } from './report.ts'
import { listAt, textAt, timeOf } from './untrusted-json.ts'

export type SesReport = Report & { id: string }

export function readSesEvent(event: unknown): SesReport[] {
  const mailId = textAt(event, 'mail', 'messageId') ?? ''
  const type = textAt(event, 'notificationType') ?? textAt(event, 'eventType')
  const told = { status: undefined, reply: '', host: undefined, kind: 'event' } as const
  if (type === 'Bounce') {
    const bounceType = textAt(event, 'bounce', 'bounceType') ?? ''
    const subType = textAt(event, 'bounce', 'bounceSubType') ?? ''
    const id = textAt(event, 'bounce', 'feedbackId') ?? mailId
    const happenedAt = timeOf(textAt(event, 'bounce', 'timestamp'))
    const host = textAt(event, 'bounce', 'reportingMTA')
    return listAt(event, 'bounce', 'bouncedRecipients').flatMap((bounced) => {
      const recipient = textAt(bounced, 'emailAddress')
      if (recipient === undefined) return []
      const reply = textAt(bounced, 'diagnosticCode') ?? ''
      const said = classify({
        recipient,
        status: textAt(bounced, 'status'),
        reply,
        isCalledInvalid: subType === 'NoEmail',
      })
      const kind = 'event' as const
      return {
        recipient,
        class: classOf(bounceType, subType, said.class),
        status: said.status,
        reply,
        host,
        kind,
        happenedAt,
        id,
      }
    })
  }
  if (type === 'Complaint') {
    const id = textAt(event, 'complaint', 'feedbackId') ?? mailId
    const happenedAt = timeOf(textAt(event, 'complaint', 'timestamp'))
    return listAt(event, 'complaint', 'complainedRecipients').flatMap((complained) => {
      const recipient = textAt(complained, 'emailAddress')
      return recipient === undefined ? [] : { ...told, recipient, class: 'complaint' as const, happenedAt, id }
    })
  }
  if (type !== 'Delivery') return []
  const happenedAt = timeOf(textAt(event, 'delivery', 'timestamp'))
  return listAt(event, 'delivery', 'recipients').flatMap((recipient) =>
    typeof recipient === 'string' ? { ...told, recipient, class: 'delivered' as const, happenedAt, id: mailId } : [],
  )
}

/** SES itself did not send: its suppression lists say nothing new. `General` says no more than that it failed. */
function classOf(bounceType: string, subType: string, said: FailureClass): FailureClass {
  if (/Suppress|Rejected|TooLarge|Unsubscribed/i.test(subType)) return 'blocked'
  if (bounceType !== 'Permanent') return 'temporary'
  return subType === 'MailboxFull' && said === 'unclear' ? 'mailbox_full' : said
}

// A bounce, complaint or delivery as Amazon SES describes it, in a webhook or in the mail that SNS makes of it.
import type { EvidenceClass } from '../classes.ts'
import { classify } from './classify.ts'
import { listAt, textAt, timeOf } from './untrusted-json.ts'

export type SesReport = {
  address: string
  class: EvidenceClass
  statusCode?: string | undefined
  happenedAt: Date | undefined
  id: string
}

export function readSesEvent(event: unknown): SesReport[] {
  const mailId = textAt(event, 'mail', 'messageId') ?? ''
  const type = textAt(event, 'notificationType') ?? textAt(event, 'eventType')
  if (type === 'Bounce') {
    const isPermanent = textAt(event, 'bounce', 'bounceType') === 'Permanent'
    const kind = textAt(event, 'bounce', 'bounceSubType') ?? ''
    const id = textAt(event, 'bounce', 'feedbackId') ?? mailId
    const happenedAt = timeOf(textAt(event, 'bounce', 'timestamp'))
    return listAt(event, 'bounce', 'bouncedRecipients').flatMap((recipient) => {
      const address = textAt(recipient, 'emailAddress')
      if (address === undefined) return []
      const status = textAt(recipient, 'status')
      const text = textAt(recipient, 'diagnosticCode') ?? ''
      return {
        address,
        class: bounceClass({ address, isPermanent, kind, status, text }),
        statusCode: status,
        happenedAt,
        id,
      }
    })
  }
  if (type === 'Complaint') {
    const id = textAt(event, 'complaint', 'feedbackId') ?? mailId
    const happenedAt = timeOf(textAt(event, 'complaint', 'timestamp'))
    return listAt(event, 'complaint', 'complainedRecipients').flatMap((recipient) => {
      const address = textAt(recipient, 'emailAddress')
      return address === undefined ? [] : { address, class: 'complaint' as const, happenedAt, id }
    })
  }
  if (type !== 'Delivery') return []
  const happenedAt = timeOf(textAt(event, 'delivery', 'timestamp'))
  return listAt(event, 'delivery', 'recipients').flatMap((address) =>
    typeof address === 'string' ? { address, class: 'delivered' as const, happenedAt, id: mailId } : [],
  )
}

type SesBounce = { address: string; isPermanent: boolean; kind: string; status: string | undefined; text: string }

/** SES itself did not send: its suppression lists say nothing new. `General` says no more than that it failed. */
function bounceClass({ address, isPermanent, kind, status, text }: SesBounce): SesReport['class'] {
  if (kind === 'NoEmail') return 'no_such_mailbox'
  if (kind === 'MailboxFull') return 'mailbox_full'
  if (/Suppress|Rejected|TooLarge|Unsubscribed/i.test(kind)) return 'blocked'
  const read = classify({ address, status, text })
  return isPermanent || read === 'mailbox_full' ? read : 'temporary'
}

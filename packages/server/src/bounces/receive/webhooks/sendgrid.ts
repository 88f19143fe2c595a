// SendGrid: events in batches, signed by ECDSA over the time and the body.
import { createPublicKey, verify } from 'node:crypto'
import { classify } from '../../reports/classify.ts'
import { jsonOf, textAt, timeOf } from '../../reports/untrusted-json.ts'
import { type Report, storedClass } from '../reported.ts'
import { type Delivery, headerOf, isRecent, type Webhook } from './webhook.ts'

const SIGNATURE = 'x-twilio-email-event-webhook-signature'
const TIME = 'x-twilio-email-event-webhook-timestamp'

const readKey = (text: string) => createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

export const sendgrid: Webhook = {
  verify(delivery: Delivery): boolean {
    const [signature, time] = [headerOf(delivery, SIGNATURE), headerOf(delivery, TIME)]
    const sentAt = timeOf(time)
    if (!signature || !time || !delivery.key || !isRecent(sentAt)) return false
    const signed = Buffer.concat([Buffer.from(time), delivery.body])
    return verify('sha256', signed, readKey(delivery.key), Buffer.from(signature, 'base64'))
  },

  readKey,

  read(body: Buffer): Report[] {
    const events = jsonOf(body)
    return (Array.isArray(events) ? events : []).flatMap((event: unknown) => {
      const address = textAt(event, 'email')
      if (address === undefined) return []
      const id = textAt(event, 'sg_event_id') ?? `${textAt(event, 'sg_message_id')} ${textAt(event, 'event')}`
      const happenedAt = timeOf(textAt(event, 'timestamp'))
      const status = textAt(event, 'status')
      const text = textAt(event, 'reason') ?? textAt(event, 'response') ?? ''
      const said = classOf(event, address, status, text)
      return said ? { address, class: said, statusCode: status, reply: text, happenedAt, id } : []
    })
  },
}

function classOf(
  event: unknown,
  address: string,
  status: string | undefined,
  text: string,
): Report['class'] | undefined {
  switch (textAt(event, 'event')) {
    case 'bounce': {
      if (textAt(event, 'type') === 'blocked') return 'blocked'
      const isInvalid = textAt(event, 'bounce_classification') === 'Invalid Address'
      return storedClass(classify({ recipient: address, status, reply: text, isCalledInvalid: isInvalid }).class)
    }
    case 'deferred':
      return 'temporary'
    case 'delivered':
      return 'delivered'
    case 'spamreport':
      return 'complaint'
    case 'unsubscribe':
    case 'group_unsubscribe':
      return 'unsubscribe'
    // Dropped: SendGrid did not send, by its own list.
    default:
      return undefined
  }
}

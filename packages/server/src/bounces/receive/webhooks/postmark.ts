// Postmark signs nothing: the secret path of the source is the credential.
import { classify } from '../../reports/classify.ts'
import { jsonOf, textAt, timeOf } from '../../reports/untrusted-json.ts'
import { type Report, storedClass } from '../reported.ts'
import type { Webhook } from './webhook.ts'

/** Those that say what the mailbox is; all others say nothing about it. */
const TYPES: Readonly<Record<string, Report['class']>> = {
  SpamComplaint: 'complaint',
  SpamNotification: 'blocked',
  Unsubscribe: 'unsubscribe',
  Blocked: 'blocked',
  DMARCPolicy: 'blocked',
  ISPBlock: 'blocked',
  Transient: 'temporary',
  SoftBounce: 'temporary',
  DnsError: 'temporary',
}

export const postmark: Webhook = {
  verify: () => true,

  read(body: Buffer): Report[] {
    const event = jsonOf(body)
    const type = textAt(event, 'RecordType')
    const address = textAt(event, 'Email') ?? textAt(event, 'Recipient')
    if (address === undefined) return []
    const id = textAt(event, 'ID') ?? textAt(event, 'MessageID') ?? ''
    if (type === 'Delivery')
      return [{ address, class: 'delivered', happenedAt: timeOf(textAt(event, 'DeliveredAt')), id }]
    if (type === 'SubscriptionChange')
      return event && (event as { SuppressSending?: unknown }).SuppressSending === true
        ? [
            {
              address,
              class: suppressed(textAt(event, 'SuppressionReason')),
              happenedAt: timeOf(textAt(event, 'ChangedAt')),
              id,
            },
          ]
        : []
    if (type !== 'Bounce' && type !== 'SpamComplaint') return []
    const happenedAt = timeOf(textAt(event, 'BouncedAt'))
    // The reply of the server. The description is one of Postmark's own for each type: it names an unknown user for blocks, too.
    const text = textAt(event, 'Details') ?? ''
    const kind = textAt(event, 'Type') ?? ''
    const said =
      TYPES[kind] ??
      (kind === 'HardBounce' || kind === 'BadEmailAddress'
        ? storedClass(classify({ recipient: address, reply: text, isCalledInvalid: true }).class)
        : 'temporary')
    return [{ address, class: said, reply: text, happenedAt, id }]
  },
}

function suppressed(reason: string | undefined): Report['class'] {
  if (reason === 'SpamComplaint') return 'complaint'
  return reason === 'HardBounce' ? 'temporary' : 'unsubscribe'
}

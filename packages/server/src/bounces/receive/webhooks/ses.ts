// Amazon SES through SNS. The signature is verified with the certificate that the account has configured: the URL of the certificate in
// the message is never fetched, nor is the one that confirms a subscription. Amazon documents the signed fields.
import { createPublicKey, createVerify } from 'node:crypto'
import { readSesEvent } from '../../reports/ses-event.ts'
import { jsonOf, textAt, timeOf } from '../../reports/untrusted-json.ts'
import { type Report, toReport } from '../reported.ts'
import { type Delivery, isRecent, type Webhook } from './webhook.ts'

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** The text is a certificate, or the key itself. */
const readKey = (text: string) => createPublicKey(text)

export const ses: Webhook = {
  verify({ body, key, topic }: Delivery): boolean {
    const message = jsonOf(body)
    const type = textAt(message, 'Type')
    if (key === undefined || (type !== 'Notification' && type !== 'SubscriptionConfirmation')) return false
    if (topic !== undefined && textAt(message, 'TopicArn') !== topic) return false
    const sentAt = timeOf(textAt(message, 'Timestamp'))
    if (!isRecent(sentAt)) return false
    const signed = SIGNED[type].flatMap((name) => {
      const value = textAt(message, name)
      return value === undefined ? [] : [`${name}\n${value}\n`]
    })
    const algorithm = textAt(message, 'SignatureVersion') === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
    const signature = Buffer.from(textAt(message, 'Signature') ?? '', 'base64')
    return createVerify(algorithm).update(signed.join('')).verify(readKey(key), signature)
  },

  readKey,

  read(body: Buffer): Report[] {
    const message = jsonOf(body)
    if (textAt(message, 'Type') !== 'Notification') return []
    return readSesEvent(jsonOf(textAt(message, 'Message') ?? '')).map((event) => toReport(event, event.id))
  },
}

/** The URL with which the account confirms the subscription; the service never opens it. */
export function confirmationUrl(body: Buffer): string | undefined {
  const message = jsonOf(body)
  const url = textAt(message, 'Type') === 'SubscriptionConfirmation' ? textAt(message, 'SubscribeURL') : undefined
  return url !== undefined && /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\//.test(url) ? url : undefined
}

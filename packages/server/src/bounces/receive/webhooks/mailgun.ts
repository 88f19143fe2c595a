// Mailgun: one event, with an HMAC of a time and a token under the key of the account.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { classify } from '../../reports/classify.ts'
import { at, jsonOf, textAt, timeOf } from '../../reports/untrusted-json.ts'
import { type Report, storedClass } from '../reported.ts'
import { type Delivery, isRecent, type Webhook } from './webhook.ts'

export const mailgun: Webhook = {
  verify({ body, key }: Delivery): boolean {
    const signature = at(jsonOf(body), 'signature')
    const [time, token, told] = ['timestamp', 'token', 'signature'].map((name) => textAt(signature, name))
    const sentAt = timeOf(time)
    if (!key || !time || !token || !told || !isRecent(sentAt)) return false
    const expected = createHmac('sha256', key)
      .update(time + token)
      .digest()
    const given = Buffer.from(told, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  read(body: Buffer): Report[] {
    const event = at(jsonOf(body), 'event-data')
    const address = textAt(event, 'recipient')
    const said = address === undefined ? undefined : classOf(event, address)
    if (address === undefined || !said) return []
    const id = textAt(event, 'id') ?? textAt(event, 'message', 'headers', 'message-id') ?? ''
    const statusCode = textAt(event, 'delivery-status', 'enhanced-code') || undefined
    const happenedAt = timeOf(textAt(event, 'timestamp'))
    return [{ address, class: said, statusCode, reply: replyOf(event), happenedAt, id }]
  },
}

const replyOf = (event: unknown) =>
  ['message', 'description', 'code'].map((name) => textAt(event, 'delivery-status', name) ?? '').join(' ')

function classOf(event: unknown, address: string): Report['class'] | undefined {
  switch (textAt(event, 'event')) {
    case 'failed': {
      if (textAt(event, 'severity') === 'temporary') return 'temporary'
      // Mailgun did not send, by its own lists.
      if (/suppress/.test(textAt(event, 'reason') ?? '')) return undefined
      const status = textAt(event, 'delivery-status', 'enhanced-code') || undefined
      return storedClass(classify({ recipient: address, status, reply: replyOf(event) }).class)
    }
    case 'delivered':
      return 'delivered'
    case 'complained':
      return 'complaint'
    case 'unsubscribed':
      return 'unsubscribe'
    default:
      return undefined
  }
}

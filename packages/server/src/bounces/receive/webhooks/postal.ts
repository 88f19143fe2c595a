// Postal: one event, signed by RSA over the body, which has the time. Its key is the public key of the installation, as its DKIM record has it.
import { createPublicKey, createVerify } from 'node:crypto'
import { classify } from '../../reports/classify.ts'
import { at, jsonOf, textAt, timeOf } from '../../reports/untrusted-json.ts'
import { type Report, storedClass } from '../reported.ts'
import { type Delivery, headerOf, isRecent, type Webhook } from './webhook.ts'

function readKey(text: string) {
  const der = Buffer.from(text.replace(/^.*\bp=/s, '').replaceAll(/[\s;"]/g, ''), 'base64')
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

export const postal: Webhook = {
  verify(delivery: Delivery): boolean {
    const [newer, older] = [headerOf(delivery, 'x-postal-signature-256'), headerOf(delivery, 'x-postal-signature')]
    const signature = newer ?? older
    if (!signature || !delivery.key || !isRecent(timeOf(textAt(jsonOf(delivery.body), 'timestamp')))) return false
    const verifier = createVerify(newer === undefined ? 'RSA-SHA1' : 'RSA-SHA256').update(delivery.body)
    return verifier.verify(readKey(delivery.key), Buffer.from(signature, 'base64'))
  },

  readKey,

  read(body: Buffer): Report[] {
    const event = jsonOf(body)
    const payload = at(event, 'payload')
    const id = textAt(event, 'uuid') ?? ''
    const name = textAt(event, 'event')
    const happenedAt = timeOf(textAt(event, 'timestamp') ?? textAt(payload, 'timestamp'))
    if (name === 'MessageBounced') {
      const address = textAt(payload, 'original_message', 'to')
      // The bounce itself is not in the event: only that there is one.
      return address === undefined ? [] : [{ address, class: 'temporary', happenedAt, id }]
    }
    const address = textAt(payload, 'message', 'to')
    if (address === undefined) return []
    const text = `${textAt(payload, 'details') ?? ''} ${textAt(payload, 'output') ?? ''}`
    if (name === 'MessageSent') return [{ address, class: 'delivered', happenedAt, id }]
    if (name === 'MessageDelayed') return [{ address, class: 'temporary', happenedAt, id }]
    if (name === 'MessageDeliveryFailed') {
      const { class: said, status } = classify({ recipient: address, reply: text })
      return [{ address, class: storedClass(said), statusCode: status, reply: text, happenedAt, id }]
    }
    return []
  },
}

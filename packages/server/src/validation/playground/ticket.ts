// A ticket is nonce ‖ expiry ‖ HMAC, in base64url. The client's network is signed too, but not part of the text.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

const NONCE_BYTES = 16
const EXPIRY_BYTES = 6
const SIGNATURE_BYTES = 32
const TICKET_BYTES = NONCE_BYTES + EXPIRY_BYTES + SIGNATURE_BYTES

export type Ticket = { readonly nonce: Buffer; readonly expiresAtMs: number }

export function signTicket([secret]: Secrets, network: string, expiresAtMs: number): string {
  const content = Buffer.alloc(NONCE_BYTES + EXPIRY_BYTES)
  randomBytes(NONCE_BYTES).copy(content)
  content.writeUIntBE(expiresAtMs, NONCE_BYTES, EXPIRY_BYTES)
  return Buffer.concat([content, signatureOf(secret, network, content)]).toString('base64url')
}

/** Undefined unless this secret signed the text for this network. Whether it has lapsed or was used is not asked here. */
export function readTicket(secrets: Secrets, network: string, text: string): Ticket | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // The decoder skips what is not base64url; only the one spelling that was issued counts.
  if (bytes.length !== TICKET_BYTES || bytes.toString('base64url') !== text) return undefined
  const content = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES)
  const signature = bytes.subarray(NONCE_BYTES + EXPIRY_BYTES)
  if (!secrets.some((secret) => timingSafeEqual(signature, signatureOf(secret, network, content)))) return undefined
  return { nonce: content.subarray(0, NONCE_BYTES), expiresAtMs: content.readUIntBE(NONCE_BYTES, EXPIRY_BYTES) }
}

/** Each use of the shared secret has its own name, so that no signature fits anywhere else. */
function signatureOf(secret: string, network: string, content: Buffer): Buffer {
  return createHmac('sha256', secret).update('playground ticket\0').update(content).update(network).digest()
}

/** The key of a network's daily count: without the secret it does not show which network it is. */
export function networkKey([secret]: Secrets, network: string): Buffer {
  return createHmac('sha256', secret).update('playground network\0').update(network).digest()
}

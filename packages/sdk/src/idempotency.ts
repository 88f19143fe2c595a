export type SubmitOptions = {
  /**
   * The same key with the same input always returns the same job, also from another process. Without one, a new key
   * still covers the retries of this call.
   */
  idempotencyKey?: string | undefined
}

/** Replaces `crypto.randomUUID`, which browsers disable on plain HTTP pages. */
export function newIdempotencyKey(): string {
  return Array.from(randomBytes(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A key must be unique but is not a secret, so Node 18 can do without the missing global `crypto`. */
function randomBytes(): Uint8Array {
  const bytes = new Uint8Array(16)
  return globalThis.crypto?.getRandomValues(bytes) ?? bytes.map(() => Math.random() * 256)
}

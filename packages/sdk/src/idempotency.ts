export type SubmitOptions = {
  /**
   * The same key with the same input always leads to the same job, also from another process. Without one, a fresh key
   * still covers the retries of this call.
   */
  idempotencyKey?: string | undefined
}

/** `crypto.randomUUID` would do, but browsers hide it on plain-http pages. */
export function newIdempotencyKey(): string {
  return Array.from(randomBytes(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A key has to be unique and is no secret, so that Node 18, which has no global `crypto`, can do without. */
function randomBytes(): Uint8Array {
  const bytes = new Uint8Array(16)
  return globalThis.crypto?.getRandomValues(bytes) ?? bytes.map(() => Math.random() * 256)
}

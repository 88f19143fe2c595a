export type SubmitOptions = {
  /**
   * The same key with the same input always leads to the same job, also from another process. Without one, a fresh key
   * still covers the retries of this call.
   */
  idempotencyKey?: string | undefined
}

/** `crypto.randomUUID` would do, but browsers hide it on plain-http pages. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

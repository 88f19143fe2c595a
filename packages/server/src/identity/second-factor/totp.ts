// RFC 6238 with the defaults that every authenticator app supports: SHA-1, six digits, half a minute.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_SECONDS = 30
const DIGITS = 6
/** For clocks that are off, and for the time it takes to type: RFC 6238 §5.2. */
const STEPS_OFF_MAX = 1
const SECRET_BYTES = 24

/** The bytes of this text are the key. */
export function makeTotpSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

export function totpUri(secret: string, email: string): string {
  const query = new URLSearchParams({
    secret: base32(Buffer.from(secret)),
    issuer: 'Mailsift',
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  })
  return `otpauth://totp/Mailsift:${encodeURIComponent(email)}?${query}`
}

/** The half minute (counted from the epoch) that the code is of; undefined for a wrong one. */
export function stepOfCode(secret: string, code: string, nowMs = Date.now()): number | undefined {
  const now = Math.floor(nowMs / 1000 / STEP_SECONDS)
  const steps = Array.from({ length: 2 * STEPS_OFF_MAX + 1 }, (_, index) => now - STEPS_OFF_MAX + index)
  const given = Buffer.from(code)
  // The newest first, in the one case in a million where two steps share a code.
  return steps.findLast((step) => {
    const expected = Buffer.from(codeAt(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** RFC 4226 §5.3. */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', Buffer.from(secret)).update(counter).digest()
  const offset = mac.at(-1)! & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** RFC 4648 §6, without padding. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

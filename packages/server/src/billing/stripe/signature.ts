// The signature of a webhook: `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>.<body>">`, several v1 while a secret is being replaced.
import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_MS = 5 * 60_000

export function isSignedBy(secret: string, body: Buffer, header: string | undefined, nowMs: number): boolean {
  const fields = (header ?? '').split(',').map((field) => field.trim().split('=', 2) as [string, string | undefined])
  const time = fields.find(([name]) => name === 't')?.[1] ?? ''
  // An old request may be a repeated one.
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs - Number(time) * 1000) > TOLERANCE_MS) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return fields.some(([name, value]) => {
    const given = name === 'v1' ? Buffer.from(value ?? '', 'hex') : undefined
    return given?.length === expected.length && timingSafeEqual(given, expected)
  })
}

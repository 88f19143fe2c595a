import { createHash, timingSafeEqual } from 'node:crypto'

export const METRICS_CHALLENGE = { 'www-authenticate': 'Bearer' }

/** Without a token, all who reach the metrics may read them. */
export function mayReadMetrics(authorization: string | undefined, token: string): boolean {
  return !token || timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'

export type AccessLog = (request: FastifyRequest, route: string, status: number) => void

const WINDOW_MS = 1_000

/**
 * One line for each request, up to `max` in a second; the next line tells how many had none. It names the route, not the
 * URL, which may hold an address.
 */
export function createAccessLog(log: Log, max: number): AccessLog {
  if (max === 0 || !log.isLevelEnabled('info')) return () => undefined
  let windowEndsAt = 0
  let left = 0
  let skipped = 0
  return ({ id, method, accountId, startedAt }, route, status) => {
    const now = performance.now()
    if (now >= windowEndsAt) {
      windowEndsAt = now + WINDOW_MS
      left = max
    }
    if (left === 0) {
      skipped++
      return
    }
    left--
    log.info(
      {
        request_id: id,
        method,
        route,
        status,
        ms: Math.round((now - startedAt) * 10) / 10,
        ...(accountId !== null && { account_id: accountId }),
        ...(skipped > 0 && { skipped }),
      },
      'request',
    )
    skipped = 0
  }
}

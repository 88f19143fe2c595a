// The credits left, in the fields of a response: RateLimit and RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers, and a plain number.
import { QUOTA_REMAINING_HEADER } from '@mailsift/contract'
import type { FastifyReply } from 'fastify'

export type ShownQuota = {
  credits: number
  left: number
  /** The first day of the next month, UTC. */
  periodEnd: string
  endsInMs: number
}

const MONTH_SECONDS = 30 * 86_400

export function quotaFields({ credits, left, endsInMs }: ShownQuota): Record<string, string> {
  return {
    'ratelimit-policy': `"credits";q=${credits};w=${MONTH_SECONDS}`,
    ratelimit: `"credits";r=${left};t=${Math.max(1, Math.ceil(endsInMs / 1000))}`,
    [QUOTA_REMAINING_HEADER]: String(left),
  }
}

/** Beside those of a token's own limit: both fields are lists. */
export function addQuotaFields(reply: FastifyReply, quota: ShownQuota): void {
  for (const [name, value] of Object.entries(quotaFields(quota))) {
    const before = name === QUOTA_REMAINING_HEADER ? undefined : reply.getHeader(name)
    reply.header(name, before === undefined ? value : `${before}, ${value}`)
  }
}

import type { SignedIn } from '@mailsift/contract'
import type { FastifyReply } from 'fastify'
import type { NewSession } from './sessions.ts'

/** The cookie for browsers, the bearer token for everything else. */
export function answerSignedIn(
  reply: FastifyReply,
  { account, bearerToken, expiresAt, setCookie }: NewSession,
): FastifyReply {
  return reply
    .header('set-cookie', setCookie)
    .send({ account, bearer_token: bearerToken, expires_at: expiresAt.toISOString() } satisfies SignedIn)
}

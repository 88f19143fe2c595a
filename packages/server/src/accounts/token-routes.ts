import { ApiTokenList, IssuedToken, IssueTokenBody, TokenParams } from '@mailsift/contract'
import { Type } from 'typebox'
import type { Db } from '../platform/database.ts'
import type { Http } from '../platform/http.ts'
import { AppError } from '../platform/problem.ts'
import { createRateLimiter } from '../platform/rate-limit.ts'
import { actAsAccount } from './audit/trail.ts'
import { type Access, callerOf } from './caller.ts'
import { refuseControlCharacters } from './names.ts'
import { issueToken, listTokens, revokeToken } from './tokens.ts'

const BODY_MAX_BYTES = 16 * 1024
const TAGS = ['API tokens']
const NoQuery = Type.Object({}, { additionalProperties: false })
const ISSUED_PER_USER = { name: 'issue-token', limit: 60, windowSeconds: 3_600 }

/** An API token cannot manage tokens: one that leaked must not be able to make itself a successor. */
export function registerTokenRoutes(app: Http, { db, access }: { db: Db; access: Access }): void {
  const issued = createRateLimiter(ISSUED_PER_USER)

  app.post(
    '/account/tokens',
    {
      config: { access },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'issueToken',
        summary: 'Issue an API token',
        description: 'The token is shown this once; only its hash is kept.',
        body: IssueTokenBody,
        response: { 201: IssuedToken },
      },
    },
    async (request, reply) => {
      const { userId } = callerOf(request)
      const { name, permission, expires_at } = request.body
      refuseControlCharacters('/body/name', name)
      const expiresAt = expires_at === undefined ? undefined : futureTime(expires_at)
      issued.use(userId, reply)
      const token = await db.transaction().execute(async (tx) => {
        await actAsAccount(tx, request.ip)
        return issueToken(tx, userId, { name, permission, expiresAt })
      })
      return reply.code(201).send(token)
    },
  )

  app.get(
    '/account/tokens',
    {
      config: { access },
      schema: {
        tags: TAGS,
        operationId: 'listTokens',
        summary: 'List API tokens',
        description: 'All of them: they are few.',
        querystring: NoQuery,
        response: { 200: ApiTokenList },
      },
    },
    async (request) => ({ items: await listTokens(db, callerOf(request).userId) }),
  )

  app.delete(
    '/account/tokens/:tokenId',
    {
      config: { access },
      schema: {
        tags: TAGS,
        operationId: 'revokeToken',
        summary: 'Revoke an API token',
        description: 'At once, in every process. Revoking again changes nothing.',
        params: TokenParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const isRevoked = await db.transaction().execute(async (tx) => {
        await actAsAccount(tx, request.ip)
        return revokeToken(tx, request.params.tokenId, callerOf(request).userId)
      })
      if (!isRevoked) throw new AppError('not_found', 'There is no such token.')
      return reply.code(204).send(null)
    },
  )
}

function futureTime(text: string): Date {
  const time = new Date(text)
  if (time.getTime() > Date.now()) return time
  throw new AppError('invalid_request', 'The request does not fit its schema; see errors.', {
    errors: [{ path: '/body/expires_at', message: 'must be a time in the future' }],
  })
}

import {
  ApiToken,
  ApiTokenList,
  IssuedToken,
  IssueTokenBody,
  RollOverTokenBody,
  TOKEN_OVERLAP_DEFAULT_SECONDS,
  TOKENS_PER_ACCOUNT,
  TokenParams,
  UpdateTokenBody,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { ADMIN, callerOf, memberOf } from '../../access/caller.ts'
import { asAccount } from '../../audit/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CreateRateLimiter } from '../../platform/http/limits/rate-limit.ts'
import { refuseControlCharacters } from '../../platform/http/names.ts'
import { AppError, invalidValue } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { parseNetwork } from './token-rules.ts'
import { changeToken, issueToken, listTokens, revokeToken, rollOverToken } from './tokens.ts'

const BODY_MAX_BYTES = 16 * 1024
const TAGS = ['API tokens']
const NoQuery = Type.Object({}, { additionalProperties: false })

/** An API token cannot manage tokens: one that leaked must not be able to make itself a successor. */
export function registerTokenRoutes(
  app: Http,
  { db, createRateLimiter }: { db: Db; createRateLimiter: CreateRateLimiter },
): void {
  const issued = createRateLimiter(TOKENS_PER_ACCOUNT)

  app.post(
    '/account/tokens',
    {
      config: { access: ADMIN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'issueToken',
        summary: 'Create an API token',
        description: 'The token is returned only once; the service stores only its hash.',
        body: IssueTokenBody,
        response: { 201: IssuedToken },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { name, permission, expires_at, scopes, limit } = request.body
      const networks = readNetworks(request.body.networks)
      refuseControlCharacters('/body/name', name)
      const expiresAt = expires_at === undefined ? undefined : futureTime(expires_at)
      await issued.use(accountId, reply)
      const token = await asAccount(db, request, (tx) =>
        issueToken(tx, accountId, {
          name,
          permission,
          expiresAt,
          scopes,
          networks,
          limit,
          createdBy: memberOf(request).userId,
        }),
      )
      return reply.code(201).send(token)
    },
  )

  app.get(
    '/account/tokens',
    {
      config: { access: ADMIN },
      schema: {
        tags: TAGS,
        operationId: 'listTokens',
        summary: 'List API tokens',
        description: 'Returns all tokens, including expired and revoked ones.',
        querystring: NoQuery,
        response: { 200: ApiTokenList },
      },
    },
    async (request) => ({ items: await listTokens(db, callerOf(request).accountId) }),
  )

  app.patch(
    '/account/tokens/:tokenId',
    {
      config: { access: ADMIN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'changeToken',
        summary: 'Update an API token',
        description:
          'Updates the name, scopes, networks and rate limit. Omitted fields do not change. The update takes effect immediately.',
        params: TokenParams,
        body: UpdateTokenBody,
        response: { 200: ApiToken },
      },
    },
    async (request) => {
      const { name } = request.body
      if (name !== undefined) refuseControlCharacters('/body/name', name)
      const networks = readNetworks(request.body.networks)
      const token = await asAccount(db, request, (tx) =>
        changeToken(tx, request.params.tokenId, callerOf(request).accountId, { ...request.body, networks }),
      )
      if (!token) throw notFound()
      return token
    },
  )

  app.post(
    '/account/tokens/:tokenId/roll-over',
    {
      config: { access: ADMIN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'rollOverToken',
        summary: 'Rotate an API token',
        description:
          'Creates a token with the same name, permission and rules. The old token works until the overlap ends. The new token is returned only once.',
        params: TokenParams,
        body: RollOverTokenBody,
        response: { 201: IssuedToken },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { tokenId } = request.params
      await issued.use(accountId, reply)
      const overlapSeconds = request.body.overlap_seconds ?? TOKEN_OVERLAP_DEFAULT_SECONDS
      const token = await asAccount(db, request, (tx) =>
        rollOverToken(tx, tokenId, overlapSeconds, { accountId, createdBy: memberOf(request).userId }),
      )
      if (!token) throw notFound()
      return reply.code(201).send(token)
    },
  )

  app.delete(
    '/account/tokens/:tokenId',
    {
      config: { access: ADMIN },
      schema: {
        tags: TAGS,
        operationId: 'revokeToken',
        summary: 'Revoke an API token',
        description: 'Takes effect immediately. Revoking a token again has no effect.',
        params: TokenParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const isRevoked = await asAccount(db, request, (tx) =>
        revokeToken(tx, request.params.tokenId, callerOf(request).accountId),
      )
      if (!isRevoked) throw notFound()
      return reply.code(204).send(null)
    },
  )
}

function notFound(): AppError {
  return new AppError('not_found', 'The token does not exist.')
}

function readNetworks(texts: readonly string[] | undefined): string[] | undefined {
  return texts?.map((text, at) => {
    const network = parseNetwork(text)
    if (network) return network
    throw invalidValue(`/body/networks/${at}`, 'must be an IP address or a range such as 192.0.2.0/24')
  })
}

function futureTime(text: string): Date {
  const time = new Date(text)
  if (time.getTime() > Date.now()) return time
  throw invalidValue('/body/expires_at', 'must be a time in the future')
}

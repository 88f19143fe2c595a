import { MakeSiteKeyBody, SITE_KEYS_PER_ACCOUNT, SiteKey, SiteKeyList, SiteKeyParams } from '@mailsift/contract'
import { Type } from 'typebox'
import { type Access, callerOf } from '../../access/caller.ts'
import { asAccount } from '../../audit/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CreateRateLimiter } from '../../platform/http/limits/rate-limit.ts'
import { refuseControlCharacters } from '../../platform/http/names.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { listSiteKeys, makeSiteKey, revokeSiteKey, type ScriptTag, toSiteKey } from './site-keys.ts'

const BODY_MAX_BYTES = 16 * 1024
const TAGS = ['Site keys']
const NoQuery = Type.Object({}, { additionalProperties: false })
/** As for API tokens: making them takes a person who signed in and manages the account. */
const ADMIN = {
  permission: 'write',
  subscription: false,
  kinds: ['session', 'bearer'],
  role: 'admin',
} satisfies Access

export type SiteKeyRoutesDeps = {
  db: Db
  createRateLimiter: CreateRateLimiter
  scriptTag(): Promise<ScriptTag>
}

export function registerSiteKeyRoutes(app: Http, { db, createRateLimiter, scriptTag }: SiteKeyRoutesDeps): void {
  const made = createRateLimiter(SITE_KEYS_PER_ACCOUNT)

  app.post(
    '/account/site-keys',
    {
      config: { access: ADMIN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'makeSiteKey',
        summary: 'Create a site key for a web form',
        description:
          'A site key is public. It works only for the guard on pages of its origins. Each validation uses one credit of the account.',
        body: MakeSiteKeyBody,
        response: { 201: SiteKey },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { name } = request.body
      refuseControlCharacters('/body/name', name)
      const origins = request.body.origins.map(readOrigin)
      await made.use(accountId, reply)
      const row = await asAccount(db, request, (tx) => makeSiteKey(tx, accountId, { name, origins }))
      return reply.code(201).send(toSiteKey(row, await scriptTag()))
    },
  )

  app.get(
    '/account/site-keys',
    {
      config: { access: ADMIN },
      schema: {
        tags: TAGS,
        operationId: 'listSiteKeys',
        summary: 'List site keys',
        description: 'Returns all site keys, including revoked ones.',
        querystring: NoQuery,
        response: { 200: SiteKeyList },
      },
    },
    async (request) => {
      const tag = await scriptTag()
      const rows = await listSiteKeys(db, callerOf(request).accountId)
      return { items: rows.map((row) => toSiteKey(row, tag)) }
    },
  )

  app.delete(
    '/account/site-keys/:siteKeyId',
    {
      config: { access: ADMIN },
      schema: {
        tags: TAGS,
        operationId: 'revokeSiteKey',
        summary: 'Revoke a site key',
        description: 'Takes effect immediately. Forms with this key continue to work without the service.',
        params: SiteKeyParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const isRevoked = await asAccount(db, request, (tx) =>
        revokeSiteKey(tx, request.params.siteKeyId, callerOf(request).accountId),
      )
      if (!isRevoked) throw new AppError('not_found', 'The site key does not exist.')
      return reply.code(204).send(null)
    },
  )
}

/** As browsers send it in the header Origin. */
function readOrigin(text: string, index: number): string {
  const url = URL.parse(text)
  const refuse = (detail: string, message: string) =>
    new AppError('invalid_request', detail, { errors: [{ path: `/body/origins/${index}`, message }] })
  if (!url || !/^https?:\/\//i.test(text) || url.href !== `${url.origin}/`)
    throw refuse(
      'An origin is a scheme, a host and a port, such as https://shop.contoso.com.',
      'must be an origin such as https://shop.contoso.com',
    )
  if (url.hostname.includes('*'))
    throw refuse(
      'Wildcards such as https://*.contoso.com are not supported; list each origin, such as https://shop.contoso.com.',
      'must name one host, without a wildcard',
    )
  return url.origin
}

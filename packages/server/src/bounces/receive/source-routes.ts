// The sources of an account: where its reports come from.
import {
  BOUNCE_SOURCES_PER_ACCOUNT,
  BounceSource,
  BounceSourceList,
  BounceSourceParams,
  MadeBounceSource,
  MakeBounceSourceBody,
  ReplaceSourceKeyBody,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { type Access, callerOf } from '../../access/caller.ts'
import { actorOf, note } from '../../audit/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CreateRateLimiter } from '../../platform/http/limits/rate-limit.ts'
import { AppError, invalidValue } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { faultOf, faultOfKey } from './new-source.ts'
import {
  listSources,
  makeSource,
  removeSource,
  replaceKey,
  rotateSource,
  SOURCES_MAX,
  shownOnce,
  toSource,
} from './sources.ts'

export type SourceRoutesDeps = {
  db: Db
  secrets: Secrets
  origin: string
  createRateLimiter: CreateRateLimiter
  /** The domain of recipient addresses; undefined while the mail listener is off. */
  mailDomain: string | undefined
}

const TAGS = ['Bounces']
/** For admins among people: a source lets others write to the account, as an API token does. */
const READ = { permission: 'read', subscription: false, scope: 'contacts', role: 'admin' } satisfies Access
const WRITE = { ...READ, permission: 'write' } satisfies Access
const SMALL_BODY_BYTES = 16 * 1024
const NoQuery = Type.Object({}, { additionalProperties: false })
const GONE = 'The source does not exist.'

export function registerSourceRoutes(app: Http, deps: SourceRoutesDeps): void {
  const { db, secrets } = deps
  const made = deps.createRateLimiter(BOUNCE_SOURCES_PER_ACCOUNT)

  app.post(
    '/account/bounce-sources',
    {
      config: { access: WRITE, feature: null },
      bodyLimit: SMALL_BODY_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'makeBounceSource',
        summary: 'Create a URL or address for the reports of a provider',
        description: 'The URL and the address contain a secret and are shown only once.',
        body: MakeBounceSourceBody,
        response: { 201: MadeBounceSource },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const fault = faultOf(request.body)
      if (fault) throw invalidValue(`/body/${fault.field}`, fault.message)
      await made.use(accountId, reply)
      if ((await listSources(db, accountId)).length >= SOURCES_MAX)
        throw invalidValue('/body', `is one too many: an account can have ${SOURCES_MAX} sources`)
      const source = await db.transaction().execute(async (tx) => {
        const { row, secret } = await makeSource(tx, secrets, accountId, request.body)
        await note(tx, { action: 'bounce_source_made', subjectId: row.id, detail: row.kind, ...actorOf(request) })
        return { row, secret }
      })
      return reply.code(201).send(shownOnce(source, deps))
    },
  )

  app.get(
    '/account/bounce-sources',
    {
      config: { access: READ },
      schema: {
        tags: TAGS,
        operationId: 'listBounceSources',
        summary: 'List the sources of reports',
        description: 'Returns where reports come from, without the secrets.',
        querystring: NoQuery,
        response: { 200: BounceSourceList },
      },
    },
    async (request) => ({ items: (await listSources(db, callerOf(request).accountId)).map(toSource) }),
  )

  app.post(
    '/account/bounce-sources/:sourceId/rotate',
    {
      config: { access: WRITE, feature: null },
      schema: {
        tags: TAGS,
        operationId: 'rotateBounceSource',
        summary: 'Replace the secret URL and address of a source',
        description: 'Those of before stop working at once. A source of the kind `imap` has none.',
        params: BounceSourceParams,
        response: { 200: MadeBounceSource },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request)
      const sourceId = request.params.sourceId.toLowerCase()
      const source = await db.transaction().execute(async (tx) => {
        const rotated = await rotateSource(tx, accountId, sourceId)
        if (rotated) await note(tx, { action: 'bounce_source_rotated', subjectId: sourceId, ...actorOf(request) })
        return rotated
      })
      if (!source) throw new AppError('not_found', 'The source does not exist, or has no URL.')
      return shownOnce(source, deps)
    },
  )

  app.put(
    '/account/bounce-sources/:sourceId/key',
    {
      config: { access: WRITE, feature: null },
      bodyLimit: SMALL_BODY_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'replaceBounceSourceKey',
        summary: 'Replace the key or password of a source',
        description: 'A source of the kind `imap` that stopped after failed sign-ins is read again.',
        params: BounceSourceParams,
        body: ReplaceSourceKeyBody,
        response: { 200: BounceSource },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request)
      const { key } = request.body
      const sourceId = request.params.sourceId.toLowerCase()
      const known = (await listSources(db, accountId)).find(({ id }) => id === sourceId)
      if (!known) throw new AppError('not_found', GONE)
      const fault = faultOfKey(known.kind, key)
      if (fault) throw invalidValue('/body/key', fault)
      const row = await db.transaction().execute(async (tx) => {
        const replaced = await replaceKey(tx, secrets, accountId, sourceId, key)
        if (replaced) await note(tx, { action: 'bounce_source_key_replaced', subjectId: sourceId, ...actorOf(request) })
        return replaced
      })
      if (!row) throw new AppError('not_found', GONE)
      return toSource(row)
    },
  )

  app.delete(
    '/account/bounce-sources/:sourceId',
    {
      config: { access: WRITE, feature: null },
      schema: {
        tags: TAGS,
        operationId: 'removeBounceSource',
        summary: 'Remove a source of reports',
        description: 'Its URL and address stop working at once. What it reported stays.',
        params: BounceSourceParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const sourceId = request.params.sourceId.toLowerCase()
      const isGone = await db.transaction().execute(async (tx) => {
        if (!(await removeSource(tx, accountId, sourceId))) return false
        await note(tx, { action: 'bounce_source_removed', subjectId: sourceId, ...actorOf(request) })
        return true
      })
      if (!isGone) throw new AppError('not_found', GONE)
      return reply.code(204).send(null)
    },
  )
}

// How reports come in over HTTP: mails and events by the account itself, and webhooks of the providers that send its mail.
import {
  AcceptedReports,
  BOUNCE_SOURCES_PER_ACCOUNT,
  type BounceSourceKind,
  BounceSourceList,
  BounceSourceParams,
  EVENTS_PER_BOUNCE_SOURCE,
  MAILS_PER_BOUNCE_SOURCE,
  MadeBounceSource,
  MakeBounceSourceBody,
  ReportEventsBody,
  type ReportedEvent,
} from '@mailsift/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Access, callerOf } from '../../access/caller.ts'
import { actorOf, note } from '../../audit/audit.ts'
import { readRawBody } from '../../platform/http/body/body.ts'
import type { CreateRateLimiter } from '../../platform/http/limits/rate-limit.ts'
import { AppError, invalidValue } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { WRITE } from '../../suppressions/routes.ts'
import type { Classified } from '../reports/classify.ts'
import { acceptReports } from './accept.ts'
import { accept, acceptMails, type ReadMailDeps } from './read-mails.ts'
import { type Report, storedClass } from './reported.ts'
import {
  awaitConfirmation,
  findSource,
  listSources,
  makeSource,
  noteIgnored,
  noteReport,
  removeSource,
  SOURCES_MAX,
  toSource,
} from './sources.ts'
import { confirmationUrl } from './webhooks/ses.ts'
import { WEBHOOKS } from './webhooks/webhooks.ts'

export type ReceiveDeps = ReadMailDeps & {
  origin: string
  createRateLimiter: CreateRateLimiter
  /** The domain of recipient addresses; undefined while the mail listener is off. */
  mailDomain: string | undefined
}

const TAGS = ['Bounces']
/** As for API tokens: a source lets others write to the account. */
const ADMIN = {
  ...{ permission: 'write', subscription: false, kinds: ['session', 'bearer'], role: 'admin' },
} as const satisfies Access
/** The most that one request can report; providers send far fewer. */
const REPORTS_MAX = 10_000
const WEBHOOK_MAX_BYTES = 1024 * 1024
/** Signs the tags of return paths, which strangers read. */
const VERP_KEY_MIN_CHARACTERS = 16
const SMALL_BODY_BYTES = 16 * 1024
const KEY_NAMES: Partial<Record<BounceSourceKind, string>> = {
  ses: 'a certificate in PEM format',
  sendgrid: 'the verification key of the signed event webhook',
  postal: 'a public key, as the DKIM record of the installation has it',
}
const NoQuery = Type.Object({}, { additionalProperties: false })

export function registerReceiveRoutes(app: Http, deps: ReceiveDeps): void {
  registerSourceRoutes(app, deps)
  registerEventRoute(app, deps)
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (request: FastifyRequest) => readRawBody(request))
    registerRawRoutes(raw as Http, deps)
  })
}

function registerRawRoutes(app: Http, deps: ReceiveDeps): void {
  const mails = deps.createRateLimiter(MAILS_PER_BOUNCE_SOURCE)
  const events = deps.createRateLimiter(EVENTS_PER_BOUNCE_SOURCE)

  app.post(
    '/account/bounces',
    {
      config: { access: WRITE },
      schema: {
        tags: TAGS,
        operationId: 'importBounces',
        summary: 'Hand in bounces and complaints as mail',
        description:
          'The body is one mail (message/rfc822) or an mbox file of up to 1,000 mails (application/mbox), 5 MiB at most. Each report counts once, however often you hand it in.',
        consumes: ['message/rfc822', 'application/mbox'],
        response: { 200: AcceptedReports },
      },
    },
    (request) => {
      const { body } = request
      if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('invalid_request', 'The body is empty.')
      return acceptMails(deps, callerOf(request).userId, body, 'upload')
    },
  )

  app.post<{ Params: { secret: string } }>(
    '/hooks/bounces/:secret',
    { config: { access: 'public' }, bodyLimit: WEBHOOK_MAX_BYTES, schema: { hide: true } },
    async (request, reply) => {
      const source = await findSource(deps.db, deps.secrets, request.params.secret)
      // A source that does not exist must look like any other missing page.
      if (!source || source.kind === 'imap') throw new AppError('not_found', 'Nothing exists at this URL.')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { accountId, kind } = source
      await (kind === 'mail' ? mails : events).use(source.id, reply)
      if (kind === 'mail') {
        const { ignored } = await acceptMails(deps, accountId, body, source.id)
        if (ignored > 0) await noteIgnored(deps.db, source, ignored)
      } else {
        const webhook = WEBHOOKS[kind]
        if (!isVerified(() => webhook.verify({ ...source, body, headers: request.headers })))
          throw new AppError('unauthenticated', 'The signature is not valid for this source.')
        const url = kind === 'ses' ? confirmationUrl(body) : undefined
        if (url !== undefined) {
          await awaitConfirmation(deps.db, source, url)
          return reply.code(204).send(null)
        }
        const reports = await deps.mailReader.readWebhook(kind, body)
        if (reports) await acceptReports(deps, accountId, reports.slice(0, REPORTS_MAX), source.id)
        else await noteIgnored(deps.db, source)
      }
      await noteReport(deps.db, source)
      return reply.code(204).send(null)
    },
  )
}

/** A key or signature that cannot be read verifies nothing. */
function isVerified(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}

function isKey(kind: keyof typeof WEBHOOKS, text: string): boolean {
  return isVerified(() => {
    WEBHOOKS[kind].readKey?.(text)
    return true
  })
}

function registerEventRoute(app: Http, deps: ReceiveDeps): void {
  app.post(
    '/account/bounces/events',
    {
      config: { access: WRITE },
      schema: {
        tags: TAGS,
        operationId: 'reportEvents',
        summary: 'Hand in bounces, complaints, unsubscribes and deliveries as JSON',
        description:
          'For exports of other programs. A bounce is classified by its status code and the reply of the server; with neither, it counts as no such mailbox.',
        body: ReportEventsBody,
        response: { 200: AcceptedReports },
      },
    },
    async (request) => {
      const { items } = request.body
      const classified = await deps.mailReader.classify(items.filter(isFailure).map(toFailure))
      // Not read in time: none of them has an effect.
      const reports = classified ? toReports(items, classified) : []
      const read = { messages: items.length, unread: 0, ignored: items.length - reports.length }
      return accept(deps, callerOf(request).userId, reports, 'events', read)
    },
  )
}

/** A bounce with neither is the account's own statement that the address is dead. */
const isFailure = ({ event, status_code: status, reply }: ReportedEvent) =>
  event === 'bounce' && (status !== undefined || reply !== undefined)

const toFailure = ({ email: recipient, status_code: status, reply = '' }: ReportedEvent) => ({
  recipient,
  status,
  reply,
})

/** `classified` has those that are failures, in their order. */
function toReports(items: readonly ReportedEvent[], classified: readonly Classified[]): Report[] {
  const left = classified.values()
  return items.map((item) => {
    const { email: address, event, status_code: statusCode, reply, at, id } = item
    const happenedAt = at === undefined ? undefined : new Date(at)
    const report = { address, statusCode, reply, happenedAt, id: id ?? `${event} ${at ?? uuidv7()}` }
    if (event === 'delivery') return { ...report, class: 'delivered' }
    if (event !== 'bounce') return { ...report, class: event }
    if (!isFailure(item)) return { ...report, class: 'no_such_mailbox' }
    const { class: said, status } = left.next().value!
    return { ...report, class: storedClass(said), statusCode: status }
  })
}

function registerSourceRoutes(app: Http, deps: ReceiveDeps): void {
  const { db, secrets, origin, mailDomain } = deps
  const made = deps.createRateLimiter(BOUNCE_SOURCES_PER_ACCOUNT)

  app.post(
    '/account/bounce-sources',
    {
      config: { access: ADMIN },
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
      const { userId } = callerOf(request)
      const { kind, name, key, topic, mailbox } = request.body
      if (kind !== 'mail' && kind !== 'postmark' && key === undefined)
        throw invalidValue('/body/key', `is required for ${kind}`)
      // Otherwise every report would be refused, and nothing would say why.
      if (kind !== 'mail' && kind !== 'imap' && key !== undefined && !isKey(kind, key))
        throw invalidValue('/body/key', `is not ${KEY_NAMES[kind] ?? 'a key'}`)
      if (kind === 'mail' && key !== undefined && key.length < VERP_KEY_MIN_CHARACTERS)
        throw invalidValue('/body/key', `must have at least ${VERP_KEY_MIN_CHARACTERS} characters`)
      if (kind === 'ses' && topic === undefined) throw invalidValue('/body/topic', 'is required for ses')
      if ((kind === 'imap') !== (mailbox !== undefined))
        throw invalidValue('/body/mailbox', kind === 'imap' ? 'is required for imap' : 'is for imap alone')
      await made.use(userId, reply)
      if ((await listSources(db, userId)).length >= SOURCES_MAX)
        throw invalidValue('/body', `is one too many: an account can have ${SOURCES_MAX} sources`)
      const { row, secret } = await db.transaction().execute(async (tx) => {
        const source = await makeSource(tx, secrets, userId, { kind, name, key, topic, mailbox })
        await note(tx, { action: 'bounce_source_made', subjectId: source.row.id, detail: kind, ...actorOf(request) })
        return source
      })
      const address = kind === 'mail' && mailDomain !== undefined ? `bounces+${secret}@${mailDomain}` : null
      return reply.code(201).send({ source: toSource(row), url: `${origin}/hooks/bounces/${secret}`, address })
    },
  )

  app.get(
    '/account/bounce-sources',
    {
      config: { access: ADMIN },
      schema: {
        tags: TAGS,
        operationId: 'listBounceSources',
        summary: 'List the sources of reports',
        description: 'Returns where reports come from, without the secrets.',
        querystring: NoQuery,
        response: { 200: BounceSourceList },
      },
    },
    async (request) => ({ items: (await listSources(db, callerOf(request).userId)).map(toSource) }),
  )

  app.delete(
    '/account/bounce-sources/:sourceId',
    {
      config: { access: ADMIN },
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
      const { userId } = callerOf(request)
      const sourceId = request.params.sourceId.toLowerCase()
      const isGone = await db.transaction().execute(async (tx) => {
        if (!(await removeSource(tx, userId, sourceId))) return false
        await note(tx, { action: 'bounce_source_removed', subjectId: sourceId, ...actorOf(request) })
        return true
      })
      if (!isGone) throw new AppError('not_found', 'The source does not exist.')
      return reply.code(204).send(null)
    },
  )
}

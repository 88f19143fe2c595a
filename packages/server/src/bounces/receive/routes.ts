// How reports come in over HTTP: mails and events by the account itself, and webhooks of the providers that send its mail.
import {
  AcceptedReports,
  EVENTS_PER_BOUNCE_SOURCE,
  MAILS_PER_BOUNCE_SOURCE,
  ReportEventsBody,
  type ReportedEvent,
} from '@mailsift/contract'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../access/caller.ts'
import { readRawBody } from '../../platform/http/body/body.ts'
import type { CreateRateLimiter } from '../../platform/http/limits/rate-limit.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { WRITE } from '../../suppressions/routes.ts'
import type { Classified } from '../reports/classify.ts'
import { acceptReports } from './accept.ts'
import { accept, acceptMails, type ReadMailDeps } from './read-mails.ts'
import { type Report, storedClass } from './reported.ts'
import { registerSourceRoutes } from './source-routes.ts'
import { awaitConfirmation, findSource, noteIgnored, noteReport } from './sources.ts'
import { confirmationUrl } from './webhooks/ses.ts'
import { isVerified, WEBHOOKS } from './webhooks/webhooks.ts'

export type ReceiveDeps = ReadMailDeps & {
  origin: string
  createRateLimiter: CreateRateLimiter
  /** The domain of recipient addresses; undefined while the mail listener is off. */
  mailDomain: string | undefined
}

const TAGS = ['Bounces']
/** The most that one request can report; providers send far fewer. */
const REPORTS_MAX = 10_000
const WEBHOOK_MAX_BYTES = 1024 * 1024
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
      config: { access: WRITE, feature: null },
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
      return acceptMails(deps, callerOf(request).accountId, body, 'upload')
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

function registerEventRoute(app: Http, deps: ReceiveDeps): void {
  app.post(
    '/account/bounces/events',
    {
      config: { access: WRITE, feature: null },
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
      return accept(deps, callerOf(request).accountId, reports, 'events', read)
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

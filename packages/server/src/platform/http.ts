// Its types let a route's schema say `hide`.

import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type {} from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { integerReader, SUBMISSION_BODY_MAX_BYTES, UPLOAD_PUT_WINDOW_MS } from '@mailsift/contract'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onSendHookHandler,
  type preValidationHookHandler,
  type RawServerDefault,
} from 'fastify'
import type { TSchema } from 'typebox'
import { admitBodies, isWaitingToBeAsked, readJsonBody } from './http/body.ts'
import { readOn } from './http/linger.ts'
import { type OverloadLimits, watchOverload } from './http/overload.ts'
import { oneAtATime } from './http/pipelining.ts'
import { uuidv7 } from './ids.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { AppError, problemOf, toAppError } from './problem.ts'
import { createRequestTimes } from './request-times.ts'

export type Http = FastifyInstance<
  RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is, once that is known: to share places by, and for the log. */
    accountId: string | null
  }
  interface FastifyContextConfig {
    /** The route reads its body itself, and takes care that it does not stall. */
    readsOwnBody?: boolean
    /** The route is answered under overload too: whoever watches us must not take a busy process for a dead one. */
    evenUnderOverload?: boolean
  }
}

export type HttpOptions = {
  log: Log
  metrics: Metrics
  /** Where the pages that explain errors are. */
  docsUrl: string
  trustProxy: boolean | string
  https: boolean
  /** Past these, new requests are answered 503 instead of queueing without end. Default: none. */
  overload?: OverloadLimits
  /** How long a body may take to arrive. */
  bodyTimeoutMs?: number
}

const HEADERS_MAX_BYTES = 16 * 1024
/** An upload may take its whole window to arrive; every other body is small. */
const REQUEST_TIMEOUT_MS = UPLOAD_PUT_WINDOW_MS
const BODY_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 72_000
const PATH_PARAMETER_MAX_CHARACTERS = 100

const SERVER_OPTIONS: ServerOptions = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  headersTimeout: HEADERS_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: HEADERS_MAX_BYTES,
  // A request without a body need not be a stream that runs to its end.
  optimizeEmptyRequests: true,
}

function createNodeServer(handle: RequestListener): Server {
  const listener = oneAtATime(handle)
  // Node itself would ask for every body that is waited with, and refuse other expectations without a problem.
  return createServer(SERVER_OPTIONS, listener).on('checkContinue', listener).on('checkExpectation', listener)
}

const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

export function createHttp({
  log,
  metrics,
  docsUrl,
  trustProxy,
  https,
  overload,
  bodyTimeoutMs = BODY_TIMEOUT_MS,
}: HttpOptions): Http {
  const headers = https ? { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=31536000' } : SECURITY_HEADERS
  const app = Fastify({
    trustProxy,
    logger: false,
    genReqId: () => uuidv7(),
    bodyLimit: SUBMISSION_BODY_MAX_BYTES,
    // A request that arrives on an open connection while we drain is still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX_CHARACTERS },
    serverFactory: createNodeServer,
    clientErrorHandler: refuseMalformedHttp,
    // A path that cannot be decoded meets no hook, so its answer gets the headers here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('request-id', request.id)
      sendProblem(error, request, reply as unknown as FastifyReply)
    },
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        useDefaults: true,
        // An error then tells which properties there are.
        verbose: true,
        allowUnionTypes: true,
        formats: { 'idn-email': true },
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorateRequest('accountId', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest) => readJsonBody(request, bodyTimeoutMs))

  const load = watchOverload(overload ?? { eventLoopDelayMaxMs: 0, memoryMaxMb: 0 })
  app.addHook('onClose', (_app, done) => {
    load.stop()
    done()
  })
  // What is asked of every request stands in one hook, or is settled when a route is made (onRoute): Fastify builds
  // request.routeOptions anew whenever it is read.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('request-id', request.id)
    if (load.isOverloaded() && !request.routeOptions.config.evenUnderOverload) return done(overloaded())
    done(request.headers.expect === undefined || isWaitingToBeAsked(request.raw) ? undefined : unexpected())
  })
  measure(app, metrics)
  const admitBody = admitBodies()
  app.addHook('onRoute', (route) => {
    const bodiless = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
    if (bodiless || route.config?.readsOwnBody) return
    route.preParsing = [admitBody, ...[route.preParsing ?? []].flat()]
  })
  app.addHook('onRoute', (route) => {
    if (!route.schema?.querystring) return
    const read = integerReader(route.schema.querystring as TSchema)
    const readQuery: preValidationHookHandler = (request, _reply, done) => {
      const query = read(request.query as Record<string, unknown>)
      request.query = query
      done(hasPercentSign(query) && !isDecodable(request.raw.url!) ? undecodable() : undefined)
    }
    route.preValidation = [readQuery, ...[route.preValidation ?? []].flat()]
  })

  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new AppError('not_found', 'There is nothing at this address.'), request, reply),
  )
  return app

  function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const known = toAppError(error)
    const { retryAfterSeconds, headers } = known.options
    if (known.code === 'internal')
      log.error({ request_id: request.id, route: routeOf(request), err: error }, 'request failed')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    if (headers) reply.headers(headers)
    // The framework wants the connection closed when a body was not read.
    reply.removeHeader('connection')
    readOn(request.raw, reply.raw)
    return reply
      .code(known.statusCode)
      .type('application/problem+json')
      .serializer(String)
      .send(JSON.stringify(problemOf(known, request.id, docsUrl)))
  }
}

function overloaded(): AppError {
  return new AppError('unavailable', 'The service is overloaded at the moment.', { retryAfterSeconds: 1 })
}

/** RFC 9110 §10.1.1 */
function unexpected(): AppError {
  return new AppError('expectation_failed', 'The only expectation that is met here is 100-continue.')
}

/** The framework leaves a text as it came when it cannot be decoded; it would be taken for another than was meant. */
function hasPercentSign(query: Record<string, unknown>): boolean {
  for (const name in query) if (name.includes('%') || String(query[name]).includes('%')) return true
  return false
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

function undecodable(): AppError {
  return new AppError('invalid_request', 'The query is not percent-encoded UTF-8.')
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}

/** In onSend, because a listener for the end of every response (onResponse) costs several times as much. */
function measure(app: Http, metrics: Metrics): void {
  const requestTimes = createRequestTimes(metrics)
  app.addHook('onRoute', (route) => {
    const note = requestTimes(String(route.method), route.url)
    const hook: onSendHookHandler = (_request, reply, payload, done) => {
      note(reply.statusCode, reply.elapsedTime / 1000)
      done(null, payload)
    }
    route.onSend = [hook, ...[route.onSend ?? []].flat()]
  })
}

/** What is not even HTTP still gets an answer in the form of all others, with an id made for it. */
function refuseMalformedHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('headers_too_large', `The headers are larger than ${HEADERS_MAX_BYTES} bytes.`)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new AppError('request_timeout', 'The request did not arrive in time.')
        : new AppError('invalid_request', 'This is not a well-formed HTTP request.')
  const requestId = uuidv7()
  const body = JSON.stringify(problemOf(refusal, requestId, '/docs'))
  socket.end(
    `HTTP/1.1 ${refusal.statusCode} Refused\r\nrequest-id: ${requestId}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** How long the listener stays open after readiness went red, for whoever has not noticed yet. */
const DRAIN_DELAY_MS = 500
const ACCEPT_REST_MS = 100
/** How long connections may take to send what they were opened for. */
const LEAVE_MAX_MS = 2_000

/**
 * Stops without cutting anyone off: every answer from now on asks its client to close the connection, so busy
 * connections end between two requests. Then the listener closes; connections that are already open still get their
 * answers, which Node's own close would not allow to those that have not asked yet.
 */
export async function drain(app: Http): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  await sleep(DRAIN_DELAY_MS)
  // The kernel resets connections that wait to be accepted when the listener closes. With no room to wait, it leaves further
  // ones unanswered instead, and they are refused when they ask again; those that wait already are accepted meanwhile.
  acceptNoMore(app)
  await sleep(ACCEPT_REST_MS)
  await setImmediate()
  NetServer.prototype.close.call(app.server)
  for (const deadline = Date.now() + LEAVE_MAX_MS; Date.now() < deadline; await sleep(10))
    if ((await connectionCount(app)) === 0) break
  await app.close()
}

/** Node has no public way to call listen(2) again with another backlog; without this one the listener simply closes. */
function acceptNoMore(app: Http): void {
  const { _handle } = app.server as unknown as { _handle?: { listen?(backlog: number): number } }
  _handle?.listen?.(0)
}

async function connectionCount(app: Http): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
}

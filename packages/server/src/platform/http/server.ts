// Its types let a route's schema say `hide`.

import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type {} from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { integerReader, REQUEST_ID_HEADER, SUBMISSION_BODY_MAX_BYTES, UPLOAD_PUT_WINDOW_MS } from '@mailsift/contract'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onSendHookHandler,
  type preValidationHookHandler,
  type RawServerDefault,
} from 'fastify'
import { Histogram } from 'prom-client'
import type { TSchema } from 'typebox'
import { uuidv7 } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type AccessLog, createAccessLog } from './access-log.ts'
import { admitBodies, BODY_PACE, type BodyPace, isWaitingToBeAsked, readJsonBody } from './body/body.ts'
import { foreignHosts, hostFaultOf, readTarget } from './limits/hosts.ts'
import { readOn } from './limits/linger.ts'
import { HEADERS_MAX_BYTES, refuseMalformedHttp } from './limits/malformed.ts'
import { type OverloadLimits, watchOverload } from './limits/overload.ts'
import { oneAtATime } from './limits/pipelining.ts'
import { sendNotFoundPage, wantsPage } from './pages/not-found.ts'
import { AppError, problemOf, toAppError } from './problem.ts'
import { createCompilers } from './schema-compilers.ts'

export type Http = FastifyInstance<
  RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the request, once known: it has a share of the slots for large bodies, and the log names it. */
    accountId: string | null
    /** By the clock of `performance.now()`. */
    startedAt: number
  }
  interface FastifyContextConfig {
    /** The route reads its body itself, and takes care that it does not stall. */
    readsOwnBody?: boolean
    /** Answered under overload too, so that a health check does not take a busy process for a dead one. */
    evenUnderOverload?: boolean
    /** The route is answered under any name of this machine: those who watch it need not know the public one. */
    underAnyHost?: boolean
    /** The schema of the route's errors, where they are not problems. */
    failure?: TSchema
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
  /** How slowly a body may arrive. */
  bodyPace?: BodyPace
  /** Names that the service goes by; requests to other names are refused. Default: any. */
  hostNames?: readonly string[]
  /** Requests a second that are logged, each with a line; of further ones only the number. Default: none. */
  accessLogMax?: number
}

/** An upload may take its whole window to arrive. */
const REQUEST_TIMEOUT_MS = UPLOAD_PUT_WINDOW_MS
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 72_000
const PATH_PARAMETER_MAX_CHARACTERS = 100

const SERVER_OPTIONS: ServerOptions = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  headersTimeout: HEADERS_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: HEADERS_MAX_BYTES,
  // Node itself would refuse requests without it, by an answer that is no problem.
  requireHostHeader: false,
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
  bodyPace = BODY_PACE,
  hostNames,
  accessLogMax = 0,
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
    rewriteUrl: readTarget,
    clientErrorHandler: refuseMalformedHttp,
    // A path that cannot be decoded meets no hook, so its answer gets the headers here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header(REQUEST_ID_HEADER, request.id)
      request.startedAt = performance.now()
      sendProblem(error, request, reply as unknown as FastifyReply)
      accessLog(request, UNKNOWN_ROUTE, reply.statusCode)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  const { check, write } = createCompilers()
  app.setValidatorCompiler(check)
  app.setSerializerCompiler(write)
  app.decorateRequest('accountId', null)
  app.decorateRequest('startedAt', 0)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest) => readJsonBody(request, bodyPace))

  const isForeign = hostNames && foreignHosts(hostNames)
  const load = watchOverload(overload ?? { eventLoopDelayMaxMs: 0, memoryMaxMb: 0 })
  app.addHook('onClose', (_app, done) => {
    load.stop()
    done()
  })
  // Checks of every request are in one hook, or are settled when a route is made (onRoute): Fastify builds
  // request.routeOptions again whenever it is read.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header(REQUEST_ID_HEADER, request.id)
    const now = performance.now()
    request.startedAt = now
    if (load.isOverloaded(now) && !request.routeOptions.config.evenUnderOverload) return done(overloaded())
    const hostFault = hostFaultOf(request.raw)
    if (hostFault) return done(hostFault)
    if (isForeign?.(request.headers.host) && !request.routeOptions.config.underAnyHost) return done(foreignHost())
    done(request.headers.expect === undefined || isWaitingToBeAsked(request.raw) ? undefined : unexpected())
  })
  const accessLog = createAccessLog(log, accessLogMax)
  measure(app, metrics, accessLog)
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
  const base = new URL(docsUrl, 'http://localhost').pathname.replace(/\/docs$/, '')
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) sendNotFoundPage(reply, base === '/' ? '' : base)
    else sendProblem(new AppError('not_found', 'Nothing exists at this URL.'), request, reply)
    accessLog(request, UNKNOWN_ROUTE, reply.statusCode)
  })
  return app

  function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const known = toAppError(error)
    const { retryAfterSeconds, headers } = known.options
    if (known.code === 'internal')
      log.error({ request_id: request.id, route: routeOf(request), err: error }, 'request failed')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    if (known.statusCode === 401) reply.header('www-authenticate', CHALLENGE)
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

/** RFC 9110 §15.5.2: every 401 has a challenge. */
const CHALLENGE = 'Bearer realm="mailsift"'

function overloaded(): AppError {
  return new AppError('unavailable', 'The service is overloaded.', { retryAfterSeconds: 1 })
}

/** RFC 9110 §7.4 */
function foreignHost(): AppError {
  return new AppError(
    'misdirected',
    'The Host header does not name this service. Its owner can add names with HOST_NAMES.',
  )
}

/** RFC 9110 §10.1.1 */
function unexpected(): AppError {
  return new AppError('expectation_failed', 'Only Expect: 100-continue is supported.')
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
  return new AppError('invalid_request', 'The query string is not percent-encoded UTF-8.')
}

const UNKNOWN_ROUTE = 'unknown'

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? UNKNOWN_ROUTE
}

const REQUEST_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** In onSend, because a listener for the end of every response (onResponse) costs several times as much. */
function measure(app: Http, metrics: Metrics, accessLog: AccessLog): void {
  const seconds = new Histogram({
    name: 'mailsift_http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS_SECONDS,
    registers: [metrics],
  })
  app.addHook('onRoute', (route) => {
    const method = String(route.method)
    const hook: onSendHookHandler = (request, reply, payload, done) => {
      // The framework's own elapsedTime is 0 unless its logger is on.
      const labels = { method, route: route.url, status: reply.statusCode }
      seconds.observe(labels, (performance.now() - request.startedAt) / 1000)
      accessLog(request, route.url, reply.statusCode)
      done(null, payload)
    }
    route.onSend = [hook, ...[route.onSend ?? []].flat()]
  })
}

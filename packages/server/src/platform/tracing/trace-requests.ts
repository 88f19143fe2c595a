import type { FastifyRequest } from 'fastify'
import type { Http } from '../http/server.ts'
import { withinTrace } from './current.ts'
import type { Span, Tracing } from './tracing.ts'

const spans = new WeakMap<FastifyRequest, Span>()
const SERVER_ERROR = 500

/** A span for every request, named by its route; what the request leads to belongs to it. */
export function traceRequests(app: Http, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const span = tracing.start(request.method, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    spans.set(request, span)
    withinTrace(span.traceparent, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const span = spans.get(request)
    span?.set('http.request.method', request.method)
    span?.set('http.route', route)
    span?.set('http.response.status_code', reply.statusCode)
    span?.set('mailsift.request_id', request.id)
    span?.end({ name: `${request.method} ${route}`, isError: reply.statusCode >= SERVER_ERROR })
    done()
  })
}

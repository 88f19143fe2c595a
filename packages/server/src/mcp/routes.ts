// Assistants over HTTP (Model Context Protocol): one route, which holds nothing between two requests.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Access, callerOf, refuseOtherOrigin } from '../access/caller.ts'
import { type AppError, toAppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { once } from '../platform/shared-value.ts'
import type { ServeDeps } from './serve.ts'

export type McpDeps = ServeDeps & { origin: string }

/** Each tool then asks for what its route asks for. */
const ANY_CALLER = { permission: 'read', subscription: false } satisfies Access

/** The codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

export function registerMcpRoute(app: Http, deps: McpDeps): void {
  // The library takes a tenth of a second to load, which a start need not wait for.
  const load = once(async () => (await import('./serve.ts')).createServe(deps))

  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => refuseBody(toAppError(error), request, reply))
    scope.post(
      '/mcp',
      {
        config: { access: ANY_CALLER, feature: 'assistants' },
        schema: { hide: true },
        onRequest: (request, _reply, done) => {
          refuseOtherOrigin(deps.origin, request)
          done()
        },
      },
      async (request, reply) => {
        if (Array.isArray(request.body)) return sendError(reply, 400, INVALID_REQUEST, 'Send one message at a time.')
        const serve = await load()
        const message = toWebRequest(deps.origin, request, reply)
        const answer = await serve(message, request.body, callerOf(request), request.id)
        const type = answer.headers.get('content-type')
        if (type) reply.type(type)
        return reply.code(answer.status).send(answer.body ?? undefined)
      },
    )
  })
}

/** Header fields of the protocol. No credential goes further. */
const PROTOCOL_HEADERS = /^(?:accept|content-type|mcp-.+)$/

function toWebRequest(origin: string, { headers }: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  // A client that closes the connection does not wait for the answer any more.
  reply.raw.once('close', () => gone.abort())
  return new Request(`${origin}/mcp`, { method: 'POST', headers: protocolHeaders(headers), signal: gone.signal })
}

function protocolHeaders(headers: IncomingHttpHeaders): Headers {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && PROTOCOL_HEADERS.test(name)) kept.set(name, String(value))
  // The library looks for both names, and knows no wildcard.
  if (/\*\/\*/.test(headers.accept ?? '*/*')) kept.set('accept', 'application/json, text/event-stream')
  return kept
}

/** A malformed message is refused in the protocol's own form; every other error as on every route. */
function refuseBody(error: AppError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.code === 'invalid_json') return sendError(reply, error.statusCode, PARSE_ERROR, error.message)
  if (['body_too_large', 'unsupported_media_type', 'invalid_request'].includes(error.code))
    return sendError(reply, error.statusCode, INVALID_REQUEST, error.message)
  throw error
}

function sendError(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  return reply.code(status).type('application/json').serializer(String).send(body)
}

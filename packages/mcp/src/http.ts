// One endpoint for every version of the protocol, without state between requests: each is served by its own server.
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import { refuseParams } from './params.ts'

/** `body` is the JSON value that was posted. */
export type HttpHandler = (request: Request, body: unknown, makeServer: () => McpServer) => Promise<Response>

export function createHttpHandler(): HttpHandler {
  const { fetch } = createMcpHandler(({ authInfo }) => (authInfo!.extra!.makeServer as () => McpServer)(), {
    // Nothing that is offered changes, so there is nothing to keep a connection open for.
    maxSubscriptions: 0,
  })
  return async (request, body, makeServer) => {
    const refusal = refuseParams(body)
    if (refusal) return Response.json(refusal)
    // The library hands this on as it is; whose request it is was settled before.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { makeServer } }
    return fetch(request, { parsedBody: body, authInfo })
  }
}

// One stateless endpoint for every version of the protocol: each request gets its own server.
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import { refuseParams } from './params.ts'

/** `body` is the parsed JSON of the request. */
export type HttpHandler = (request: Request, body: unknown, makeServer: () => McpServer) => Promise<Response>

export function createHttpHandler(): HttpHandler {
  const { fetch } = createMcpHandler(({ authInfo }) => (authInfo!.extra!.makeServer as () => McpServer)(), {
    // The offered tools never change, so no connection has to stay open.
    maxSubscriptions: 0,
  })
  return async (request, body, makeServer) => {
    const refusal = refuseParams(body)
    if (refusal) return Response.json(refusal)
    // The library passes this through; the caller was authenticated before.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { makeServer } }
    return fetch(request, { parsedBody: body, authInfo })
  }
}

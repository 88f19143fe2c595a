// Messages as they are posted, without the client library.
export const LATEST = '2026-07-28'

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** One message as a client of 2026-07-28 posts it. */
export function post2026(
  origin: string,
  token: string,
  method: string,
  params: object,
  name?: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': LATEST,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
  const named = { 'mcp-protocol-version': LATEST, 'mcp-method': method, ...(name && { 'mcp-name': name }) }
  return postRaw(origin, body, { ...bearer(token), ...named, ...headers }, signal)
}

export function postRaw(
  origin: string,
  body: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
    ...(signal && { signal }),
  })
}

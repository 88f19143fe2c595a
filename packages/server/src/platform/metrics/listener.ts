// METRICS_LISTEN: their own address for the metrics of all processes of a node, kept by their supervisor.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { explainListenError, type ListenAddress } from '../listening.ts'
import { METRICS_TYPE } from './text.ts'
import { METRICS_CHALLENGE, mayReadMetrics } from './token.ts'

export type MetricsListener = { stop(): void }
export type MetricsListenerDeps = { read: () => Promise<string>; token: string }

/** Without the framework of the API, which a supervisor does not carry. */
export async function listenForMetrics(address: ListenAddress, deps: MetricsListenerDeps): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    answer(request, response, deps).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, address, 'METRICS_LISTEN')))
    server.listen(address, resolve)
  })
  // Watching the service must not keep it from ending.
  server.unref()
  return {
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  { read, token }: MetricsListenerDeps,
): Promise<void> {
  const end = (status: number, more: Record<string, string> = {}) => void response.writeHead(status, more).end()
  if (url?.split('?')[0] !== '/metrics') return end(404)
  if (method !== 'GET' && method !== 'HEAD') return end(405, { allow: 'GET, HEAD' })
  if (!mayReadMetrics(headers.authorization, token)) return end(401, METRICS_CHALLENGE)
  const text = await read()
  const isZipped = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
  const body = isZipped ? await promisify(gzip)(text) : Buffer.from(text)
  response.writeHead(200, {
    'content-type': METRICS_TYPE,
    'content-length': body.length,
    vary: 'accept-encoding',
    ...(isZipped && { 'content-encoding': 'gzip' }),
  })
  response.end(method === 'HEAD' ? undefined : body)
}

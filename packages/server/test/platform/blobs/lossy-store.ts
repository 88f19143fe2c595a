// An object store on loopback, reached through a proxy that loses responses: the request arrives, its answer does not.
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Keeps objects in memory and honors If-None-Match, as S3 does. */
export async function startMemoryStore(): Promise<string> {
  const objects = new Set<string>()
  return listen((request, respond) => {
    const key = request.url!.split('?')[0]!
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && objects.has(key)) return respond(412)
      objects.add(key)
      return respond(200)
    }
    if (request.method === 'DELETE') return respond(objects.delete(key) ? 204 : 404)
    return respond(objects.has(key) ? 200 : 404)
  })
}

/** Forwards to `endpoint`, and drops the connection instead of the response to the first `lost` requests with this method. */
export async function startLossyProxy(endpoint: string, { method, lost }: { method: string; lost: number }) {
  const { hostname, port } = new URL(endpoint)
  const seen = { lost: 0 }
  const server = createServer((request, response) => {
    const { url: path, headers, method: sent } = request
    const onward = httpRequest({ hostname, port, path, headers, method: sent }, (answer) => {
      if (sent === method && seen.lost < lost) {
        seen.lost++
        answer.resume().once('end', () => request.socket.destroy())
        return
      }
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.once('error', () => request.socket.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

async function listen(handle: (request: IncomingMessage, respond: (status: number) => void) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => handle(request, (status) => response.writeHead(status, { etag: '"x"' }).end()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

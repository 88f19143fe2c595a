// A request whose response is lost may have taken effect: a validation is billed. The proxies of deploy/proxy send such a request once.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/program.ts'
import { caddy, haproxy, nginx, type ProxyExample, useProxy } from './proxies.ts'

/** Takes a request whole and, as its query says, answers it, loses its answer with the connection, or refuses it as a node that stops does. */
async function useNode() {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const { pathname, searchParams } = new URL(request.url!, 'http://node')
    if (pathname === '/readyz') return response.end()
    seen.push(`${request.method} ${pathname}`)
    if (searchParams.has('lose')) return request.socket.destroy()
    response.statusCode = searchParams.has('refuse') ? 503 : 200
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, take: () => seen.splice(0) }
}

type Operation = { description?: string }

/** Every GET whose description says that it costs a unit of usage, so that a new one cannot be forgotten. */
async function billedReads(): Promise<string[]> {
  const text = await readFile(new URL('../../../../openapi.json', import.meta.url), 'utf8')
  const { paths } = JSON.parse(text) as { paths: Record<string, { get?: Operation }> }
  return Object.keys(paths).filter((path) => paths[path]!.get?.description?.includes('one credit'))
}

describe.each<ProxyExample>([nginx, caddy, haproxy])('behind $name', (proxy) => {
  test('a billed read or a submission whose response is lost is not resent', async () => {
    const node = await useNode()
    const ask = await useProxy(proxy, { tls: await freePort(), plain: await freePort(), service: node.port })
    const reads = await billedReads()
    expect(reads).toEqual(
      expect.arrayContaining(['/v1/emails/validate', '/insight/emails/validate', '/guard/emails/validate']),
    )
    const requests = [...reads.map((path) => ['GET', path] as const), ['POST', '/v1/emails/bulk'] as const]
    for (const [method, path] of requests)
      for (const [fate, status] of [
        ['lose', 502],
        ['refuse', 503],
      ] as const) {
        // Connections that a proxy keeps are where it repeats most readily.
        for (const _ of [1, 2]) expect((await ask(path, { method })).status).toBe(200)
        node.take()
        const answer = await ask(`${path}?${fate}`, { method })
        expect({ status: answer.status, seen: node.take() }).toEqual({ status, seen: [`${method} ${path}`] })
      }
  })
})

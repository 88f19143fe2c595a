// A site on loopback that gives out lists, as a code host does: with an ETag, and 304 to a client that has that already.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Page = { status?: number; body?: string; etag?: string }

export type ListServer = {
  origin: string
  /** What the site answers from now on, by path. */
  pages: Map<string, Page>
  requests: { path: string; ifNoneMatch: string | undefined }[]
}

export async function useListServer(pages: Record<string, Page>): Promise<ListServer> {
  const served = new Map(Object.entries(pages))
  const requests: ListServer['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const ifNoneMatch = request.headers['if-none-match']
    requests.push({ path, ifNoneMatch })
    const { status = 200, body = '', etag } = served.get(path) ?? { status: 404 }
    if (etag) response.setHeader('etag', etag)
    const isKnown = etag !== undefined && ifNoneMatch === etag
    response.writeHead(isKnown ? 304 : status).end(isKnown ? '' : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pages: served, requests }
}

/** Names that no compiled list has. */
export function madeUp(count: number, kind = 'inbox'): string[] {
  return Array.from({ length: count }, (_, index) => `throwaway-${kind}-${index}.com`)
}

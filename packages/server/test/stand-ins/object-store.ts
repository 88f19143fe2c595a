// An object store in memory, as far as this service speaks S3: conditional PUT, GET, HEAD, DELETE and a list of all objects in one page. It can be told to
// take requests and return nothing.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type ObjectStore = {
  /** Settings of a service that uses it. */
  env: NodeJS.ProcessEnv
  port: number
  objects: Map<string, Buffer>
  /** Requests that were accepted and have not been responded to. */
  hanging: number
  /** Hangs all requests of these methods until it is called with none. */
  hang(...methods: string[]): void
}

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }

export async function useObjectStore(): Promise<ObjectStore> {
  const waiting: (() => void)[] = []
  let hung: string[] = []
  const store: ObjectStore = {
    env: {},
    port: 0,
    objects: new Map(),
    hanging: 0,
    hang(...methods) {
      hung = methods
      if (methods.length === 0) for (const release of waiting.splice(0)) release()
    },
  }
  const server = createServer(async (request, response) => {
    if (hung.includes(request.method ?? '')) {
      store.hanging++
      await new Promise<void>((resolve) => waiting.push(resolve))
      store.hanging--
    }
    await serve(store, request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  store.port = (server.address() as AddressInfo).port
  store.env = {
    BLOBS: 's3://bucket',
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_PATH_STYLE: 'on',
    ...CREDENTIALS,
  }
  // A service inside this process reads its credentials from the environment.
  Object.assign(process.env, CREDENTIALS)
  return store
}

async function serve({ objects }: ObjectStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: key, searchParams } = new URL(request.url ?? '', 'http://store')
  const known = objects.get(key)
  if (request.method === 'PUT') {
    const content = await buffer(request)
    if (known && request.headers['if-none-match'] === '*') return void response.writeHead(412).end()
    objects.set(key, content)
    return void response.writeHead(200, { etag: etagOf(content) }).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  }
  if (searchParams.has('list-type')) {
    const found = [...objects].filter(([name]) =>
      name.startsWith(`${key.replace(/\/$/, '')}/${searchParams.get('prefix')}`),
    )
    return void response.end(listOf(key, found))
  }
  if (!known) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-length': known.length,
    'last-modified': new Date().toUTCString(),
    etag: etagOf(known),
  })
  response.end(request.method === 'HEAD' ? undefined : known)
}

function listOf(bucket: string, objects: [string, Buffer][]): string {
  const entries = objects.map(
    ([name, content]) =>
      `<Contents><Key>${name.slice(bucket.replace(/\/$/, '').length + 1)}</Key><Size>${content.length}</Size>` +
      `<LastModified>${new Date().toISOString()}</LastModified><ETag>${etagOf(content)}</ETag></Contents>`,
  )
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`
}

function etagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

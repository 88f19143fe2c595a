// The two routes over a disk store, no more than what they hand on to it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contentDisposition } from '../../../src/platform/blobs/content-disposition.ts'
import { createDiskBlobs, type DiskBlobs, type DiskBlobsOptions } from '../../../src/platform/blobs/disk.ts'
import { checkUploadHeaders } from '../../../src/platform/blobs/upload-headers.ts'
import { AppError } from '../../../src/platform/http/problem.ts'

export type LinkServer = { blobs: DiskBlobs; close(): Promise<void> }

export async function startLinkServer(options: Omit<DiskBlobsOptions, 'linkBaseUrl'>): Promise<LinkServer> {
  let blobs: DiskBlobs
  const server = createServer((request, response) => {
    const serve = request.method === 'PUT' ? acceptUpload : sendDownload
    serve(blobs, request, response).catch((error) => {
      response.writeHead(error instanceof AppError ? error.statusCode : 500, { connection: 'close' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  blobs = createDiskBlobs({ ...options, linkBaseUrl: `http://127.0.0.1:${port}/files` })
  return {
    blobs,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function permitted(blobs: DiskBlobs, action: 'upload' | 'download', url: string) {
  const [path = '', query = ''] = url.split('?', 2)
  const key = path.slice('/files/'.length)
  const params = blobs.checkLink(action, key, query)
  if (!params) throw new AppError('link_invalid', 'Not a link of ours.')
  if (Number(params.get('expires')) <= Date.now()) throw new AppError('link_expired', 'Past its time.')
  return { key, params }
}

async function acceptUpload(blobs: DiskBlobs, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { key, params } = permitted(blobs, 'upload', request.url!)
  const size = Number(params.get('size'))
  checkUploadHeaders(request.headers, size)
  const { outcome } = await blobs.acceptUpload(key, size, request.iterator({ destroyOnReturn: false }))
  if (outcome === 'exists') throw new AppError('upload_exists', 'Already there.')
  if (outcome === 'refused') throw new AppError('upload_mismatch', 'Not what was announced.')
  response.writeHead(200).end()
}

async function sendDownload(blobs: DiskBlobs, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { key, params } = permitted(blobs, 'download', request.url!)
  const info = await blobs.stat(key)
  if (!info) throw new AppError('not_found', 'Gone.')
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const [start, end] = range ? [Number(range[1]), Number(range[2]) + 1] : [0, info.size]
  const stream = await blobs.read(key, { start, end, version: info.version })
  response.writeHead(range ? 206 : 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition(params.get('name') ?? ''),
    'content-length': end - start,
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${info.size}` }),
  })
  stream!.pipe(response)
}

// An answer that is the same for all: made once, compressed once, and not sent again to those who have it.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

export type Asset = {
  readonly type: string
  readonly cacheControl: string
  readonly digest: string
  encoded(encoding: Encoding): Promise<Buffer>
}

/** Higher qualities take ten times as long for a tenth less: worth it for what is small and goes to many. */
const BROTLI_QUALITY = 6

export function createAsset(
  content: string | Buffer,
  {
    type,
    cacheControl = 'no-cache',
    brotliQuality = BROTLI_QUALITY,
  }: { type: string; cacheControl?: string; brotliQuality?: number },
): Asset {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const made = new Map<Encoding, Promise<Buffer>>()
  function encoded(encoding: Encoding): Promise<Buffer> {
    const known = made.get(encoding)
    if (known) return known
    const bytesInEncoding = compress(bytes, encoding, brotliQuality)
    made.set(encoding, bytesInEncoding)
    return bytesInEncoding
  }
  return { type, cacheControl, digest: hash('sha256', bytes, 'base64url').slice(0, 22), encoded }
}

export async function compress(bytes: Buffer, encoding: Encoding, brotliQuality: number): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  if (encoding === 'br') return promisify(brotliCompress)(bytes, { params })
  return encoding === 'gzip' ? promisify(gzip)(bytes) : bytes
}

export async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const encoding = (negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]) ?? 'identity') as Encoding
  const etag = `"${asset.digest}-${encoding}"`
  reply.headers({ etag, 'cache-control': asset.cacheControl, vary: 'accept-encoding' })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(asset.type).send(await asset.encoded(encoding))
}

/** RFC 9110 §13.1.2: any of a list, compared weakly. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

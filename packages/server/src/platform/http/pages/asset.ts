// An answer that is the same for all: made once, compressed once, and not sent again to those who have it.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { once } from '../../shared-value.ts'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

export type Asset = {
  readonly type: string
  readonly cacheControl: string
  readonly digest: string
  /** The content security policy of a page. Without one, the server's policy applies. */
  readonly policy?: string | undefined
  encoded(encoding: Encoding): Promise<Buffer>
}

/** Higher qualities take ten times as long for a tenth less: worth it for what is small and goes to many. */
const BROTLI_QUALITY = 6

export function createAsset(
  content: string | Buffer,
  {
    cacheControl = 'no-cache',
    brotliQuality,
    ...rest
  }: { type: string; cacheControl?: string; policy?: string | undefined; brotliQuality?: number },
): Asset {
  const bytes = Buffer.from(content)
  const forms = {
    identity: async () => bytes,
    br: once(() => compress(bytes, 'br', brotliQuality)),
    gzip: once(() => compress(bytes, 'gzip')),
  }
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22)
  return { ...rest, cacheControl, digest, encoded: (encoding) => forms[encoding]() }
}

export async function compress(bytes: Buffer, encoding: 'br' | 'gzip', quality = BROTLI_QUALITY): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes)
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return promisify(brotliCompress)(bytes, { params })
}

export async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const encoding = (negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]) ?? 'identity') as Encoding
  const etag = `"${asset.digest}-${encoding}"`
  reply.headers({ etag, 'cache-control': asset.cacheControl, vary: 'accept-encoding' })
  if (asset.policy) reply.header('content-security-policy', asset.policy)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(asset.type).send(await asset.encoded(encoding))
}

/** RFC 9110 §13.1.2: any of a list, compared weakly. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

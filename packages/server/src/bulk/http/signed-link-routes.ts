// The far end of signed links into the store on this machine: what an object store does for itself. The link is the only
// credential, so any page may use one, and nothing but what it names.
import { Readable } from 'node:stream'
import { UPLOAD_MAX_BYTES } from '@mailsift/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { readByteRange } from '../../platform/blobs/byte-range.ts'
import { contentDisposition } from '../../platform/blobs/content-disposition.ts'
import type { DiskBlobs, UploadOutcome } from '../../platform/blobs/disk.ts'
import type { LinkAction } from '../../platform/blobs/signed-links.ts'
import { checkUploadHeaders } from '../../platform/blobs/upload-headers.ts'
import type { Db } from '../../platform/database/database.ts'
import { askForBody } from '../../platform/http/body/body.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { jobExpired } from '../state/job-row.ts'
import { parseObjectKey } from '../state/objects.ts'
import { requireDisk, type Storage } from '../submit/storage.ts'

export type LinkDeps = { db: Db; blobs: DiskBlobs; storage: Storage }
type Link = { key: string; id: string; kind: 'job' | 'group' | 'upload'; params: URLSearchParams }

const LINKS_PATH = '/v1/files'
const OPEN = { config: { access: 'public' as const }, schema: { hide: true } }
const UPLOAD = { config: { ...OPEN.config, readsOwnBody: true }, schema: { hide: true }, bodyLimit: UPLOAD_MAX_BYTES }
const CORS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

export function registerSignedLinkRoutes(app: Http, deps: LinkDeps): void {
  app.register(async (links) => {
    // The body is not read here: it goes to the disk as it comes.
    links.removeAllContentTypeParsers()
    links.addContentTypeParser('*', (_request, _payload, done) => done(null))

    links.get(`${LINKS_PATH}/*`, OPEN, (request, reply) => serve(deps, request, reply))

    links.put(`${LINKS_PATH}/*`, UPLOAD, async (request, reply) => {
      reply.headers(CORS)
      await receive(deps, request, () => askForBody(request.raw, reply.raw))
      return reply.code(200).send()
    })

    links.options(`${LINKS_PATH}/*`, OPEN, (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...CORS,
          'access-control-allow-methods': 'GET, PUT',
          'access-control-allow-headers': 'content-type, if-none-match, range',
          'access-control-max-age': '86400',
        })
        .send(),
    )
  })
}

async function serve({ db, blobs }: LinkDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { key, kind, id, params } = checkLink(blobs, 'download', request)
  await requireAlive(db, kind, id, params)
  const info = await blobs.stat(key)
  if (!info) throw fileGone()
  const etag = `"${id}-${info.version}"`
  const ifRange = request.headers['if-range']
  const range = readByteRange(ifRange === undefined || ifRange === etag ? request.headers.range : undefined, info.size)
  if (range.kind === 'outside')
    throw new AppError('range_not_satisfiable', `The file has ${info.size} bytes.`, {
      headers: { 'content-range': `bytes */${info.size}` },
    })
  const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, info.size]
  const isHead = request.method === 'HEAD'
  const body = isHead ? Readable.from([]) : await blobs.read(key, { start, end, version: info.version })
  if (!body) throw fileGone()
  reply.headers({
    ...CORS,
    etag,
    'accept-ranges': 'bytes',
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(end - start),
    'content-disposition': contentDisposition(params.get('name') ?? 'results.csv'),
  })
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${info.size}`)
  return reply.send(body)
}

async function receive(
  { db, blobs, storage }: LinkDeps,
  request: FastifyRequest,
  askForFile: () => void,
): Promise<void> {
  const { key, kind, id, params } = checkLink(blobs, 'upload', request)
  const size = Number(params.get('size'))
  checkUploadHeaders(request.headers, size)
  await requireAlive(db, kind, id, params)
  requireDisk(storage)
  askForFile()
  const outcome = await blobs.acceptUpload(key, size, request.raw)
  if (outcome.outcome !== 'stored') throw refusalOf(outcome)
}

function refusalOf(outcome: Exclude<UploadOutcome, { outcome: 'stored' }>): AppError {
  if (outcome.outcome === 'exists')
    return new AppError('upload_exists', 'The file was already uploaded and cannot be replaced.')
  if (outcome.refusal === 'stalled' || outcome.refusal === 'interrupted')
    return new AppError('request_timeout', 'The file did not arrive completely. Send it again.')
  return new AppError('upload_mismatch', 'The file does not have the size of the prepared upload.')
}

function fileGone(): AppError {
  return new AppError('not_found', 'The file no longer exists.')
}

function checkLink(blobs: DiskBlobs, action: LinkAction, request: FastifyRequest): Link {
  const [path = '', query = ''] = splitOnce(request.raw.url ?? '', '?')
  const key = path.slice(LINKS_PATH.length + 1)
  const object = parseObjectKey(key)
  const params = object && blobs.checkLink(action, key, query)
  if (!object || !params) throw new AppError('link_invalid', 'Use the link exactly as returned.')
  return { key, ...object, params }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** By the database's clock, which made the link: neither the link nor what it leads to has lapsed. */
async function requireAlive(db: Db, kind: Link['kind'], id: string, params: URLSearchParams): Promise<void> {
  const { rows } = await sql<{ link_lapsed: boolean; expired: boolean }>`
    SELECT to_timestamp(${Number(params.get('expires'))} / 1000.0) <= now() AS link_lapsed, expires_at <= now() AS expired
    FROM (
      SELECT 'job' AS kind, expires_at FROM bulk_jobs WHERE id = ${id}
      UNION ALL SELECT 'group', expires_at FROM bulk_groups WHERE id = ${id}
      UNION ALL SELECT 'upload', expires_at FROM bulk_uploads WHERE id = ${id}
    ) AS named WHERE kind = ${kind}`.execute(db)
  const [found] = rows
  if (!found) throw fileGone()
  if (kind === 'upload' && found.expired)
    throw new AppError('upload_expired', 'The upload has expired or was discarded.')
  if (found.expired) throw jobExpired()
  if (found.link_lapsed) throw new AppError('link_expired', 'The link has expired. Request a new one.')
}

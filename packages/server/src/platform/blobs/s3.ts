// Objects in S3, or in a store that speaks its protocol. Clients upload to it and download from it directly.
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl as signForCdn } from '@aws-sdk/cloudfront-signer'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Clock } from '../clock.ts'
import { refuseInTransaction } from '../database/open-transaction.ts'
import { type BlobStore, BlobsUnavailableError, checkKey, uploadHeaders } from './blobs.ts'
import { contentDisposition } from './content-disposition.ts'
import { onDisk, removeSpooled, type SpooledFile, withSpooled } from './spool.ts'
import { sendSteadily, withoutStalls } from './stalled.ts'

export type S3BlobsOptions = {
  bucket: string
  /** Put before every key; empty, or ends in a slash. */
  prefix: string
  region: string
  /** Left out, Amazon's own. */
  endpoint?: string
  /** Left out, the SDK looks where it always looks: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** The bucket in the path instead of the host name; what most stores other than Amazon's need. */
  forcePathStyle: boolean
  /** Downloads go through CloudFront, with links it checks itself. */
  cdn?: { baseUrl: string; keyPairId: string; privateKey: string }
  /** For objects on their way to the store. */
  spoolFolder: string
  clock: Clock
  /** For the store to begin a response, and for a transfer to move on (stalled.ts). */
  stallMaxMs?: number
}

const STALL_MAX_MS = 5_000
const CONNECT_MAX_MS = 3_000
const TRIES_MAX = 2
/** A connection that has broken unnoticed cannot be told from an idle one; none is idle for longer. */
const IDLE_MAX_MS = 1_000

const CSV_TYPE = 'text/csv; charset=utf-8'
/** The headers that a presigned request must carry exactly. Hoisted into the query, as by default, they would not bind the client. */
const SIGNED_HEADERS = new Set(['host', 'content-type', 'content-length', 'if-none-match'])

const ignore = () => undefined
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

export function createS3Blobs(options: S3BlobsOptions): BlobStore {
  const { bucket, prefix, cdn, spoolFolder, clock, stallMaxMs = STALL_MAX_MS } = options
  const client = new S3Client(clientConfig(options, stallMaxMs))
  /** For calls whose response is short: all of it, and a second try. */
  const inTime = () => ({ abortSignal: AbortSignal.timeout(2 * TRIES_MAX * stallMaxMs) })

  function at(key: string) {
    checkKey(key)
    return { Bucket: bucket, Key: prefix + key }
  }

  async function presign(command: PutObjectCommand | GetObjectCommand, expiresAtMs: number): Promise<string> {
    const expiresIn = Math.max(1, Math.floor((expiresAtMs - clock.now()) / 1000))
    const headers = { signableHeaders: SIGNED_HEADERS, unhoistableHeaders: SIGNED_HEADERS }
    try {
      return await getSignedUrl(client, command, { ...headers, expiresIn })
    } catch (error) {
      throw new BlobsUnavailableError(error)
    }
  }

  return {
    // One conditional PUT of known length is the only atomic write that every store which passes the probe has in common,
    // so the length is found out first.
    async write(key, source) {
      const object = at(key)
      const put = async ({ path, size }: SpooledFile) => {
        const body = (await onDisk(open(path))).createReadStream()
        const command = new PutObjectCommand({
          ...object,
          Body: body,
          ContentLength: size,
          ContentType: CSV_TYPE,
          ContentDisposition: 'attachment',
          IfNoneMatch: '*',
        })
        return unless(
          [412],
          sendSteadily(body, stallMaxMs, (abortSignal) => client.send(command, { abortSignal, requestTimeout: 0 })),
        )
      }
      return withSpooled(spoolFolder, source, async (file) => {
        // The SDK does not send a stream twice. Most stalled connections are followed by one that works.
        const stored = await put(file).catch(() => put(file))
        return stored ? { outcome: 'stored', size: file.size, sha256: file.sha256 } : { outcome: 'exists' }
      })
    },

    async read(key, { start = 0, end, version } = {}) {
      const range = start === 0 && end === undefined ? undefined : `bytes=${start}-${end === undefined ? '' : end - 1}`
      const get = new GetObjectCommand({ ...at(key), Range: range, IfMatch: version })
      const object = await unless([404, 412], client.send(get))
      return object && withoutStalls(object.Body as Readable, stallMaxMs)
    },

    async stat(key) {
      const object = await unless([404], client.send(new HeadObjectCommand(at(key)), inTime()))
      return (
        object && {
          key,
          size: object.ContentLength!,
          modifiedAtMs: object.LastModified!.getTime(),
          version: object.ETag!,
        }
      )
    },

    async delete(key) {
      await unless([404], client.send(new DeleteObjectCommand(at(key)), inTime()))
    },

    async *list(keyPrefix) {
      refuseInTransaction('use the file store')
      let next: string | undefined
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix + keyPrefix,
          ContinuationToken: next,
        })
        const page = await unless([], client.send(command, inTime()))
        for (const { Key, Size, LastModified, ETag } of page?.Contents ?? []) {
          yield { key: Key!.slice(prefix.length), size: Size!, modifiedAtMs: LastModified!.getTime(), version: ETag! }
        }
        next = page?.NextContinuationToken
      } while (next)
    },

    async reserveUpload(key, { size, expiresAtMs }) {
      const headers = uploadHeaders(size)
      const put = new PutObjectCommand({
        ...at(key),
        ContentType: headers['Content-Type'],
        ContentLength: size,
        IfNoneMatch: headers['If-None-Match'],
      })
      return { url: await presign(put, expiresAtMs), headers }
    },

    async downloadLink(key, { fileName, expiresAtMs }) {
      const disposition = contentDisposition(fileName)
      if (cdn) return cdnLink(cdn, at(key).Key, disposition, expiresAtMs)
      const get = new GetObjectCommand({
        ...at(key),
        ResponseContentDisposition: disposition,
        ResponseContentType: CSV_TYPE,
      })
      return presign(get, expiresAtMs)
    },

    removeAbandoned: (beforeMs) => removeSpooled(spoolFolder, beforeMs),
    close: () => client.destroy(),
  }
}

function clientConfig(options: S3BlobsOptions, stallMaxMs: number): S3ClientConfig {
  const { region, endpoint, credentials, forcePathStyle } = options
  return {
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Default checksums would be signed into the client's PUT, which then could not be made with the headers of §4.1.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without an end to every wait, a frozen store would hold the places of all tasks.
    requestHandler: {
      connectionTimeout: CONNECT_MAX_MS,
      requestTimeout: stallMaxMs,
      throwOnRequestTimeout: true,
      httpAgent: { timeout: IDLE_MAX_MS },
      httpsAgent: { timeout: IDLE_MAX_MS },
    },
    // The SDK would wait for "100 Continue" without a limit of ours.
    expectContinueHeader: false,
    maxAttempts: TRIES_MAX,
    // Every lost race would be a line on standard error.
    logger: SILENT,
  }
}

/** Undefined where the store answers with one of these statuses; everything else is no answer. */
async function unless<T>(statuses: readonly number[], request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof S3ServiceException && error.name !== 'NoSuchBucket') {
      if (statuses.includes(error.$metadata.httpStatusCode ?? 0)) return undefined
    }
    throw new BlobsUnavailableError(error)
  }
}

function cdnLink(
  { baseUrl, keyPairId, privateKey }: NonNullable<S3BlobsOptions['cdn']>,
  path: string,
  disposition: string,
  expiresAtMs: number,
): string {
  const url = new URL(`${baseUrl}/${path}`)
  url.search = `response-content-disposition=${encodeURIComponent(disposition)}`
  // Whole seconds, or it would be rounded up.
  const dateLessThan = Math.floor(expiresAtMs / 1000) * 1000
  return signForCdn({ url: url.href, keyPairId, privateKey, dateLessThan })
}

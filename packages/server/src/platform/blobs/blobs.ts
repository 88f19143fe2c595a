// Where files live: uploads on their way in, exports on their way out. An object is written once, whole, and never changes.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { PreparedUpload } from '@mailsift/contract'
import { refuseInTransaction } from '../database/open-transaction.ts'
import { AppError } from '../http/problem.ts'

export type BlobInfo = {
  key: string
  size: number
  modifiedAtMs: number
  /** Other bytes under the same key have another version. */
  version: string
}

/**
 * `exists` is the answer to all but one of those who write the same key. Also to the one who wrote it, when an earlier
 * attempt got through and only its answer was lost.
 */
export type WriteOutcome = { outcome: 'stored'; size: number; sha256: string } | { outcome: 'exists' }

type UploadReservation = { url: string; headers: PreparedUpload['headers'] }

export type BlobStore = {
  /** Nothing is visible under the key before all of it is safely stored. */
  write(key: string, source: AsyncIterable<Uint8Array>): Promise<WriteOutcome>
  /** The bytes from `start` up to, not including, `end`. Undefined when there is no such object, or not in this version. */
  read(key: string, options?: ReadOptions): Promise<Readable | undefined>
  stat(key: string): Promise<BlobInfo | undefined>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
  /** In no particular order. */
  list(prefix: string): AsyncIterable<BlobInfo>
  /** Where and how a client may PUT exactly this many bytes of CSV, once. */
  reserveUpload(key: string, upload: { size: number; expiresAtMs: number }): Promise<UploadReservation>
  /** A link that fetches the object without a credential, as a file of this name, until it expires. */
  downloadLink(key: string, download: { fileName: string; expiresAtMs: number }): Promise<string>
  /** Clears away what writers left behind that died before they were done. */
  removeAbandoned(beforeMs: number): Promise<void>
  close(): void
}
type ReadOptions = { start?: number; end?: number; version?: string }

/** The store cannot be reached, is full, or does not do as it should. Whether the request took effect is not known. */
export class BlobsUnavailableError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The file store is not available at the moment.', { retryAfterSeconds: 5 })
    this.cause = cause
  }
}

/** A fault of a file or its disk, not of an object store. */
export class DiskUnavailableError extends BlobsUnavailableError {}

/** The fault of a store, in words for its operator. */
export function explainBlobFault(error: unknown): string {
  const { name, code, $metadata } = ((error as Error)?.cause ?? error) as {
    name?: string
    code?: string
    $metadata?: { httpStatusCode?: number }
  }
  if (name === 'CredentialsProviderError') return 'no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  if (name === 'NoSuchBucket') return 'the bucket does not exist: create it, or correct the name'
  if (name === 'InvalidAccessKeyId' || name === 'SignatureDoesNotMatch' || $metadata?.httpStatusCode === 403)
    return `it rejected the credentials (${name}): correct them, or allow them to read, write, list and delete in the bucket`
  return `it cannot be reached (${code ?? name ?? 'no answer'}): check S3_ENDPOINT and S3_REGION`
}

/** The beginning of every call. Keys are made by this service, never by its callers; this stands between a slip of ours and the rest of the disk. */
export function checkKey(key: string): void {
  refuseInTransaction('use the file store')
  if (!/^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/.test(key))
    throw new Error('The key of an object is malformed.')
}

export function uploadHeaders(size: number): PreparedUpload['headers'] {
  return { 'Content-Type': 'text/csv', 'Content-Length': String(size), 'If-None-Match': '*' }
}

/** `unknown`: the responses prove neither. */
export type Immutability = 'kept' | 'overwritten' | 'unknown'

const PROBE_KEYS_MAX = 3

/** Whether the store keeps its promise that one of two writers loses. Without it uploads could change after their claim. */
export async function probeImmutability(blobs: Pick<BlobStore, 'write' | 'delete'>): Promise<Immutability> {
  for (let tries = 0; tries < PROBE_KEYS_MAX; tries++) {
    const outcome = await probeKey(blobs, `probe/${randomUUID()}`)
    if (outcome !== 'unknown') return outcome
  }
  return 'unknown'
}

async function probeKey(blobs: Pick<BlobStore, 'write' | 'delete'>, key: string): Promise<Immutability> {
  async function* content() {
    yield Buffer.from('probe')
  }
  try {
    // The key is new. `exists` means that the first write was retried because its response was lost.
    if ((await blobs.write(key, content())).outcome === 'exists') return 'unknown'
    return (await blobs.write(key, content())).outcome === 'exists' ? 'kept' : 'overwritten'
  } finally {
    await blobs.delete(key)
  }
}

// Streams in and out of a place of objects, each object with its checksum.
import { createHash } from 'node:crypto'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { errorCode } from '../platform/database/errors.ts'
import { BackupError, type Part } from './manifest.ts'

/** Far below what one write may hold in any object store. */
const PART_BYTES = 256 * 2 ** 20

export async function writeParts(
  place: BlobStore,
  folder: string,
  source: AsyncIterable<Uint8Array>,
  partBytes = PART_BYTES,
): Promise<Part[]> {
  const chunks = source[Symbol.asyncIterator]()
  const parts: Part[] = []
  let next = await chunks.next()
  async function* upToSize() {
    for (let size = 0; !next.done && size < partBytes; next = await chunks.next()) {
      size += next.value.length
      yield next.value
    }
  }
  while (!next.done) {
    const key = `${folder}/${String(parts.length + 1).padStart(5, '0')}`
    parts.push(await writeOnce(place, key, upToSize()))
  }
  return parts
}

/** An object that exists must have the same content: an earlier attempt wrote it, this command's or a killed one's. */
export async function writeOnce(store: BlobStore, key: string, source: AsyncIterable<Uint8Array>): Promise<Part> {
  const hash = createHash('sha256')
  let size = 0
  async function* hashed() {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const { outcome } = await store.write(key, hashed())
  const part = { key, size, sha256: hash.digest('hex') }
  if (outcome === 'exists') await requireSame(store, part)
  return part
}

async function requireSame(store: BlobStore, part: Part): Promise<void> {
  await readAll(readPart(store, part)).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error
    throw new BackupError(`${part.key} already exists with different content. Choose an empty location.`)
  })
}

/** Fails at its end if it was not what was written. */
export async function* readPart(store: BlobStore, { key, size, sha256 }: Part): AsyncGenerator<Buffer> {
  const body = await store.read(key)
  if (!body) throw new BackupError(`The backup is damaged: ${key} is missing. Use another one.`)
  const hash = createHash('sha256')
  let read = 0
  const chunks = readable(body, (reason) => `${key} of the backup cannot be read (${reason}). Check its location.`)
  for await (const chunk of chunks) {
    hash.update(chunk)
    read += chunk.length
    yield chunk
  }
  if (read !== size || hash.digest('hex') !== sha256)
    throw new BackupError(`The backup is damaged: ${key} does not match its checksum. Use another one.`)
}

/** A fault in the middle of a stream is the stream's own error, which a person could make nothing of. */
export async function* readable(
  body: AsyncIterable<Buffer>,
  explain: (reason: string) => string,
): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]()
  const next = () =>
    chunks.next().catch((error: unknown) => {
      throw new BackupError(explain(errorCode(error) ?? (error as Error).message), { cause: error })
    })
  try {
    for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value
  } finally {
    await chunks.return?.()
  }
}

export async function* readParts(store: BlobStore, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* readPart(store, part)
}

/** Reads to the end, which is where a checksum is compared. */
export async function readAll(source: AsyncIterable<unknown>): Promise<void> {
  const chunks = source[Symbol.asyncIterator]()
  while (!(await chunks.next()).done);
}

// A frozen, half-open or dripping store keeps its connections open. A transfer has to move on, or it ends.
import type { ReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { BlobsUnavailableError } from './blobs.ts'

/** A transfer that moves less than this in the time it has is stalled: 13 kB/s at five seconds. */
const PROGRESS_MIN_BYTES = 64 * 1024

class StalledError extends Error {
  readonly code = 'ETIMEDOUT'
}

/** The same bytes. Only the time that the reader waits for them counts, not the time it takes to use them. */
export function withoutStalls(body: Readable, stallMaxMs: number): Readable {
  return Readable.from(readSteadily(body, stallMaxMs), { objectMode: false })
}

async function* readSteadily(body: Readable, stallMaxMs: number): AsyncGenerator<Uint8Array, void> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  let leftMs = stallMaxMs
  let moved = 0
  try {
    for (;;) {
      const startedAt = performance.now()
      const timer = setTimeout(() => body.destroy(new StalledError()), leftMs)
      const { done, value } = await pieces.next().finally(() => clearTimeout(timer))
      if (done) return
      leftMs -= performance.now() - startedAt
      moved += value.length
      if (moved >= PROGRESS_MIN_BYTES) [leftMs, moved] = [stallMaxMs, 0]
      yield value
    }
  } catch (error) {
    throw new BlobsUnavailableError(error)
  } finally {
    body.destroy()
  }
}

/** Aborts the upload of a file that stalls, the wait for the response to its last byte included. */
export async function sendSteadily<Result>(
  file: ReadStream,
  stallMaxMs: number,
  send: (aborted: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const aborting = new AbortController()
  let seen = 0
  const timer = setInterval(() => {
    if (file.bytesRead - seen < PROGRESS_MIN_BYTES) aborting.abort(new StalledError())
    seen = file.bytesRead
  }, stallMaxMs)
  try {
    return await send(aborting.signal)
  } finally {
    clearInterval(timer)
    file.destroy()
  }
}

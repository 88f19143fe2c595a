import type { Log } from '../log.ts'
import { type BlobStore, explainBlobFault, probeImmutability } from './blobs.ts'

const ASK_AGAIN_MS = 30_000

export type Immutability = { isProven(): boolean; stop(): void }

/**
 * Uploads must not be overwritten after they were claimed, and not every store that speaks S3 honours If-None-Match. The
 * store is tried out at start; one that cannot be reached is tried again until it answers, and not trusted before.
 */
export function proveImmutability(blobs: BlobStore, log: Log): Immutability {
  let proven = false
  let timer: NodeJS.Timeout | undefined

  async function ask(): Promise<void> {
    try {
      proven = await probeImmutability(blobs)
      if (!proven) log.error('object store ignores If-None-Match: CSV uploads disabled')
    } catch (error) {
      log.warn({ reason: explainBlobFault(error) }, 'object store unavailable: CSV uploads disabled until it recovers')
      timer = setTimeout(ask, ASK_AGAIN_MS).unref()
    }
  }
  void ask()
  return { isProven: () => proven, stop: () => clearTimeout(timer) }
}

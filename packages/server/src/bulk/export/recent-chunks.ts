import { LRUCache } from 'lru-cache'
import type { EncodedChunk } from './rows.ts'

/**
 * The chunks that this process validated last, ready for their exports: unpacking them from the database would cost as much
 * as validating them. Bounded, and only ever a shortcut: what is not here is read from the database.
 */
export type RecentChunks = {
  get(chunkId: string): EncodedChunk | undefined
  add(chunkId: string, chunk: EncodedChunk): void
  forget(chunkIds: Iterable<string>): void
}

/** A hundred thousand rows without domain checks, and their inputs. */
const CAPACITY_BYTES = 44 * 1024 * 1024

export function createRecentChunks(capacityBytes: number = CAPACITY_BYTES): RecentChunks {
  const chunks = new LRUCache<string, EncodedChunk>({
    maxSize: capacityBytes,
    // A size of 0 is none to the cache.
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  })
  return {
    get: (chunkId) => chunks.get(chunkId),
    add: (chunkId, chunk) => void chunks.set(chunkId, chunk),
    forget(chunkIds) {
      for (const chunkId of chunkIds) chunks.delete(chunkId)
    },
  }
}

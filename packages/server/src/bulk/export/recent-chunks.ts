import { LRUCache } from 'lru-cache'
import type { EncodedChunk } from './rows.ts'

/**
 * The chunks that this process validated last, ready for their exports. Without it, a file of 100,000 rows takes the worker half as much
 * processor time again (measured with `npm run bench:csv`). Bounded, and only a shortcut: the database has every chunk.
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

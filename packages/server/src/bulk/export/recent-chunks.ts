import type { EncodedChunk } from './rows.ts'

/**
 * The chunks that this process judged last, ready for their exports: unpacking them from the database would cost as much
 * as judging them. Bounded, and only ever a shortcut: what is not here is read from the database.
 */
export type RecentChunks = {
  get(chunkId: string): EncodedChunk | undefined
  add(chunkId: string, chunk: EncodedChunk): void
  forget(chunkIds: Iterable<string>): void
}

/** A hundred thousand rows without domain checks, and their inputs. */
const CAPACITY_BYTES = 44 * 1024 * 1024

export function createRecentChunks(capacityBytes: number = CAPACITY_BYTES): RecentChunks {
  const chunks = new Map<string, EncodedChunk>()
  let bytes = 0

  function forget(chunkIds: Iterable<string>): void {
    for (const chunkId of chunkIds) {
      const known = chunks.get(chunkId)
      if (known) bytes -= known.bytes.length
      chunks.delete(chunkId)
    }
  }

  return {
    get: (chunkId) => chunks.get(chunkId),
    add(chunkId, chunk) {
      forget([chunkId])
      chunks.set(chunkId, chunk)
      bytes += chunk.bytes.length
      for (const [oldest] of chunks) {
        if (bytes <= capacityBytes) break
        forget([oldest])
      }
    },
    forget,
  }
}

import { statfsSync } from 'node:fs'

export type Stores = { dataDir: string; blobStore: string; databaseUrl: string }

/**
 * The folder whose disk has to have room; undefined for a node that stores all elsewhere, whose folder may be small and stay empty. The
 * embedded database is reached by a socket, or its address is not given.
 */
export function diskFolderOf({ dataDir, blobStore, databaseUrl }: Stores): string | undefined {
  return blobStore === 'disk' || !databaseUrl || /[?&]host=/.test(databaseUrl) ? dataDir : undefined
}

export type FreeSpace = {
  /** Less is free than has to stay free, as of a moment ago. */
  isLow(): boolean
}

const LOOK_EVERY_MS = 2_000

/** PostgreSQL adds a segment of 16 MiB to its log at a time: with less free, nearly every write fails. */
export const FULL_BYTES = 16 * 1024 * 1024

/** The disk of a folder, read on demand. A missing one is never low. */
export function watchFreeSpace(folder: string | undefined, minBytes: number): FreeSpace {
  let low = false
  let lookAt = 0
  return {
    isLow() {
      const now = performance.now()
      if (now >= lookAt) {
        low = isLow(folder, minBytes)
        lookAt = now + LOOK_EVERY_MS
      }
      return low
    },
  }
}

function isLow(folder: string | undefined, minBytes: number): boolean {
  const disk = readDiskSpace(folder)
  return disk !== undefined && disk.freeBytes < minBytes
}

export type DiskSpace = { freeBytes: number; sizeBytes: number }

/** Space on the disk of a folder; undefined where the folder is missing. The kernel knows the figures without asking the disk. */
export function readDiskSpace(folder: string | undefined): DiskSpace | undefined {
  if (folder === undefined) return undefined
  try {
    const { bavail, blocks, bsize } = statfsSync(folder)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch {
    return undefined
  }
}

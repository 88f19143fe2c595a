import { statfsSync } from 'node:fs'

export type FreeSpace = {
  /** Less is free than has to stay free, as of a moment ago. */
  isLow(): boolean
  stop(): void
}

const LOOK_EVERY_MS = 2_000

/** Watches the disk of a folder. One that is not there, as on nodes that store elsewhere, is never low. */
export function watchFreeSpace(folder: string, minBytes: number): FreeSpace {
  let low = isLow(folder, minBytes)
  const timer = setInterval(() => {
    low = isLow(folder, minBytes)
  }, LOOK_EVERY_MS).unref()
  return { isLow: () => low, stop: () => clearInterval(timer) }
}

/** The kernel knows the figure without asking the disk. */
function isLow(folder: string, minBytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < minBytes
  } catch {
    return false
  }
}

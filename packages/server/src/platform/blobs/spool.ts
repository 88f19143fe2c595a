// A stream, brought whole and safe into a temporary file before anything is made of it.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskUnavailableError } from './blobs.ts'

export type SpooledFile = { path: string; size: number; sha256: string }

/** Hands the file to `use` and removes it in the end. Errors of the source pass through; those of the disk are the store's. */
export async function withSpooled<T>(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  use: (file: SpooledFile) => Promise<T>,
): Promise<T> {
  const path = join(folder, randomUUID())
  try {
    return await use({ path, ...(await spool(folder, path, source)) })
  } finally {
    // The sweep removes a file that cannot be removed now.
    await unlink(path).catch(() => undefined)
  }
}

async function spool(folder: string, path: string, source: AsyncIterable<Uint8Array>) {
  const file = await onDisk(
    withFolder(
      () => open(path, 'wx', 0o600),
      () => mkdir(folder, { recursive: true, mode: 0o700 }),
    ),
  )
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of source) {
      const written = onDisk(file.writeFile(chunk))
      hash.update(chunk)
      size += chunk.length
      // Waiting for the disk before asking for more is all the back-pressure there is to it.
      await written
    }
    await onDisk(file.sync())
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

export async function removeSpooled(folder: string, beforeMs: number): Promise<void> {
  await onDisk(
    (async () => {
      for (const name of await namesIn(folder)) {
        const path = join(folder, name)
        const info = await unlessMissing(stat(path))
        if (info && info.mtimeMs < beforeMs) await rm(path, { force: true })
      }
    })(),
  )
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? []
}

/** A full, read-only or broken disk is a store that is not available. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new DiskUnavailableError(error)
  }
}

/** The folder is there nearly always, so it is made only when it was missed. */
export async function withFolder<T>(work: () => Promise<T>, makeFolder: () => Promise<unknown>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await makeFolder()
    return work()
  }
}

export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

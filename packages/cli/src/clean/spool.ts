import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Puts a stream on the disk, where its size is known and nobody has to hold it, for as long as `use` takes. */
export async function spool<Result>(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-'))
  const path = join(folder, 'piped.csv')
  try {
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
    return await use(path)
  } catch (error) {
    // Which disk is full, writing itself does not say.
    throw (error as NodeJS.ErrnoException).syscall === 'write' ? Object.assign(error as Error, { path }) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

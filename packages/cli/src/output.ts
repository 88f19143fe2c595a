import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Context } from './context.ts'

export const OUTPUT_OPTION = {
  output: { type: 'string', short: 'o', value: '<file|->', help: 'Write the CSV there; - is stdout' },
} as const

export const isStdout = (target: string | undefined): target is '-' | undefined =>
  target === undefined || target === '-'

/** To stdout, or to a file that appears, or changes, only when all of it is there. */
export async function writeOutput(
  { stdout, signal }: Pick<Context, 'stdout' | 'signal'>,
  target: string | undefined,
  bytes: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
): Promise<void> {
  if (isStdout(target)) return pipeline(bytes, stdout, { signal, end: false })
  const path = await realpath(target).catch(() => target)
  const before = await stat(path).catch(() => undefined)
  // Devices and pipes are written to, never replaced.
  if (before && !before.isFile()) return pipeline(bytes, createWriteStream(path), { signal })
  const unfinished = `${path}.${process.pid}.part`
  try {
    await pipeline(bytes, createWriteStream(unfinished, { mode: before?.mode ?? 0o666 }), { signal })
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}

import { once } from 'node:events'
import { fstatSync, writeFile } from 'node:fs'
import { promisify } from 'node:util'
import { usageError } from './exit.ts'

/** A stream's file descriptor. */
export type Descriptor = { fd?: number }

/** The parts of its process that a command gets. */
export type Context = {
  stdin: NodeJS.ReadStream & Descriptor
  stdout: NodeJS.WriteStream & Descriptor
  stderr: NodeJS.WriteStream
  env: NodeJS.ProcessEnv
  /** Aborts at Ctrl-C and SIGTERM. */
  signal: AbortSignal
  quiet: boolean
}

type Printing = Pick<Context, 'stdout'> & Partial<Pick<Context, 'signal'>>

/** Data: to stdout, at the pace of its reader. */
export async function print({ stdout, signal }: Printing, text: string | Uint8Array): Promise<void> {
  const { fd } = stdout
  // Where stdout was led into a file.
  if (fd !== undefined && fstatSync(fd).isFile()) return writeWhole(fd, text)
  if (!stdout.write(text)) await once(stdout, 'drain', signal && { signal })
}

/** A disk that is nearly full takes a part of what it is given; the stream of Node does not look how much. */
async function writeWhole(fd: number, text: string | Uint8Array): Promise<void> {
  await promisify<number, string | Uint8Array, void>(writeFile)(fd, text).catch((error: Error) => {
    throw usageError(`Cannot write to stdout: ${error.message}`)
  })
}

/** A note for people at a terminal only. */
export function note(context: Pick<Context, 'stderr' | 'quiet'>, line: string): void {
  if (isWatched(context)) context.stderr.write(`${line}\n`)
}

/** Facts that decide about a whole list: logged as well, unless --quiet is set. */
export function tell({ stderr, quiet }: Pick<Context, 'stderr' | 'quiet'>, line: string): void {
  if (!quiet) stderr.write(`${line}\n`)
}

/** A warning that is printed wherever stderr leads. */
export function warn({ stderr }: Pick<Context, 'stderr'>, line: string): void {
  stderr.write(`${line}\n`)
}

export function isWatched({ stderr, quiet }: Pick<Context, 'stderr' | 'quiet'>): boolean {
  return stderr.isTTY && !quiet
}

/** A text whose commands can be pasted where the user is. */
export function asTyped({ env }: Pick<Context, 'env'>, text: string): string {
  return env.npm_lifecycle_event === 'mailsift'
    ? text.replaceAll(/\bmailsift (?=[a-z<-])/g, 'npm run -s mailsift -- ')
    : text
}

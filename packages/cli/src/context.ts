import { once } from 'node:events'
import { fstatSync, writeFile } from 'node:fs'
import { promisify } from 'node:util'
import { usageError } from './exit.ts'

/** A stream's file descriptor. */
export type Descriptor = { fd?: number }

/** The parts of the process that a command uses. */
export type Context = {
  stdin: NodeJS.ReadStream & Descriptor
  stdout: NodeJS.WriteStream & Descriptor
  stderr: NodeJS.WriteStream
  env: NodeJS.ProcessEnv
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal
  quiet: boolean
}

type Printing = Pick<Context, 'stdout'> & Partial<Pick<Context, 'signal'>>

/** Writes data to stdout, with backpressure. */
export async function print({ stdout, signal }: Printing, text: string | Uint8Array): Promise<void> {
  const { fd } = stdout
  // stdout is redirected to a file.
  if (fd !== undefined && fstatSync(fd).isFile()) return writeWhole(fd, text)
  if (!stdout.write(text)) await once(stdout, 'drain', signal && { signal })
}

/** When a disk is nearly full, a write may be partial; Node's stream does not check. */
async function writeWhole(fd: number, text: string | Uint8Array): Promise<void> {
  await promisify<number, string | Uint8Array, void>(writeFile)(fd, text).catch((error: Error) => {
    throw usageError(`Cannot write to stdout: ${error.message}`)
  })
}

/** Prints a note, on a terminal only. */
export function note(context: Pick<Context, 'stderr' | 'quiet'>, line: string): void {
  if (isWatched(context)) context.stderr.write(`${line}\n`)
}

/** Prints facts that affect a whole list, also to a log, unless --quiet is set. */
export function tell({ stderr, quiet }: Pick<Context, 'stderr' | 'quiet'>, line: string): void {
  if (!quiet) stderr.write(`${line}\n`)
}

/** Prints a warning, wherever stderr goes. */
export function warn({ stderr }: Pick<Context, 'stderr'>, line: string): void {
  stderr.write(`${line}\n`)
}

export function isWatched({ stderr, quiet }: Pick<Context, 'stderr' | 'quiet'>): boolean {
  return stderr.isTTY && !quiet
}

/** Rewrites commands in a text so that they can be pasted where the user is. */
export function asTyped({ env }: Pick<Context, 'env'>, text: string): string {
  return env.npm_lifecycle_event === 'mailsift'
    ? text.replaceAll(/\bmailsift (?=[a-z<-])/g, 'npm run -s mailsift -- ')
    : text
}

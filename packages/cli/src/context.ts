import { once } from 'node:events'

/** What a command gets of the process it runs in. */
export type Context = {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  env: NodeJS.ProcessEnv
  /** Ends everything when the user presses Ctrl-C, or somebody else wants the program to end. */
  signal: AbortSignal
  quiet: boolean
}

/** Data: to stdout, at the pace of its reader. */
export async function print({ stdout }: Pick<Context, 'stdout'>, text: string | Uint8Array): Promise<void> {
  if (!stdout.write(text)) await once(stdout, 'drain')
}

/** What is nice to know: only for people, who sit at a terminal. */
export function note(context: Pick<Context, 'stderr' | 'quiet'>, line: string): void {
  if (isWatched(context)) context.stderr.write(`${line}\n`)
}

/** What must be known, wherever stderr leads. */
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

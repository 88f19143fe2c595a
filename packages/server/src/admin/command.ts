// How a command of the administration is described. A feature adds its own by a file beside this one that exports
// `command({…})`s, and one line in admin.ts.
import type { Engine } from '@mailsift/engine'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Database } from '../platform/database.ts'

export type Argument = { name: string; help: string; optional?: true }

export type Option =
  | { type: 'boolean'; help: string }
  | { type: 'string'; value: string; help: string; required?: true; choices?: readonly string[] }

type ValuesOfArguments<Arguments extends readonly Argument[]> = {
  [Each in Arguments[number] as Each['name']]: Each extends { optional: true } ? string | undefined : string
}

type ValueOfOption<Each extends Option> = Each extends { type: 'boolean' }
  ? boolean
  :
      | (Each extends { choices: readonly (infer Choice)[] } ? Choice : string)
      | (Each extends { required: true } ? never : undefined)

type ValuesOfOptions<Options extends Record<string, Option>> = { [Name in keyof Options]: ValueOfOption<Options[Name]> }

export type CommandContext = {
  /** Opened by the first command that asks, closed after it. */
  database(): Promise<Database>
  /** Where uploads and exports lie. */
  blobs(): Promise<BlobStore>
  engine(): Promise<Pick<Engine, 'judge'>>
  /** A line that must not be seen or remembered: hidden on a terminal, otherwise the first line of the input. */
  readSecret(question: string): Promise<string>
}

export type Outcome = Printed | Streamed

export type Printed = {
  /** What `--json` prints. */
  json: unknown
  /** What is printed otherwise. */
  lines: readonly string[]
  /** What a person should know and a script should not read: printed to the error output. */
  notes?: readonly string[]
  /** Done unless given. */
  exitCode?: number
}

/** An answer that may be too large for memory, with or without `--json`. */
export type Streamed = { document: AsyncIterable<string>; notes?: readonly string[] }

export type Command = {
  /** The words that call it, such as `users create`. */
  name: string
  summary: string
  arguments: readonly Argument[]
  options: Record<string, Option>
  details?: string
  /** What follows the program's name in a working call. */
  examples: readonly string[]
  run(context: CommandContext, values: never, options: never): Promise<Outcome>
}

type Described<Arguments extends readonly Argument[], Options extends Record<string, Option>> = Omit<
  Command,
  'arguments' | 'options' | 'run'
> & {
  arguments?: Arguments
  options?: Options
  run(
    context: CommandContext,
    values: ValuesOfArguments<Arguments>,
    options: ValuesOfOptions<Options>,
  ): Promise<Outcome>
}

export function command<
  const Arguments extends readonly Argument[] = [],
  const Options extends Record<string, Option> = Record<never, never>,
>(described: Described<Arguments, Options>): Command {
  return { arguments: [], options: {}, ...described }
}

export const EXIT = { done: 0, failed: 1, usage: 2, notFound: 3 } as const

/** Told to the person as it is, without a stack. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

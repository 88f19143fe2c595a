// How a command is declared: its words, arguments, options, help and examples are in one place, and the types of what
// it is run with follow from them. Parsing, help and completion read the same declaration.

export type Argument = {
  name: string
  help: string
  optional?: true
  /** Takes all words that are left. */
  many?: true
  /** Its placeholder in the help; its name in brackets unless given. */
  shown?: string
  choices?: readonly string[]
  /** Taken only to be refused with an explanation. */
  hidden?: true
}

export type Option =
  | { type: 'boolean'; short?: string; help: string }
  | {
      type: 'string'
      short?: string
      /** Placeholder of the value in the help. */
      value: string
      help: string
      required?: true
      choices?: readonly string[]
      /** May be given several times. */
      many?: true
    }
export type Options = Record<string, Option>

/** A call that works, without the program's name, and what it does. */
export type Example = string | { line: string; does: string }

type ValuesOfArguments<Arguments extends readonly Argument[]> = {
  [Each in Arguments[number] as Each['name']]: Each extends { many: true }
    ? string[]
    : Each extends { optional: true }
      ? string | undefined
      : string
}

type ValueOfOption<Each extends Option> = Each extends { type: 'boolean' }
  ? boolean
  : Each extends { many: true }
    ? string[]
    :
        | (Each extends { choices: readonly (infer Choice)[] } ? Choice : string)
        | (Each extends { required: true } ? never : undefined)

export type ValuesOf<Of extends Options> = { [Name in keyof Of]: ValueOfOption<Of[Name]> }

export type Command<Context, Result> = {
  /** The words that call it, such as `users create`. */
  name: string
  summary: string
  /** Shown in the help instead of the summary. */
  description?: string
  arguments: readonly Argument[]
  options: Options
  /** The help's text below the options. */
  details?: string
  examples: readonly Example[]
  run(context: Context, values: never, options: never): Promise<Result>
}

type Declared<
  Context,
  Result,
  Arguments extends readonly Argument[],
  Of extends Options,
  Common extends Options,
> = Omit<Command<Context, Result>, 'arguments' | 'options' | 'run'> & {
  arguments?: Arguments
  options?: Of
  run(context: Context, values: ValuesOfArguments<Arguments>, options: ValuesOf<Of & Common>): Promise<Result>
}

/** Makes the function that declares a program's commands; `Common` are the options that all of them have. */
export function commandsFor<Context, Result, Common extends Options = Record<never, never>>() {
  return <const Arguments extends readonly Argument[] = [], const Of extends Options = Record<never, never>>(
    declared: Declared<Context, Result, Arguments, Of, Common>,
  ): Command<Context, Result> => ({ arguments: [], options: {}, ...declared })
}

export type Section = { title: string; rows: readonly (readonly [string, string])[] }

export type Program<Context, Result> = {
  /** How it is called, such as `mailsift` or `npm run -s admin --`. */
  call: string
  /** The name that a shell completes. */
  executable: string
  version?: string
  about: string
  commands: readonly Command<Context, Result>[]
  common: Options
  /** The text below the commands in the help of the whole program. */
  sections: readonly Section[]
}

/** The command line cannot be used as it is; nothing was done. */
export class UsageError extends Error {}

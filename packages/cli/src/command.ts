import { parseArgs } from 'node:util'
import type { Context } from './context.ts'
import { type ExitCode, usageError } from './exit.ts'

export type Option = {
  type: 'boolean' | 'string'
  short?: string
  /** What stands for the value in the help. */
  value?: string
  help: string
}
export type Options = Record<string, Option>

type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>
export type Values<O extends Options> = Parsed<O & typeof COMMON_OPTIONS>['values']

export type Command<O extends Options = Options> = {
  name: string
  summary: string
  /** What follows the name, without options. */
  operands: string
  description: string
  options: O
  examples: readonly { line: string; does: string }[]
  run(context: Context, values: Values<O>, operands: string[]): Promise<ExitCode>
}

/** Lets the compiler derive the type of the values from the options. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command
}

/** Understood by every command. */
export const COMMON_OPTIONS = {
  server: {
    type: 'string',
    value: '<url>',
    help: 'The service to ask. Default: MAILSIFT_SERVER, else found by itself',
  },
  quiet: { type: 'boolean', short: 'q', help: 'No progress and no notes; only data and errors' },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
} as const satisfies Options

export const JSON_OPTION = {
  json: { type: 'boolean', help: 'Print JSON, one value a line' },
} as const satisfies Options

export function parseCommandLine<O extends Options>(command: Command<O>, args: string[]): Parsed<O> {
  try {
    return parseArgs({ args, options: { ...command.options, ...COMMON_OPTIONS }, allowPositionals: true }) as Parsed<O>
  } catch (error) {
    const [problem] = (error as Error).message.split('. To specify a positional')
    throw usageError(`${problem?.replace(/\.?$/, '.')} \`mailsift ${command.name} --help\` shows the options.`)
  }
}

/** For commands that take none. */
export function noOperand(command: string, operands: string[]): void {
  if (operands.length > 0) throw usageError(`\`mailsift ${command}\` has no operand "${operands[0]}".`)
}

/** For commands that show one thing of a list. What cannot be an id is not even asked for. */
export function onlyId(command: string, operands: string[]): string | undefined {
  const operand = onlyOperand(command, operands)
  return operand === undefined ? undefined : checkId(command, operand)
}

/** 32 hexadecimal digits, with dashes or without (§2.1). */
export function checkId(command: string, id: string): string {
  if (!/^(?:[0-9a-f]-?){32}$/i.test(id)) throw usageError(`"${id}" is no id. \`mailsift ${command}\` lists them.`)
  return id
}

/** For commands that take at most one operand. */
export function onlyOperand(command: string, operands: string[]): string | undefined {
  if (operands.length > 1) throw usageError(`\`mailsift ${command}\` takes one operand, not ${operands.length}.`)
  return operands[0]
}

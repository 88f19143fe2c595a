import { parseArgs } from 'node:util'
import { isDatabaseUnavailable } from '../platform/database.ts'
import { StartupError } from '../platform/fatal.ts'
import { AppError } from '../platform/problem.ts'
import { type Command, type CommandContext, CommandError, EXIT, type Outcome } from './command.ts'
import { helpOf, overview } from './help.ts'

export type CommandLine = {
  commands: readonly Command[]
  /** Everything a command may need, and what ends it. Not called for help. */
  open(): { context: CommandContext; close(): Promise<void> }
  print(text: string): void
  /** Part of a line; resolves when more can be taken. */
  write(text: string): Promise<void>
  printError(text: string): void
}

/** Runs one call and answers the exit code. */
export async function runCommandLine(line: CommandLine, words: readonly string[]): Promise<number> {
  try {
    return await run(line, words)
  } catch (error) {
    line.printError(explain(error))
    return error instanceof CommandError ? error.exitCode : EXIT.failed
  }
}

async function run(line: CommandLine, words: readonly string[]): Promise<number> {
  const { commands, print } = line
  const asksForHelp = words[0] === 'help' || words.some((word) => word === '--help' || word === '-h')
  const rest = words[0] === 'help' ? words.slice(1) : words
  const command = commands.find(({ name }) => startsWith(rest, name))
  if (command && !asksForHelp) return execute(line, command, rest.slice(command.name.split(' ').length))
  if (command) {
    print(helpOf(command))
    return EXIT.done
  }
  const topic = rest.filter((word) => !word.startsWith('-')).join(' ')
  const related = commands.filter(({ name }) => `${name} `.startsWith(topic ? `${topic} ` : ''))
  if (related.length === 0)
    throw new CommandError(`There is no command "${topic}". The commands are:\n${namesOf(commands)}`, EXIT.usage)
  if (!asksForHelp && topic) throw new CommandError(`Which one?\n${namesOf(related)}`, EXIT.usage)
  print(overview(related))
  return EXIT.done
}

async function execute(line: CommandLine, command: Command, words: readonly string[]): Promise<number> {
  const { values, options, asJson } = parse(command, words)
  const { context, close } = line.open()
  let outcome: Outcome
  try {
    outcome = await command.run(context, values as never, options as never)
    if ('document' in outcome) await writeAll(line, outcome.document)
  } finally {
    await close()
  }
  for (const note of outcome.notes ?? []) line.printError(note)
  if ('document' in outcome) return EXIT.done
  if (asJson) line.print(JSON.stringify(outcome.json, null, 2))
  else for (const text of outcome.lines) line.print(text)
  return outcome.exitCode ?? EXIT.done
}

const WRITE_CHARACTERS = 64 * 1024

/** Small pieces are gathered, so that each is not a write of its own. */
async function writeAll(line: CommandLine, document: AsyncIterable<string>): Promise<void> {
  let text = ''
  for await (const piece of document) {
    text += piece
    if (text.length < WRITE_CHARACTERS) continue
    await line.write(text)
    text = ''
  }
  await line.write(text)
}

type Parsed = { values: Record<string, string | undefined>; options: Record<string, unknown>; asJson: boolean }

function parse(command: Command, words: readonly string[]): Parsed {
  const types = Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const)
  const { values: given, positionals } = parseOrRefuse(command, words, {
    ...Object.fromEntries(types),
    json: { type: 'boolean' },
  })
  const { json: asJson = false, ...options } = given
  for (const [name, option] of Object.entries(command.options)) {
    if (option.type === 'boolean') options[name] ??= false
    else if (options[name] === undefined && option.required) throw misused(command, `--${name} is missing`)
    else if (options[name] !== undefined && option.choices && !option.choices.includes(options[name] as string))
      throw misused(command, `--${name} must be one of ${option.choices.join(', ')}`)
  }
  if (positionals.length > command.arguments.length) throw misused(command, 'there are too many arguments')
  const values = Object.fromEntries(command.arguments.map(({ name }, index) => [name, positionals[index]]))
  const missing = command.arguments.find(({ name, optional }) => !optional && !values[name])
  if (missing) throw misused(command, `<${missing.name}> is missing`)
  return { values, options, asJson: asJson === true }
}

function parseOrRefuse(
  command: Command,
  words: readonly string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw misused(command, (error as Error).message)
  }
}

function misused(command: Command, problem: string): CommandError {
  return new CommandError(`${problem}\n\n${helpOf(command)}`, EXIT.usage)
}

function startsWith(words: readonly string[], name: string): boolean {
  return name.split(' ').every((word, index) => words[index] === word)
}

function namesOf(commands: readonly Command[]): string {
  return commands.map(({ name, summary }) => `  ${name}: ${summary}`).join('\n')
}

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof AppError || error instanceof StartupError) return error.message
  const { code, message } = error as { code?: string; message?: string }
  if (code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN)
    return 'The database does not have the schema of this version. Run: npm run -s admin -- migrate'
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

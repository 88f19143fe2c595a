import { type Call, readCall } from '@mailsift/command/call'
import { type Program, UsageError } from '@mailsift/command/command'
import { explainDatabaseError } from '../../platform/database/describe-failure.ts'
import { isDatabaseUnavailable } from '../../platform/database/errors.ts'
import { StartupError } from '../../platform/fatal.ts'
import { AppError } from '../../platform/http/problem.ts'
import { type Command, type CommandContext, CommandError, EXIT, type Outcome } from './command.ts'

export type CommandLine = {
  commands: readonly Command[]
  /** Everything a command may need, and what ends it. Not called for help. */
  open(): { context: CommandContext; close(): Promise<void> }
  print(text: string): void
  /** Part of a line; resolves when more can be taken. */
  write(text: string): Promise<void>
  printError(text: string): void
}

export async function runCommandLine(line: CommandLine, words: readonly string[]): Promise<number> {
  try {
    const call = readCall(programOf(line.commands), words)
    if (call.kind === 'run') return await execute(line, call)
    await line.write(call.text)
    return EXIT.done
  } catch (error) {
    line.printError(explain(error))
    if (error instanceof UsageError) return EXIT.usage
    return error instanceof CommandError ? error.exitCode : EXIT.failed
  }
}

function programOf(commands: readonly Command[]): Program<CommandContext, Outcome> {
  return {
    call: 'npm run -s admin --',
    executable: 'mailsift-admin',
    about:
      'Administers a Mailsift installation: the database at DATABASE_URL, or the one in DATA_DIR (default ./data),\n' +
      'whether or not Mailsift is running.',
    commands,
    common: { json: { type: 'boolean', help: 'Print the result as JSON.' } },
    sections: [
      {
        title: 'Exit codes',
        rows: [
          [`${EXIT.done}`, 'done'],
          [`${EXIT.failed}`, 'failed; the reason is on stderr'],
          [`${EXIT.usage}`, 'wrong usage or missing confirmation; nothing was changed'],
          [`${EXIT.notFound}`, 'no such user or token'],
        ],
      },
    ],
  }
}

type Run = Extract<Call<CommandContext, Outcome>, { kind: 'run' }>

async function execute(line: CommandLine, { command, values, options }: Run): Promise<number> {
  const { context, close } = line.open()
  let outcome: Outcome
  try {
    outcome = await command.run(context, values, options)
    if ('document' in outcome) await writeAll(line, outcome.document)
  } finally {
    await close()
  }
  for (const note of outcome.notes ?? []) line.printError(note)
  if ('document' in outcome) return EXIT.done
  if ((options as { json: boolean }).json) line.print(JSON.stringify(outcome.json, null, 2))
  else for (const text of outcome.lines) line.print(text)
  return outcome.exitCode ?? EXIT.done
}

const WRITE_CHARACTERS = 64 * 1024

/** Small pieces are gathered, so that each is not its own write. */
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

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

function explain(error: unknown): string {
  const isForPeople = [CommandError, UsageError, AppError, StartupError].some((kind) => error instanceof kind)
  if (isForPeople) return (error as Error).message
  const { code } = error as { code?: string }
  if (code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN)
    return 'The database does not have the schema of this version. Run: npm run -s admin -- migrate'
  if (isDatabaseUnavailable(error)) return explainDatabaseError(error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

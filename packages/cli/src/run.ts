// One call of the program: find the command → read its options → run it → say what went wrong → exit code.
import { styleText } from 'node:util'
import { type Command, parseCommandLine } from './command.ts'
import { clean } from './commands/clean.ts'
import { contacts } from './commands/contacts.ts'
import { doctor } from './commands/doctor.ts'
import { groups } from './commands/groups.ts'
import { jobs } from './commands/jobs.ts'
import { login } from './commands/login.ts'
import { usage } from './commands/usage.ts'
import { validate } from './commands/validate.ts'
import { type Context, print, programName } from './context.ts'
import { EXIT, type ExitCode, Interrupted, readFailure, usageError } from './exit.ts'
import { commandHelp, programHelp } from './help.ts'
import { version } from './version.ts'

const COMMANDS: readonly Command[] = [validate, clean, jobs, groups, contacts, usage, login, doctor]

export async function run(args: string[], process: NodeJS.Process): Promise<ExitCode> {
  const { stdin, stdout, stderr, env } = process
  const interruption = new AbortController()
  // Once: a second Ctrl-C ends the process whatever it is doing.
  process.once('SIGINT', () => interruption.abort(new Interrupted()))
  // Whoever read our output has seen enough, as in `mailsift contacts | head`.
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.bug))
  const context: Context = { stdin, stdout, stderr, env, signal: interruption.signal, quiet: false }
  try {
    return await dispatch(context, args)
  } catch (error) {
    // Streams report an abort as an error of their own.
    const { exitCode, message } = readFailure(context.signal.aborted ? context.signal.reason : error)
    if (message) stderr.write(`${styleText('red', 'mailsift:', { stream: stderr })} ${message}\n`)
    return exitCode
  }
}

async function dispatch(context: Context, [name, ...args]: string[]): Promise<ExitCode> {
  const program = programName(context)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const command = COMMANDS.find((each) => each.name === args[0])
    await print(context, command ? commandHelp(command, program) : programHelp(COMMANDS, program))
    return name === undefined ? EXIT.usage : EXIT.ok
  }
  if (name === '--version') {
    await print(context, `${version()}\n`)
    return EXIT.ok
  }
  const command = COMMANDS.find((each) => each.name === name)
  if (!command) throw usageError(`There is no command "${name}". \`${program} --help\` lists them.`)
  const { values, positionals } = parseCommandLine(command, args)
  if (values.help) {
    await print(context, commandHelp(command, program))
    return EXIT.ok
  }
  return command.run({ ...context, quiet: values.quiet === true }, values, positionals)
}

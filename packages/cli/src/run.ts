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
import { asTyped, type Context, print, warn } from './context.ts'
import { EXIT, type ExitCode, Interrupted, readFailure, usageError } from './exit.ts'
import { commandHelp, programHelp } from './help.ts'
import { printable } from './printable.ts'
import { version } from './version.ts'

const COMMANDS: readonly Command[] = [validate, clean, jobs, groups, contacts, usage, login, doctor]

export async function run(args: string[], process: NodeJS.Process): Promise<ExitCode> {
  const { stdin, stdout, stderr, env } = process
  const interruption = new AbortController()
  // Once: a second Ctrl-C ends the process whatever it is doing.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      interruption.abort(new Interrupted(signal))
      // Whoever waits for input waits no longer.
      stdin.destroy()
    })
  // Whoever read our output has seen enough, as in `mailsift contacts | head`.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    interruption.abort(usageError(`stdout cannot be written: ${error.message}`))
  })
  // Nobody is left to be told; the exit code tells.
  stderr.on('error', () => {})
  const context: Context = { stdin, stdout, stderr, env, signal: interruption.signal, quiet: false }
  try {
    const exitCode = await dispatch(context, args)
    context.signal.throwIfAborted()
    return exitCode
  } catch (error) {
    // Streams report an abort as an error of their own.
    const { exitCode, message } = readFailure(context.signal.aborted ? context.signal.reason : error)
    const shown = message.split('\n').map(printable).join('\n')
    if (message) warn(context, `${styleText('red', 'mailsift:', { stream: stderr })} ${asTyped(context, shown)}`)
    return exitCode
  } finally {
    // Somebody may still hold the other end of it.
    stdin.destroy()
  }
}

async function dispatch(context: Context, [name, ...args]: string[]): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const [about] = args
    await print(context, asTyped(context, about ? commandHelp(commandOf(about)) : programHelp(COMMANDS)))
    return name === undefined ? EXIT.usage : EXIT.ok
  }
  if (name === '--version') {
    await print(context, `${version()}\n`)
    return EXIT.ok
  }
  const command = commandOf(name)
  const { values, positionals } = parseCommandLine(command, args)
  if (values.help) {
    await print(context, asTyped(context, commandHelp(command)))
    return EXIT.ok
  }
  return command.run({ ...context, quiet: values.quiet === true }, values, positionals)
}

function commandOf(name: string): Command {
  const command = COMMANDS.find((each) => each.name === name)
  if (!command) throw usageError(`There is no command "${name}". \`mailsift --help\` lists them.`)
  return command
}

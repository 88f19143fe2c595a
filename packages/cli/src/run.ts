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
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.bug))
  const context: Context = { stdin, stdout, stderr, env, signal: interruption.signal, quiet: false }
  try {
    return await dispatch(context, args)
  } catch (error) {
    // Streams report an abort as an error of their own.
    const { exitCode, message } = readFailure(context.signal.aborted ? context.signal.reason : error)
    if (message) warn(context, `${styleText('red', 'mailsift:', { stream: stderr })} ${asTyped(context, message)}`)
    return exitCode
  } finally {
    // Somebody may still hold the other end of it.
    stdin.destroy()
  }
}

async function dispatch(context: Context, [name, ...args]: string[]): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const command = COMMANDS.find((each) => each.name === args[0])
    await print(context, asTyped(context, command ? commandHelp(command) : programHelp(COMMANDS)))
    return name === undefined ? EXIT.usage : EXIT.ok
  }
  if (name === '--version') {
    await print(context, `${version()}\n`)
    return EXIT.ok
  }
  const command = COMMANDS.find((each) => each.name === name)
  if (!command) throw usageError(`There is no command "${name}". \`mailsift --help\` lists them.`)
  const { values, positionals } = parseCommandLine(command, args)
  if (values.help) {
    await print(context, asTyped(context, commandHelp(command)))
    return EXIT.ok
  }
  return command.run({ ...context, quiet: values.quiet === true }, values, positionals)
}

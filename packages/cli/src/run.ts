// One call of the program: find the command → read its options → run it → print the error → exit code.
import { styleText } from 'node:util'
import { readCall } from '@mailsift/command/call'
import { printable } from '@mailsift/command/printable'
import { asTyped, type Context, print, warn } from './context.ts'
import { EXIT, type ExitCode, Interrupted, readFailure, usageError } from './exit.ts'
import { PROGRAM } from './program.ts'

export async function run(args: string[], process: NodeJS.Process): Promise<ExitCode> {
  const { stdin, stdout, stderr, env } = process
  const interruption = new AbortController()
  // Only once: a second Ctrl-C ends the process immediately.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      interruption.abort(new Interrupted(signal))
      // Ends a command that waits for input.
      stdin.destroy()
    })
  // The reader of the output has closed it, as in `mailsift contacts | head`.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    interruption.abort(usageError(`Cannot write to stdout: ${error.message}`))
  })
  // Messages can no longer be shown; the exit code remains.
  stderr.on('error', () => {})
  const context: Context = { stdin, stdout, stderr, env, signal: interruption.signal, quiet: false }
  try {
    const exitCode = await dispatch(context, args)
    context.signal.throwIfAborted()
    return exitCode
  } catch (error) {
    // Streams report an abort as their own error.
    const { exitCode, message } = readFailure(context.signal.aborted ? context.signal.reason : error)
    const shown = message.split('\n').map(printable).join('\n')
    if (message) warn(context, `${styleText('red', 'mailsift:', { stream: stderr })} ${asTyped(context, shown)}`)
    return exitCode
  } finally {
    // Another process may still have the other end of the pipe open.
    stdin.destroy()
  }
}

async function dispatch(context: Context, words: string[]): Promise<ExitCode> {
  const call = readCall(PROGRAM, words)
  if (call.kind === 'run') {
    const { quiet } = call.options as { quiet: boolean }
    return call.command.run({ ...context, quiet }, call.values, call.options)
  }
  await print(context, asTyped(context, call.text))
  return call.isAsked ? EXIT.ok : EXIT.usage
}

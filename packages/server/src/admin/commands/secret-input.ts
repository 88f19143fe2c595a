import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'

/** Nothing that is typed is shown; the question goes to the error output, so that results can be piped. */
export async function readSecretLine(
  input: NodeJS.ReadStream | ReadStream,
  errorOutput: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  if (input.isTTY) errorOutput.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: input.isTTY })
  // A terminal in raw mode hands Ctrl-C to us instead of ending us.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (input.isTTY) errorOutput.write('\n')
  }
}

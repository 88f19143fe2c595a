import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { printable } from '@mailsift/command/printable'
import { type Context, warn } from './context.ts'
import { Interrupted } from './exit.ts'

type Terminal = Pick<Context, 'stdin' | 'stderr' | 'signal'>

/** Lets the user choose by number, until the number is one of the list. */
export async function askChoice(terminal: Terminal, question: string, choices: readonly string[]): Promise<string> {
  warn(terminal, question)
  choices.forEach((choice, index) => {
    warn(terminal, `  ${index + 1}  ${printable(choice)}`)
  })
  for (;;) {
    const answer = await askLine(terminal, terminal.stderr, `Number (1 to ${choices.length}): `)
    const choice = /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined
    if (choice !== undefined) return choice
  }
}

/** Reads a line that is not shown while it is typed. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    return await askLine(terminal, unseen, question)
  } finally {
    terminal.stderr.write('\n')
  }
}

async function askLine({ stdin, stderr, signal }: Terminal, echo: Writable, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: echo, terminal: true })
  // Only now, when the terminal itself has stopped to show what is typed.
  if (echo !== stderr) stderr.write(question)
  const ended = new Promise<never>((_resolve, reject) => {
    // In this mode the terminal sends Ctrl-C and Ctrl-D as letters.
    lines.once('SIGINT', () => reject(new Interrupted('SIGINT')))
    lines.once('close', () => reject(new Interrupted('SIGINT')))
  })
  ended.catch(() => {})
  try {
    return (await Promise.race([lines.question(question, { signal }), ended])).trim()
  } finally {
    lines.close()
  }
}

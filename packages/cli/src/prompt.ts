import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { printable } from '@mailsift/command/printable'
import { type Context, warn } from './context.ts'
import { Interrupted } from './exit.ts'

type Terminal = Pick<Context, 'stdin' | 'stderr' | 'signal'>

/** Prompts for a choice by number until the number is valid. */
export async function promptChoice(terminal: Terminal, question: string, choices: readonly string[]): Promise<string> {
  warn(terminal, question)
  choices.forEach((choice, index) => {
    warn(terminal, `  ${index + 1}  ${printable(choice)}`)
  })
  for (;;) {
    const answer = await promptLine(terminal, terminal.stderr, `Number (1 to ${choices.length}): `)
    const choice = /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined
    if (choice !== undefined) return choice
  }
}

/** Reads a line without echo. */
export async function promptSecret(terminal: Terminal, question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    return await promptLine(terminal, unseen, question)
  } finally {
    terminal.stderr.write('\n')
  }
}

async function promptLine({ stdin, stderr, signal }: Terminal, echo: Writable, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: echo, terminal: true })
  // Only now, when the terminal no longer echoes.
  if (echo !== stderr) stderr.write(question)
  const ended = new Promise<never>((_resolve, reject) => {
    // In raw mode the terminal sends Ctrl-C and Ctrl-D as characters.
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

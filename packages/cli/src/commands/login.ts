import { text } from 'node:stream/consumers'
import { defineCommand } from '../command.ts'
import { note } from '../context.ts'
import { storeToken } from '../credentials.ts'
import { EXIT, usageError } from '../exit.ts'
import { promptSecret } from '../prompt.ts'
import { findService, openClient } from '../service.ts'

export const login = defineCommand({
  name: 'login',
  summary: 'Sign in to a service with an API token',
  arguments: [{ name: 'token', optional: true, hidden: true, help: '' }],
  description: `Prompts for an API token, checks it, and stores it in a file that only you can read.

In a pipe, the token is read from stdin. It is not accepted as an argument, because other users of the machine could see it.`,
  options: {},
  examples: [
    { line: 'login --server https://mail.example', does: 'Prompt for the token' },
    { line: 'login --server https://mail.example < token.txt', does: 'Read the token from a file' },
  ],

  async run(context, { token: typedAlong }, { server: given }) {
    if (typedAlong !== undefined)
      throw usageError('A token is not accepted as an argument. Type it when prompted, or pipe it in.')
    const { server } = await findService(context, { server: given })
    const typed = context.stdin.isTTY
      ? await promptSecret(context, `API token for ${server}: `)
      : await text(context.stdin)
    const token = typed.trim()
    if (!token) throw usageError('The token is empty.')
    const tokenFrom = context.stdin.isTTY ? 'the keyboard' : 'stdin'
    await openClient({ server, token, tokenFrom }).usage({ signal: context.signal })
    const path = await storeToken(context.env, server, token)
    note(context, `Signed in to ${server}. The token is stored in ${path}.`)
    return EXIT.ok
  },
})

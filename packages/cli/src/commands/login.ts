import { text } from 'node:stream/consumers'
import { askSecret } from '../ask.ts'
import { defineCommand } from '../command.ts'
import { note } from '../context.ts'
import { storeToken } from '../credentials.ts'
import { EXIT, usageError } from '../exit.ts'
import { findService, openClient } from '../service.ts'

export const login = defineCommand({
  name: 'login',
  summary: 'Store an API token for later calls',
  arguments: [{ name: 'token', optional: true, hidden: true, help: '' }],
  description: `Asks for an API token, tries it, and stores it in a file that only you can read.

In a pipe the token is read from stdin. It is never taken from the command line, which others on the machine can see.`,
  options: {},
  examples: [
    { line: 'login --server https://mail.example', does: 'Asks for the token' },
    { line: 'login --server https://mail.example < token.txt', does: 'Takes it from a file' },
  ],

  async run(context, { token: typedAlong }, { server: given }) {
    if (typedAlong !== undefined)
      throw usageError('The token is not taken from the command line: type it, or pipe it in.')
    const { server } = await findService(context, { server: given })
    const typed = context.stdin.isTTY
      ? await askSecret(context, `API token for ${server}: `)
      : await text(context.stdin)
    const token = typed.trim()
    if (!token) throw usageError('No token was given.')
    const tokenFrom = context.stdin.isTTY ? 'the keyboard' : 'stdin'
    await openClient({ server, token, tokenFrom }).usage({ signal: context.signal })
    const path = await storeToken(context.env, server, token)
    note(context, `The token for ${server} works and is stored in ${path}.`)
    return EXIT.ok
  },
})

import { defineCommand } from '../command.ts'
import { tell } from '../context.ts'
import { removeToken } from '../credentials.ts'
import { EXIT } from '../exit.ts'
import { normalizeServer } from '../service.ts'

export const logout = defineCommand({
  name: 'logout',
  summary: 'Remove the API token that login stored',
  description: `Removes the stored token of a service from this computer: that of --server, or of the last login.

The token itself keeps working until it is revoked in the console, under Tokens.`,
  options: {},
  examples: [
    { line: 'logout', does: 'The service of the last login' },
    { line: 'logout --server https://mail.example', does: 'Another one' },
  ],

  async run(context, _, { server: given }) {
    const server = given === undefined ? undefined : normalizeServer(given)
    const removed = await removeToken(context.env, server)
    if (removed === undefined)
      tell(context, server === undefined ? 'No token is stored.' : `No token is stored for ${server}.`)
    else
      tell(
        context,
        `The token for ${removed} is removed from this computer. Revoke it in the console if nothing else uses it.`,
      )
    return EXIT.ok
  },
})

import { defineCommand } from '../command.ts'
import { tell } from '../context.ts'
import { removeToken } from '../credentials.ts'
import { EXIT } from '../exit.ts'
import { normalizeServer } from '../service.ts'

export const logout = defineCommand({
  name: 'logout',
  summary: 'Remove a stored API token',
  description: `Removes the stored token of a service from this computer: the one of --server, or of the last login.

The token remains valid until you revoke it in the console under API tokens.`,
  options: {},
  examples: [
    { line: 'logout', does: 'Sign out of the service of the last login' },
    { line: 'logout --server https://mail.example', does: 'Sign out of another service' },
  ],

  async run(context, _, { server: given }) {
    const server = given === undefined ? undefined : normalizeServer(given)
    const removed = await removeToken(context.env, server)
    if (removed === undefined)
      tell(context, server === undefined ? 'No token is stored.' : `No token is stored for ${server}.`)
    else
      tell(
        context,
        `Removed the token for ${removed} from this computer. If nothing else uses it, revoke it in the console.`,
      )
    return EXIT.ok
  },
})

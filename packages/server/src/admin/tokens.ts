import { TOKEN_NAME_MAX_CHARACTERS, TOKEN_PERMISSIONS } from '@mailsift/contract'
import { findTokenId, issueToken, listTokens, revokeToken } from '../accounts/users.ts'
import { CommandError, command, EXIT } from './command.ts'
import { table } from './table.ts'
import { parseFutureTime, TIME_HELP } from './times.ts'
import { requireUser, USER_ARGUMENT } from './users.ts'

export const tokenCommands = [
  command({
    name: 'tokens issue',
    summary: 'Issue an API token.',
    arguments: [USER_ARGUMENT],
    options: {
      permission: {
        type: 'string',
        value: TOKEN_PERMISSIONS.join('|'),
        help: 'What it may do.',
        choices: TOKEN_PERMISSIONS,
        required: true,
      },
      name: { type: 'string', value: 'NAME', help: 'What it is for; "Command line" unless given.' },
      expires: { type: 'string', value: 'WHEN', help: `When it ends: ${TIME_HELP}.` },
    },
    details: 'The token alone goes to the output, so that it can be piped; it cannot be shown again.',
    examples: [
      'tokens issue ada@example.com --permission write --name CI --expires 90d',
      'tokens issue ada@example.com --permission read > token.txt',
    ],
    async run(context, { user: wanted }, { permission, name = 'Command line', expires }) {
      if (!name || [...name].length > TOKEN_NAME_MAX_CHARACTERS)
        throw new CommandError(`--name has 1 to ${TOKEN_NAME_MAX_CHARACTERS} characters.`, EXIT.usage)
      const expiresAt = expires === undefined ? undefined : parseFutureTime('expires', expires)
      const { db } = await context.database()
      const user = await requireUser(db, wanted)
      const issued = await issueToken(db, user.id, { name, permission, expiresAt })
      const ends = issued.api_token.expires_at ? `until ${issued.api_token.expires_at}` : 'until it is revoked'
      return {
        json: issued,
        lines: [issued.token],
        notes: [`A ${permission} token for ${user.email}, valid ${ends}. Keep it now: only its hash is stored.`],
      }
    },
  }),

  command({
    name: 'tokens list',
    summary: 'List the API tokens of an account.',
    arguments: [USER_ARGUMENT],
    examples: ['tokens list ada@example.com', 'tokens list owner@mailsift.internal --json'],
    async run(context, { user: wanted }) {
      const { db } = await context.database()
      const tokens = await listTokens(db, (await requireUser(db, wanted)).id)
      return {
        json: tokens,
        lines: table(
          tokens.map((token) => ({
            id: token.id,
            name: token.name,
            permission: token.permission,
            'last 4': `…${token.last4}`,
            created: token.created_at.slice(0, 10),
            'last used': token.last_used_at?.slice(0, 16).replace('T', ' '),
            state: stateOf(token),
          })),
          'The account has no API tokens.',
        ),
      }
    },
  }),

  command({
    name: 'tokens revoke',
    summary: 'Revoke an API token, at once in every process.',
    arguments: [{ name: 'token', help: 'Id of the token (see tokens list), or the token itself if it leaked.' }],
    examples: ['tokens revoke 01890a5d-ac96-774b-bcce-b302099a8057'],
    async run(context, { token: wanted }) {
      const { db } = await context.database()
      const id = await findTokenId(db, wanted)
      if (!id) throw new CommandError('There is no such token.', EXIT.notFound)
      await revokeToken(db, id)
      return { json: { revoked: id }, lines: [`Revoked ${id}.`] }
    },
  }),
]

function stateOf({ revoked_at, expires_at }: { revoked_at: string | null; expires_at: string | null }): string {
  if (revoked_at) return `revoked ${revoked_at.slice(0, 10)}`
  if (!expires_at) return 'valid'
  return Date.parse(expires_at) > Date.now()
    ? `valid until ${expires_at.slice(0, 10)}`
    : `expired ${expires_at.slice(0, 10)}`
}

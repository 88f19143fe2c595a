import {
  DEFAULT_TOKEN_SCOPES,
  TOKEN_NAME_MAX_CHARACTERS,
  TOKEN_PERMISSIONS,
  TOKEN_REQUESTS_MAX_COUNT,
  TOKEN_SCOPES,
  TOKEN_WINDOW_MAX_SECONDS,
  type TokenLimit,
  type TokenScope,
} from '@mailsift/contract'
import {
  findTokenId,
  issueToken,
  listTokens,
  parseNetwork,
  revokeToken,
  rollOverToken,
} from '../../credentials/credentials.ts'
import { CommandError, command, EXIT } from './command.ts'
import { table } from './table.ts'
import { parseFutureTime, TIME_HELP } from './times.ts'
import { ACCOUNT_ARGUMENT, requireAccount } from './users.ts'

export const tokenCommands = [
  command({
    name: 'tokens issue',
    summary: 'Create an API token',
    arguments: [ACCOUNT_ARGUMENT],
    options: {
      permission: {
        type: 'string',
        value: TOKEN_PERMISSIONS.join('|'),
        help: 'Permission of the token.',
        choices: TOKEN_PERMISSIONS,
        required: true,
      },
      name: { type: 'string', value: 'NAME', help: 'Name of the token. Default: "Command line".' },
      expires: { type: 'string', value: 'WHEN', help: `When it expires: ${TIME_HELP}.` },
      scopes: {
        type: 'string',
        value: 'SCOPES',
        help: `Scopes, from ${TOKEN_SCOPES.join(',')}. Default: ${DEFAULT_TOKEN_SCOPES.join(',')}.`,
      },
      networks: {
        type: 'string',
        value: 'RANGES',
        help: 'Networks that can use the token, such as 192.0.2.0/24,2001:db8::/32.',
      },
      limit: { type: 'string', value: 'COUNT/SECONDS', help: 'Rate limit, such as 600/60.' },
    },
    details: 'Prints only the token, so that you can pipe it. It cannot be shown again.',
    examples: [
      'tokens issue ada@example.com --permission write --name CI --expires 90d',
      'tokens issue ada@example.com --permission read > token.txt',
      'tokens issue ada@example.com --permission read --scopes validate --networks 192.0.2.7 --limit 600/60',
    ],
    async run(context, { user: wanted }, { permission, name = 'Command line', expires, ...rules }) {
      if (!name || [...name].length > TOKEN_NAME_MAX_CHARACTERS)
        throw new CommandError(`--name must have 1 to ${TOKEN_NAME_MAX_CHARACTERS} characters.`, EXIT.usage)
      const expiresAt = expires === undefined ? undefined : parseFutureTime('expires', expires)
      const restricted = {
        scopes: parseScopes(rules.scopes),
        networks: parseNetworks(rules.networks),
        limit: parseLimit(rules.limit),
      }
      const { db } = await context.database()
      const user = await requireAccount(db, wanted)
      const issued = await issueToken(db, user.id, { name, permission, expiresAt, ...restricted })
      const ends = issued.api_token.expires_at ? `until ${issued.api_token.expires_at}` : 'until it is revoked'
      return {
        json: issued,
        lines: [issued.token],
        notes: [`A ${permission} token for ${user.email}, valid ${ends}. Save it now: it cannot be shown again.`],
      }
    },
  }),

  command({
    name: 'tokens list',
    summary: 'List the API tokens of an account',
    arguments: [ACCOUNT_ARGUMENT],
    examples: ['tokens list ada@example.com', 'tokens list owner@mailsift.internal --json'],
    async run(context, { user: wanted }) {
      const { db } = await context.database()
      const tokens = await listTokens(db, (await requireAccount(db, wanted)).id)
      return {
        json: tokens,
        lines: await table(
          tokens.map((token) => ({
            id: token.id,
            name: token.name,
            permission: token.permission,
            scopes: token.scopes.join(','),
            networks: token.networks.join(',') || 'any',
            limit: token.limit ? `${token.limit.requests}/${token.limit.window_seconds} s` : null,
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
    name: 'tokens roll-over',
    summary: 'Rotate an API token; both tokens work until the overlap ends',
    arguments: [{ name: 'token', help: 'Id of the token (see tokens list).' }],
    options: {
      overlap: {
        type: 'string',
        value: 'WHEN',
        help: `When the old token expires: ${TIME_HELP}. Default: in one day.`,
      },
    },
    details: 'The new token has the same name, permission and rules. Prints only the new token.',
    examples: ['tokens roll-over 01890a5d-ac96-774b-bcce-b302099a8057 --overlap 7d > token.txt'],
    async run(context, { token: wanted }, { overlap = '1d' }) {
      const end = parseFutureTime('overlap', overlap)
      const { db } = await context.database()
      const id = await findTokenId(db, wanted)
      const overlapSeconds = (end.getTime() - Date.now()) / 1000
      const issued = id && (await db.transaction().execute((tx) => rollOverToken(tx, id, overlapSeconds)))
      if (!issued) throw new CommandError('No active token has this id.', EXIT.notFound)
      return {
        json: issued,
        lines: [issued.token],
        notes: [`The old token works until ${end.toISOString()}. Save the new one now: it cannot be shown again.`],
      }
    },
  }),

  command({
    name: 'tokens revoke',
    summary: 'Revoke an API token, effective immediately',
    arguments: [{ name: 'token', help: 'Id of the token (see tokens list), or the token itself if it leaked.' }],
    examples: ['tokens revoke 01890a5d-ac96-774b-bcce-b302099a8057'],
    async run(context, { token: wanted }) {
      const { db } = await context.database()
      const id = await findTokenId(db, wanted)
      if (!id) throw new CommandError('The token does not exist.', EXIT.notFound)
      await revokeToken(db, id)
      return { json: { revoked: id }, lines: [`Revoked ${id}.`] }
    },
  }),
]

function parseScopes(text: string | undefined): TokenScope[] | undefined {
  if (text === undefined) return undefined
  const scopes = [...new Set(text.split(','))] as TokenScope[]
  if (scopes.every((scope) => TOKEN_SCOPES.includes(scope))) return scopes
  throw new CommandError(`--scopes must be from ${TOKEN_SCOPES.join(', ')}, separated by commas.`, EXIT.usage)
}

function parseNetworks(text: string | undefined): string[] | undefined {
  return text?.split(',').map((part) => {
    const network = parseNetwork(part.trim())
    if (network) return network
    throw new CommandError(
      '--networks must be IP addresses or ranges such as 192.0.2.0/24, separated by commas.',
      EXIT.usage,
    )
  })
}

function parseLimit(text: string | undefined): TokenLimit | undefined {
  if (text === undefined) return undefined
  const [, requests, window_seconds] = (/^(\d{1,7})\/(\d{1,5})$/.exec(text) ?? []).map(Number)
  if (requests && window_seconds && requests <= TOKEN_REQUESTS_MAX_COUNT && window_seconds <= TOKEN_WINDOW_MAX_SECONDS)
    return { requests, window_seconds }
  throw new CommandError('--limit must be a count and seconds, such as 600/60.', EXIT.usage)
}

function stateOf({ revoked_at, expires_at }: { revoked_at: string | null; expires_at: string | null }): string {
  if (revoked_at) return `revoked ${revoked_at.slice(0, 10)}`
  if (!expires_at) return 'valid'
  return Date.parse(expires_at) > Date.now()
    ? `valid until ${expires_at.slice(0, 10)}`
    : `expired ${expires_at.slice(0, 10)}`
}

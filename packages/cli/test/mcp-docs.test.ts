// The configurations in docs/mcp.md, parsed like the assistants do and tried against a running service.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parse as parseToml } from 'smol-toml'
import { expect, test } from 'vitest'
import { call, connectOverHttp, connectOverStdio } from '../../mcp/test/client.ts'
import { CLEAN_ENV, PROGRAM } from './support/mailsift.ts'
import { useService } from './support/service.ts'

const DOCUMENT = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8')
const BLOCKS = [...DOCUMENT.matchAll(/^### (.+)\n[\s\S]*?^```(json|toml)\n([\s\S]*?)^```$/gm)].map(
  ([, assistant, language, text]) => ({ assistant: assistant!, language: language!, text: text! }),
)

/** The key under which each assistant looks for servers. */
type Entry = {
  command?: string
  args?: string[]
  env?: Record<string, string>
  type?: string
  url?: string
  httpUrl?: string
  headers?: Record<string, string>
  bearer_token_env_var?: string
}
type Config = Partial<Record<'mcpServers' | 'servers' | 'mcp_servers', Record<string, Entry>>>

const KEYS: Record<string, { under: keyof Config; address: keyof Entry }> = {
  'Claude Desktop': { under: 'mcpServers', address: 'command' },
  'Claude Code': { under: 'mcpServers', address: 'url' },
  Cursor: { under: 'mcpServers', address: 'url' },
  'VS Code': { under: 'servers', address: 'url' },
  Codex: { under: 'mcp_servers', address: 'url' },
  'Gemini CLI': { under: 'mcpServers', address: 'httpUrl' },
  'Any assistant, without a service': { under: 'mcpServers', address: 'command' },
}

const service = useService()

test('every assistant in the document is tested', () => {
  expect(BLOCKS.map(({ assistant }) => assistant)).toEqual(Object.keys(KEYS))
})

test.each(BLOCKS)('the configuration for $assistant connects', async ({ assistant, language, text }) => {
  const { token } = service
  const filled = text
    .replaceAll('ms_w_your-token', token)
    .replaceAll('http://127.0.0.1:3000', service.origin)
    .replaceAll('/path/to/your/lists', tmpdir())
    // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills this in.
    .replaceAll('${input:mailsift-token}', token)
  const config = (language === 'toml' ? parseToml(filled) : JSON.parse(filled)) as Config
  const { under, address } = KEYS[assistant]!
  const entry = config[under]!.mailsift!
  expect(entry[address]).toBeTypeOf('string')
  const client = entry.command ? await connectOverStdio('2025-11-25', ofClone(entry)) : await connectTo(entry, token)
  expect((await call(client, 'validate_email', { email: 'info@contoso.com' })).data.verdict.tier).toBe('risky')
})

function connectTo({ url, httpUrl, headers, bearer_token_env_var }: Entry, token: string) {
  const given = bearer_token_env_var === 'MAILSIFT_TOKEN' ? { Authorization: `Bearer ${token}` } : headers!
  return connectOverHttp('2025-11-25', (url ?? httpUrl)!.replace(/\/mcp$/, ''), given)
}

/** The installed command, taken from this clone. */
function ofClone({ command, args, env }: Entry) {
  expect([command, args![0]]).toEqual(['mailsift', 'mcp'])
  return {
    command: process.execPath,
    args: [PROGRAM, ...args!],
    env: { ...CLEAN_ENV, ...env } as Record<string, string>,
  }
}

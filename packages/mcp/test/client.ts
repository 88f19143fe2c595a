// The real client of the protocol, held to one version of it.

import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'

export const VERSIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const
export type Version = (typeof VERSIONS)[number]

type Transport = Parameters<Client['connect']>[0]

export function clientOf(version: Version): Client {
  const options: ClientOptions =
    version === '2026-07-28'
      ? { versionNegotiation: { mode: { pin: version } } }
      : { versionNegotiation: { mode: 'legacy' }, supportedProtocolVersions: [version] }
  return new Client({ name: 'test', version: '1' }, options)
}

export async function connectOverHttp(
  version: Version,
  origin: string,
  headers: Record<string, string>,
): Promise<Client> {
  return connect(version, new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }))
}

/** `whenOver` takes what closes the client. Default: the running test, when it is over. */
export async function connectOverStdio(
  version: Version,
  server: StdioServerParameters,
  whenOver?: (close: () => Promise<void>) => void,
): Promise<Client> {
  return connect(version, new StdioClientTransport({ stderr: 'ignore', ...server }), whenOver)
}

/** To a server in this process. What it wrote to `stdout` before it ended is still read. */
export async function connectOverStreams(
  version: Version,
  { stdin, stdout }: { stdin: Writable; stdout: Readable },
  whenOver?: (close: () => Promise<void>) => void,
): Promise<Client> {
  const transport: Transport = {
    async start() {
      const lines = createInterface({ input: stdout })
      lines.on('line', (line) => transport.onmessage?.(JSON.parse(line))).on('close', () => transport.onclose?.())
    },
    send: (message) => new Promise((resolve) => stdin.write(`${JSON.stringify(message)}\n`, () => resolve())),
    async close() {
      stdin.end()
    },
  }
  return connect(version, transport, whenOver)
}

async function connect(
  version: Version,
  transport: Transport,
  whenOver: (close: () => Promise<void>) => void = onTestFinished,
): Promise<Client> {
  const client = clientOf(version)
  whenOver(() => client.close())
  await client.connect(transport)
  return client
}

// biome-ignore lint/suspicious/noExplicitAny: what it holds, each test looks into for itself.
type Data = Record<string, any>

export type Called = { isError?: boolean | undefined; text: string; data: Data }

export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args })
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return { isError, text: texts.join('\n'), data: (structuredContent ?? {}) as Data }
}

import type { Readable, Writable } from 'node:stream'
import type { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { MESSAGE_MAX_BYTES, onlyMessages } from './messages.ts'

/** Serves the one client at the other end of the pipes. What is returned ends it. */
export function serveStdio(
  { stdin, stdout }: { stdin: Readable; stdout: Writable },
  makeServer: () => McpServer,
): () => Promise<void> {
  const messages = onlyMessages((refusal) => stdout.write(`${JSON.stringify(refusal)}\n`))
  const transport = new StdioServerTransport(stdin.pipe(messages), stdout, { maxBufferSize: MESSAGE_MAX_BYTES + 1 })
  const { close } = serve(makeServer, { transport })
  return close
}

import type { Readable, Writable } from 'node:stream'
import type { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'

/** Serves the one client at the other end of the pipes. What is returned ends it. */
export function serveStdio(
  { stdin, stdout }: { stdin: Readable; stdout: Writable },
  makeServer: () => McpServer,
): () => Promise<void> {
  const { close } = serve(makeServer, { transport: new StdioServerTransport(stdin, stdout) })
  return close
}

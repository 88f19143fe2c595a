import { Validations } from '@mailsift/contract'
import type { McpServer } from '@modelcontextprotocol/server'
import type { Service } from './service.ts'

const FLAGS_URI = 'mailsift://flags'
const OPENAPI_URI = 'mailsift://openapi.json'

export function registerResources(server: McpServer, { readOpenApi }: Partial<Service>): void {
  server.registerResource(
    'flags',
    FLAGS_URI,
    { title: 'Flag reference', mimeType: 'text/markdown', description: 'The meaning of every flag in a result.' },
    () => ({ contents: [{ uri: FLAGS_URI, mimeType: 'text/markdown', text: flagsPage() }] }),
  )
  if (!readOpenApi) return
  server.registerResource(
    'openapi',
    OPENAPI_URI,
    { title: 'The HTTP API', mimeType: 'application/json', description: 'The OpenAPI 3.1 description of the service.' },
    async (_uri, { mcpReq }) => ({
      contents: [
        { uri: OPENAPI_URI, mimeType: 'application/json', text: await readOpenApi({ signal: mcpReq.signal }) },
      ],
    }),
  )
}

/** From the schema of the answers, which says it once for all. */
function flagsPage(): string {
  const rows = Object.entries(Validations.properties).map(
    ([name, schema]) => `| \`${name}\` | ${(schema as { description?: string }).description} |`,
  )
  return ['| flag | true when |', '|---|---|', ...rows, ''].join('\n')
}

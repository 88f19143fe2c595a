// The API's own documentation, served from this process: no page asks another host for anything.
import { readFile } from 'node:fs/promises'
import { ERROR_CODES, ERRORS, type ErrorCode } from '@mailsift/contract'
import type { FastifyReply } from 'fastify'
import type { Http } from './http.ts'

const OPENAPI_FILE = new URL('../../../../openapi.json', import.meta.url)

/** Scalar puts its styles into the page at run time; scripts come from this service alone. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const START_SCRIPT = `Scalar.createApiReference('#reference', {
  url: '/openapi.json', withDefaultFonts: false, telemetry: false, agent: { disabled: true }, mcp: { disabled: true },
  hideClientButton: true, showDeveloperTools: 'never',
})`

export function registerReference(app: Http, { origin }: { origin: string }): void {
  const open = { config: { access: 'public' as const }, schema: { hide: true } }

  app.get('/openapi.json', open, async (_request, reply) => {
    const document = JSON.parse(await readFile(OPENAPI_FILE, 'utf8'))
    return reply.send({ ...document, servers: [{ url: origin }] })
  })
  app.get('/docs', open, (_request, reply) => page(reply, 'API reference', REFERENCE_BODY))
  app.get('/docs/start.js', open, (_request, reply) => reply.type('text/javascript').send(START_SCRIPT))
  app.get('/docs/scalar.js', open, async (_request, reply) =>
    reply
      .type('text/javascript')
      .header('cache-control', 'max-age=86400')
      .send(await scalarScript()),
  )
  for (const code of ERROR_CODES)
    app.get(`/docs/errors/${code}`, open, (_request, reply) => page(reply, code, errorBody(code)))
}

const REFERENCE_BODY =
  '<div id="reference"></div><script src="/docs/scalar.js"></script><script src="/docs/start.js"></script>'

function errorBody(code: ErrorCode): string {
  const { status, title } = ERRORS[code]
  return `<main><h1>${title}</h1><p>Status ${status}, code <code>${code}</code>.</p>
<p>The answer's <code>detail</code> says what was wrong with this request; quote its <code>request_id</code> when you ask for help.</p>
<p><a href="/docs">API reference</a></p></main>`
}

function page(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', PAGE_POLICY)
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Mailsift</title></head><body>${body}</body></html>`,
    )
}

/** The script is four megabytes inside a Fastify plugin: loaded when somebody opens the page, not at every start. */
async function scalarScript(): Promise<string> {
  const [{ default: Fastify }, { default: plugin }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const host = Fastify()
  await host.register(plugin, { routePrefix: '/docs', configuration: { content: {} } })
  const answer = await host.inject('/docs/js/scalar.js')
  await host.close()
  return answer.body
}

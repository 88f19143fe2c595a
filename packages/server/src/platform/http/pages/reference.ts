// The API's own documentation, served from this process: no page asks another host for anything.
import { readFile } from 'node:fs/promises'
import { ERROR_CODES, ERROR_HELP, ERRORS, type ErrorCode } from '@mailsift/contract'
import { builtFile } from '../../built-file.ts'
import { once } from '../../shared-value.ts'
import type { Http } from '../server.ts'
import { type Asset, createAsset, sendAsset } from './asset.ts'

const OPENAPI_FILE = new URL('../../../../../../openapi.json', import.meta.url)

/** Scalar puts its styles into the page at run time; scripts come from this service alone. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** The colors of the library are too faint to read for many people (success criterion 1.4.3 of WCAG 2.2 demands a contrast of 4.5). */
const READABLE_COLORS = `.light-mode { --scalar-color-2: #595959; --scalar-color-3: #636363; --scalar-color-blue: #0063a3;
  --scalar-color-green: #006b3d; --scalar-color-orange: #b03a00; --scalar-color-red: #c0141f; --scalar-color-yellow: #7a5b00; }
.dark-mode { --scalar-color-2: #b5b5b5; --scalar-color-3: #a0a0a0; }
.scalar-app .property--deprecated > * { opacity: 1 !important; }`

/**
 * A form without a token sends an empty one, and a visitor who is signed in has a cookie: of the two, one goes along. Controls that
 * the library leaves without a name or a way to reach them by keyboard get these.
 */
const START_SCRIPT = `const CREDENTIALS = ['service-email-api-token', 'authorization']
function send(input, init) {
  const request = new Request(input, init)
  const given = CREDENTIALS.filter((name) => !/^(bearer)?$/i.test((request.headers.get(name) ?? '').trim()))
  for (const name of CREDENTIALS) if (!given.includes(name)) request.headers.delete(name)
  if (given.length === 0) request.headers.set('mailsift-request', '1')
  return fetch(new Request(request, { credentials: given.length > 0 ? 'omit' : 'same-origin' }))
}
Scalar.createApiReference('#reference', {
  url: '/openapi.json', withDefaultFonts: false, telemetry: false, agent: { disabled: true }, mcp: { disabled: true },
  hideClientButton: true, showDeveloperTools: 'never', defaultOpenFirstTag: true,
  authentication: { preferredSecurityScheme: 'token' }, customFetch: send, customCss: ${JSON.stringify(READABLE_COLORS)},
})
const NAMELESS = [
  ['button.scalar-code-copy', { 'aria-label': 'Copy' }],
  ['[role=combobox][contenteditable]', { 'aria-label': 'Token', 'aria-expanded': 'false' }],
  ['code.custom-scroll', { tabindex: '0' }],
]
new MutationObserver(() => {
  for (const [selector, attributes] of NAMELESS)
    for (const element of document.querySelectorAll(selector + ':not([data-named])'))
      for (const [name, value] of Object.entries({ ...attributes, 'data-named': '' })) element.setAttribute(name, value)
}).observe(document.body, { childList: true, subtree: true })`

export function registerReference(app: Http, { origin }: { origin: string }): void {
  const open = { config: { access: 'public' as const }, schema: { hide: true } }
  const serve = (path: string, asset: () => Promise<Asset>) =>
    app.get(path, open, async (request, reply) => sendAsset(request, reply, await asset()))

  serve(
    '/openapi.json',
    once(async () => createAsset(await readOpenApi(origin), { type: 'application/json' })),
  )
  serve(
    '/docs/scalar.js',
    once(async () =>
      createAsset(await readFile(builtFile('help', 'scalar.js')), {
        type: JAVASCRIPT,
        cacheControl: 'public, max-age=86400',
      }),
    ),
  )
  serve(
    '/docs/start.js',
    once(async () => createAsset(START_SCRIPT, { type: JAVASCRIPT })),
  )
  const page = (title: string, body: string) =>
    once(async () => createAsset(pageOf(title, body), { type: 'text/html; charset=utf-8', policy: PAGE_POLICY }))
  serve('/docs', page('API reference', REFERENCE_BODY))
  const errorPages = new Map<string, () => Promise<Asset>>(
    ERROR_CODES.map((code) => [code, page(code, errorBody(code))]),
  )
  app.get<{ Params: { code: string } }>('/docs/errors/:code', open, async (request, reply) => {
    const asset = errorPages.get(request.params.code)
    return asset ? sendAsset(request, reply, await asset()) : reply.callNotFound()
  })
}

/** The description of the API as JSON text, with the address of this service. */
export async function readOpenApi(origin: string): Promise<string> {
  const document = JSON.parse(await readFile(OPENAPI_FILE, 'utf8'))
  // The first call of the introduction names the server too.
  return JSON.stringify(document).replaceAll(document.servers[0].url, origin)
}

const REFERENCE_BODY =
  '<div id="reference"></div><script src="/docs/scalar.js"></script><script src="/docs/start.js"></script>'

const ERROR_STYLE =
  '<style>body{font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}main{max-width:42rem;margin:3rem auto;padding:0 1rem}</style>'

function errorBody(code: ErrorCode): string {
  const { status, title } = ERRORS[code]
  const { cause, fix } = ERROR_HELP[code]
  return `${ERROR_STYLE}<main><h1>${title}</h1><p>Status ${status}, code <code>${code}</code>.</p>
<h2>Cause</h2><p>${cause}</p>
<h2>What to do</h2><p>${fix}</p>
<p>The <code>detail</code> of the response says what was wrong with the request. Include its <code>request_id</code> when you ask for help.</p>
<p><a href="/docs">API reference</a></p></main>`
}

function pageOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Mailsift</title></head><body>${body}</body></html>`
}

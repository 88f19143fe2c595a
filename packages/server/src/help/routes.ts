// The documentation under /help: files of packages/help/dist, the same that a static host would serve.
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { builtFile } from '../platform/built-file.ts'
import { sendAsset } from '../platform/http/pages/asset.ts'
import { openBuiltFiles } from '../platform/http/pages/built-files.ts'
import type { Http } from '../platform/http/server.ts'
import { once } from '../platform/shared-value.ts'

const PUBLIC = { config: { access: 'public' as const }, schema: { hide: true } }

export function registerHelp(app: Http): void {
  const files = once(() => openBuiltFiles(builtFile('help', './'), policyFor))
  app.get('/help', PUBLIC, (_request, reply) => reply.redirect('/help/', 308))
  app.get(
    '/help/*',
    { ...PUBLIC, schema: { ...PUBLIC.schema, params: Type.Object({ '*': Type.String() }) } },
    async (request, reply) => {
      const path = request.params['*']
      const open = await files()
      const asset = await (open(`${path === '' ? 'index' : path}.html`) ?? open(path))
      return asset ? sendAsset(request, reply, asset) : reply.callNotFound()
    },
  )
}

/** VitePress has two short scripts in each page, for dark mode and key names, and colors code by style attributes. */
function policyFor(page: string): string {
  const inline = [...page.matchAll(/<script id="[^"<>]*">([^<]*)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

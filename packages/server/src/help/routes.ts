// The documentation under /help: files of packages/help/dist, the same that a static host would serve.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Type } from 'typebox'
import { builtFile } from '../platform/built-file.ts'
import { type Asset, createAsset, sendAsset } from '../platform/http/pages/asset.ts'
import type { Http } from '../platform/http/server.ts'
import { once } from '../platform/shared-value.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
const PUBLIC = { config: { access: 'public' as const }, schema: { hide: true } }

export function registerHelp(app: Http): void {
  const files = once(openHelpFiles)
  app.get('/help', PUBLIC, (_request, reply) => reply.redirect('/help/', 308))
  app.get(
    '/help/*',
    { ...PUBLIC, schema: { ...PUBLIC.schema, params: Type.Object({ '*': Type.String() }) } },
    async (request, reply) => {
      const path = request.params['*']
      const open = await files()
      const page = await (open(`${path === '' ? 'index' : path}.html`) ?? open(path))
      if (!page) return reply.callNotFound()
      return sendAsset(request, reply.header('content-security-policy', page.policy), page.asset)
    },
  )
}

type HelpFile = { asset: Asset; policy: string }

async function openHelpFiles(): Promise<(name: string) => Promise<HelpFile> | undefined> {
  const names = new Set(await readdir(builtFile('help', '.'), { recursive: true }))
  const opened = new Map<string, Promise<HelpFile>>()
  return (name) => {
    const type = TYPES[extname(name)]
    if (!type || !names.has(name)) return undefined
    const file = opened.get(name) ?? openFile(name, type)
    opened.set(name, file)
    return file
  }
}

async function openFile(name: string, type: string): Promise<HelpFile> {
  const content = await readFile(builtFile('help', name))
  // Files below assets have a hash of their content in their name.
  const cacheControl = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  return { asset: createAsset(content, { type, cacheControl }), policy: policyFor(content.toString()) }
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

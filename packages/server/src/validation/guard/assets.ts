// The guard for pages of others: its script and its data, which hold nothing of any account and may be loaded from anywhere.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { builtFile } from '../../platform/built-file.ts'
import { createAsset, sendAsset } from '../../platform/http/pages/asset.ts'
import type { Http } from '../../platform/http/server.ts'
import { once } from '../../platform/shared-value.ts'

const DATA_FILE = new URL(import.meta.resolve('@mailsift/engine/data/guard.bin'))
const FOR_ALL = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }
const CACHE = 'public, max-age=3600'

const script = once(async () =>
  createAsset(await readGuardScript(), {
    type: 'text/javascript; charset=utf-8',
    cacheControl: CACHE,
    brotliQuality: 11,
  }),
)
const data = once(async () =>
  createAsset(await readFile(DATA_FILE), { type: 'application/octet-stream', cacheControl: CACHE }),
)

/** Built into packages/guard/dist. */
const readGuardScript = () => readFile(builtFile('guard', 'guard.js'))

export function registerGuardAssets(app: Http): void {
  const open = { config: { access: 'public' as const }, schema: { hide: true } }
  app.get('/guard.js', open, async (request, reply) => sendAsset(request, reply.headers(FOR_ALL), await script()))
  app.get('/guard.bin', open, async (request, reply) => sendAsset(request, reply.headers(FOR_ALL), await data()))
}

/** The line that a page carries. Its hash is that of this version: a page that names another loads no script, and works without. */
export async function guardTag(baseUrl: string): Promise<(key: string) => string> {
  const hash = createHash('sha384')
    .update(await readGuardScript())
    .digest('base64')
  const src = `${baseUrl.slice(0, -'/v1'.length)}/guard.js`
  return (key) =>
    `<script src="${src}" data-site-key="${key}" integrity="sha384-${hash}" crossorigin="anonymous" async></script>`
}

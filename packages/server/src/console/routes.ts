// The web console: built files and one page. It asks nothing of this process that a client could not ask.
import { CONSOLE_PATHS } from '@mailsift/contract'
import { Type } from 'typebox'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { builtFile } from '../platform/built-file.ts'
import { type Asset, createAsset, sendAsset } from '../platform/http/pages/asset.ts'
import { openBuiltFiles } from '../platform/http/pages/built-files.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { once } from '../platform/shared-value.ts'

export type ConsoleOptions = {
  isOn: boolean
  origin: string
  /** Browsers upload to it and download from it directly. */
  blobs: Pick<BlobStore, 'reserveUpload' | 'downloadLink'>
}

const HIDDEN = { config: { access: 'public' as const }, schema: { hide: true } }

export function registerConsole(app: Http, { isOn, origin, blobs }: ConsoleOptions): void {
  if (!isOn) {
    app.get('/', HIDDEN, (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(`Mailsift: the API is at ${origin}/v1 and its reference at ${origin}/docs.\n`),
    )
    return
  }
  const files = once(async () => {
    const policy = policyFor(await storeOrigins(blobs, origin))
    return openBuiltFiles(builtFile('console', './'), () => policy)
  })
  for (const path of Object.values(CONSOLE_PATHS)) {
    const page = once(async () => pageAt(path, await (await files())('index.html')))
    app.get(path, HIDDEN, async (request, reply) => sendAsset(request, reply, await page()))
  }
  app.get(
    '/assets/:name',
    { ...HIDDEN, schema: { ...HIDDEN.schema, params: Type.Object({ name: Type.String() }) } },
    async (request, reply) => {
      const asset = await (await files())(`assets/${request.params.name}`)
      if (!asset) throw new AppError('not_found', 'Nothing exists at this URL.')
      return sendAsset(request, reply, asset)
    },
  )
}

/** Its links are relative, so that it works below any path that a proxy gives it. */
async function pageAt(path: string, index: Asset | undefined): Promise<Asset> {
  if (!index) throw new AppError('unavailable', 'The console is not built. Build it with: npm run build')
  const base = path.split('/').length > 2 ? '../' : './'
  const page = (await index.encoded('identity')).toString().replace('<base href="./"', `<base href="${base}"`)
  return createAsset(page, { type: index.type, policy: index.policy, cacheControl: 'no-store' })
}

/** Assets have it as well: a worker has the policy of its own script. */
function policyFor(stores: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...stores].join(' '),
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types mailsift',
  ].join('; ')
}

/** As the store itself writes them: links for an object that is never made, signed on this machine. */
async function storeOrigins(blobs: ConsoleOptions['blobs'], origin: string): Promise<string[]> {
  const expiresAtMs = Date.now() + 60_000
  const upload = await blobs.reserveUpload('console/policy', { size: 1, expiresAtMs })
  const download = await blobs.downloadLink('console/policy', { fileName: 'policy.csv', expiresAtMs })
  const origins = new Set([upload.url, download].map((url) => new URL(url).origin))
  origins.delete(new URL(origin).origin)
  return [...origins]
}
